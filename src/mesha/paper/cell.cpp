#include "mesha/paper/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "mesha/paper/instances.hpp"
#include "mesha/paper/verdict.hpp"
#include "mesha/scale/cells.hpp"
#include "mesha/version.hpp"

namespace mesha::paper {
namespace {

constexpr std::int64_t format = 2;  // of the files; another one is not read

Estimate estimated(const Job& job, const Effort& effort, std::int64_t draw, std::int64_t draws,
                   const std::stop_token& stop) {
  auto game = game_of(*job.study, *job.reading, job.value, effort.seed, draw);
  expects(static_cast<bool>(game), "reading the study has made every game once");
  const Precision precision{
      .method = job.reading->method.value_or(Method::automatic),
      .seed = effort.seed,
      .trials = std::max(effort.runs_of(*job.reading), draws),  // a run for every draw
      // Run numbers that no other draw has: the noise of two draws is independent.
      .by_number = draws > 1,
      .shard = {.index = draw, .count = draws}};
  auto found = estimate(*std::move(game), precision, {.stop = stop});
  expects(static_cast<bool>(found), "a method that the data asks for does not apply");
  return *std::move(found);
}

// 95%, from the spread of the draws, which contains the noise of their runs.
Interval interval_of_mean(const std::vector<double>& draws, double mean) {
  const auto count = static_cast<double>(draws.size());
  double squares = 0;
  for (const double p : draws) squares += (p - mean) * (p - mean);
  const double t = boost::math::quantile(boost::math::students_t(count - 1), 0.975);
  const double half = t * std::sqrt(squares / (count - 1) / count);
  return {.low = std::max(0.0, mean - half), .high = std::min(1.0, mean + half)};
}

// Seconds of one run, about, on one core. Only the progress bar and the order of work depend on it.
double seconds_per_run(const Job& job) {
  const LearnerEntry* learner = find_learner(job.reading->learner.name);
  const Traits traits = learner == nullptr ? Traits{} : learner->traits;
  const double arms = job.study->recipe.drawn()
                          ? static_cast<double>(std::max(job.study->recipe.arms, std::int64_t{16}))
                          : static_cast<double>(job.study->recipe.features.size());
  if (traits.one_at_a_time) return 1e-7 * static_cast<double>(budget_of(*job.study, job.value));
  if (traits.reads_reports && !traits.reads_only_length) return 1e-6 * arms;  // solves designs
  return 5e-9 * arms;
}

}  // namespace

std::int64_t Effort::runs_of(const Reading& reading) const {
  if (trials) return *trials;
  return quick ? std::max<std::int64_t>(1, reading.trials / 10) : reading.trials;
}

std::int64_t Effort::draws_of(const Reading& reading) const {
  const std::int64_t wanted = quick ? std::max<std::int64_t>(2, reading.draws / 5) : reading.draws;
  return reading.draws == 1 ? 1 : std::clamp<std::int64_t>(runs_of(reading), 2, wanted);
}

std::vector<double> Found::draws_alone() const {
  if (draws.empty()) return {};
  return without_sampling_noise(draws, tally.trials / static_cast<std::int64_t>(draws.size()));
}

double Found::share_of_draws(double below) const {
  if (draws.empty()) return failure;
  std::vector<double> sorted = draws_alone();
  std::ranges::sort(sorted);
  const double place = below * static_cast<double>(sorted.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t next = std::min(k + 1, sorted.size() - 1);
  return sorted[k] + (place - static_cast<double>(k)) * (sorted[next] - sorted[k]);
}

std::string Job::what() const {
  return fmt::format("{} {} ({}) {}={}", study->id, column->name, reading->name, study->parameter,
                     value);
}

std::string Job::file_name(const Effort& e) const {
  return cell_file_name(
      what(), fmt::format("{} {} {} {} {} {} {}", format, numbers_version, e.seed,
                          e.runs_of(*reading), e.draws_of(*reading), what(), study->file));
}

double Job::seconds(const Effort& effort) const {
  return 0.01 + static_cast<double>(effort.runs_of(*reading)) * seconds_per_run(*this);
}

std::vector<Job> all_jobs(const std::vector<Study>& studies, const Effort& effort) {
  std::vector<Job> jobs;
  for (const Study& study : studies) {
    for (const auto* columns : {&study.columns, &study.ours}) {
      for (const Column& column : *columns) {
        for (const Reading& reading : column.readings) {
          for (const std::int64_t value : study.values)
            jobs.push_back({&study, &column, &reading, value});
        }
      }
    }
  }
  std::ranges::stable_sort(jobs, std::greater{},
                           [&](const Job& job) { return job.seconds(effort); });
  return jobs;
}

std::optional<Found> estimate_cell(const Job& job, const Effort& effort,
                                   const std::stop_token& stop) {
  const std::int64_t draws = effort.draws_of(*job.reading);
  Found found;
  Tally total;
  for (std::int64_t draw = 0; draw < draws; ++draw) {
    static_cast<Estimate&>(found) = estimated(job, effort, draw, draws, stop);
    if (stop.stop_requested()) return std::nullopt;
    total += found.tally;
    if (draws > 1) found.draws.push_back(found.failure);
  }
  found.tally = std::move(total);
  if (draws > 1) {
    found.failure =
        std::accumulate(found.draws.begin(), found.draws.end(), 0.0) / static_cast<double>(draws);
    found.interval = interval_of_mean(found.draws, found.failure);
  }
  return found;
}

nlohmann::json found_json(const Found& found) {
  const Tally& tally = found.tally;
  return {{"format", format},           {"method", name(found.method)}, {"trials", tally.trials},
          {"failures", tally.failures}, {"triggered", tally.triggered}, {"failure", found.failure},
          {"low", found.interval.low},  {"high", found.interval.high},  {"draws", found.draws}};
}

std::optional<Found> read_found(const nlohmann::json& json) {
  try {
    if (json.at("format") != format) return std::nullopt;
    const auto method = method_named(json.at("method").get<std::string>());
    if (!method) return std::nullopt;
    Found found;
    found.method = *method;
    json.at("trials").get_to(found.tally.trials);
    json.at("failures").get_to(found.tally.failures);
    json.at("triggered").get_to(found.tally.triggered);
    json.at("failure").get_to(found.failure);
    json.at("low").get_to(found.interval.low);
    json.at("high").get_to(found.interval.high);
    json.at("draws").get_to(found.draws);
    const auto chance = [](double p) { return p >= 0 && p <= 1; };
    const bool possible = chance(found.failure) && chance(found.interval.low) &&
                          chance(found.interval.high) && std::ranges::all_of(found.draws, chance) &&
                          found.tally.failures >= 0 && found.tally.failures <= found.tally.trials;
    return possible ? std::optional(std::move(found)) : std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace mesha::paper
