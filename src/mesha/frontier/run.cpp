#include "mesha/frontier/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace mesha::frontier {
namespace {

// What a chance of one in a million and less would have to explain.
constexpr double sure = 1 - 1e-6;

std::optional<std::string> crossing(const Row& row) {
  const double least = row.cell.share_at_least(row.contest->z_star(), sure);
  if (!(least > 1)) return std::nullopt;
  return fmt::format("{} on {} has an E of at least {:.3f}, clearly above the limit 1",
                     label(*row.learner), row.contest->name, least);
}

std::optional<std::string> excess(const Row& row) {
  if (!row.cell.certificate) return std::nullopt;
  std::vector<Attempt> all = row.cell.attacks;
  all.push_back({"no lie", row.cell.truth});
  if (row.cell.saturated) all.push_back({"saturated", *row.cell.saturated});
  for (const Attempt& one : all) {
    if (one.failure.interval(sure).low <= *row.cell.certificate) continue;
    return fmt::format("{} on {} fails {:.4f} ({}), clearly above its certificate {:.4f}",
                       label(*row.learner), row.contest->name, one.failure.probability, one.name,
                       *row.cell.certificate);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> Frontier::contradictions() const {
  std::vector<std::string> sentences;
  for (const Row& row : rows) {
    if (!row.cell.refused.empty()) continue;
    if (auto sentence = crossing(row)) sentences.push_back(*std::move(sentence));
    if (auto sentence = excess(row)) sentences.push_back(*std::move(sentence));
  }
  return sentences;
}

Result<std::vector<const Contest*>> chosen_contests(const Suite& suite,
                                                    const std::vector<std::string>& names,
                                                    bool quick) {
  std::vector<const Contest*> contests;
  for (const std::string& name : names) {
    if (std::ranges::find(suite.contests, name, &Contest::name) != suite.contests.end()) continue;
    std::vector<std::string_view> known;
    known.reserve(suite.contests.size());
    for (const Contest& contest : suite.contests) known.push_back(contest.name);
    return Error{unknown_name("contest", name, known) +
                     fmt::format(" (there are {})", fmt::join(known, ", ")),
                 ErrorKind::not_found};
  }
  for (const Contest& contest : suite.contests) {
    const bool wanted = names.empty() ? !quick || contest.quick
                                      : std::ranges::find(names, contest.name) != names.end();
    if (wanted) contests.push_back(&contest);
  }
  return contests;
}

Result<Frontier> play(const Suite& suite, const std::vector<std::string>& contests,
                      const Effort& effort, const std::string& folder, const CellWorkers& workers) {
  const auto wanted = chosen_contests(suite, contests, effort.quick);
  if (!wanted) return wanted.error();
  std::vector<Job> jobs;
  for (const Contest* contest : *wanted) {
    for (const LearnerChoice& learner : suite.learners) jobs.push_back({contest, &learner, &suite});
  }
  std::vector<std::size_t> longest_first(jobs.size());
  std::iota(longest_first.begin(), longest_first.end(), 0);
  std::ranges::stable_sort(longest_first, std::greater{},
                           [&](std::size_t k) { return jobs[k].seconds(effort); });
  std::vector<std::optional<Cell>> found(jobs.size());
  const auto job = [&](std::size_t k) -> const Job& { return jobs[longest_first[k]]; };
  const Cells cells{.count = jobs.size(),
                    .file_name = [&](std::size_t k) { return job(k).file_name(effort); },
                    .what = [&](std::size_t k) { return job(k).what(); },
                    .seconds = [&](std::size_t k) { return job(k).seconds(effort); },
                    .compute = [&](std::size_t k) -> Result<std::optional<nlohmann::json>> {
                      const auto cell = compute(job(k), effort, workers.stop);
                      if (!cell) return cell.error();
                      if (!*cell) return std::optional<nlohmann::json>();
                      return std::optional(cell_json(**cell));
                    },
                    .take =
                        [&](std::size_t k, const nlohmann::json& cell) {
                          return (found[longest_first[k]] = read_cell(cell)).has_value();
                        }};
  const auto taken = run_cells(cells, folder, workers);
  if (!taken) return taken.error();
  Frontier all{.effort = effort,
               .norm_bound = suite.norm_bound,
               .rows = {},
               .from_before = taken->from_before,
               .other_builds = taken->other_builds,
               .interrupted = !taken->all};
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    if (found[k]) all.rows.push_back({jobs[k].contest, jobs[k].learner, *std::move(found[k])});
  }
  return all;
}

}  // namespace mesha::frontier
