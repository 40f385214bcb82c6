// From the words of `mesha plan` to the question.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/plan.hpp"
#include "cli/scale.hpp"
#include "mesha/io/csv.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/session/config.hpp"

namespace mesha::cli {
namespace {

using planning::Question;

constexpr std::int64_t usual_draws = 400;

Result<std::vector<double>> list_of(const std::string& flag, std::string text) {
  std::erase(text, ' ');
  const auto numbers = numbers_of(text);
  if (!numbers) return Error{fmt::format("{}: {}", flag, numbers.error().sentence)};
  for (const double x : *numbers) {
    if (auto fits = check_number("a number of " + flag, x); !fits) return fits.error();
  }
  return std::vector<double>(numbers->begin(), numbers->end());
}

Status check_flags(const PlanVerb& verb) {
  const int sources = static_cast<int>(!verb.means.empty()) + static_cast<int>(!verb.gaps.empty()) +
                      static_cast<int>(!verb.scores.empty()) +
                      static_cast<int>(!verb.prior.empty());
  if (sources > 1)
    return Error{
        "the means of the candidates come from one of --means, --gap, --scores and "
        "--means-prior"};
  const bool by_gap = verb.means.empty() && verb.scores.empty() && verb.prior.empty();
  if (verb.evaluations && !by_gap)
    return Error{
        "--evaluations goes through gaps from small to large: leave --means, --scores and "
        "--means-prior away"};
  if (verb.evaluations && (verb.lies || verb.most))
    return Error{
        "--evaluations is a number of evaluations that is given: --lies and --max belong "
        "to the search for one"};
  if (!by_gap && (verb.shape != "equal" || verb.last || verb.best))
    return Error{"--shape, --last and --best say how candidates lie below a --gap, and need one"};
  if (verb.shape == "equal" && verb.last)
    return Error{"--last says where the last candidate is, and needs a --shape"};
  if (verb.draws && verb.prior.empty()) return Error{"--draws are of a --means-prior"};
  if (verb.sd && !verb.noise.empty()) return Error{"--sd and --noise are two words for one thing"};
  if (verb.norm_bound && !verb.lies) return Error{"--norm-bound is of the lies that --lies tries"};
  if (!verb.arms && verb.means.empty() && verb.scores.empty() && verb.features.empty())
    return Error{"how many candidates are there? Say --arms K, --means or --scores"};
  return ok();
}

// "0.2" and "gaussian(0.2)", "uniform(0.5)", "bernoulli".
Result<Noise> noise_of(const std::string& text) {
  if (text == "bernoulli") return Noise{BernoulliReward{}};
  const auto size_in = [&](std::string_view law) -> std::optional<double> {
    if (!text.starts_with(law) || !text.ends_with(')')) return std::nullopt;
    return whole_text_as<double>(
        std::string_view(text).substr(law.size(), text.size() - law.size() - 1));
  };
  const auto sound = [](const std::optional<double>& x) {
    return x && *x >= smallest_size && *x <= largest_size;
  };
  if (const auto sd = whole_text_as<double>(text); sound(sd)) return Noise{GaussianNoise{*sd}};
  if (const auto sd = size_in("gaussian("); sound(sd)) return Noise{GaussianNoise{*sd}};
  if (const auto half = size_in("uniform("); sound(half)) return Noise{UniformNoise{*half}};
  return Error{
      fmt::format("--noise is a number above 0, gaussian(sd), uniform(half width) or "
                  "bernoulli, not `{}`",
                  text.substr(0, 40))};
}

double size_of(const Noise& noise) {  // a standard deviation
  if (const auto* gaussian = std::get_if<GaussianNoise>(&noise)) return gaussian->sd;
  if (const auto* uniform = std::get_if<UniformNoise>(&noise))
    return uniform->half_width / std::sqrt(3.0);
  return 0.5;
}

Status take_noise(const PlanVerb& verb, const std::optional<planning::PastScores>& past,
                  PlanQuestion& into) {
  if (verb.sd) {
    into.question.noise = GaussianNoise{*verb.sd};
  } else if (!verb.noise.empty()) {
    auto noise = noise_of(verb.noise);
    if (!noise) return noise.error();
    into.question.noise = *noise;
  } else if (past) {
    if (!past->sd || !(*past->sd > 0))
      return Error{
          "the scores of a candidate do not differ, or there is one of each: say with --sd how far "
          "a score strays"};
    into.question.noise = GaussianNoise{*past->sd};
    into.notes.push_back(fmt::format(
        "scores stray by {:.4g}, as they did in the past (--sd says otherwise)", *past->sd));
  } else {
    into.notes.emplace_back("scores stray by 1 (--sd says otherwise)");
  }
  return ok();
}

Status take_features(const PlanVerb& verb, Question& into) {
  if (verb.features.empty()) return ok();
  const auto table = load_features(verb.features);
  if (!table) return table.error();
  if (table->points.dimension == 0) return Error{verb.features + " has no features in it"};
  for (std::size_t i = 0; i < table->points.count; ++i) {
    const auto row = table->points.row(i);
    into.features.emplace_back(std::vector<double>(row.begin(), row.end()));
  }
  into.dimension = table->points.dimension;
  return ok();
}

Status take_lead(const PlanVerb& verb, std::int64_t arms, PlanQuestion& into) {
  double gap = size_of(into.question.noise) / 2;
  if (!verb.gaps.empty()) {
    const auto gaps = list_of("--gap", verb.gaps);
    if (!gaps) return gaps.error();
    if (std::ranges::any_of(*gaps, [](double x) { return !(x > 0); }))
      return Error{"--gap must be above 0"};
    if (gaps->size() > 1 && !verb.evaluations)
      return Error{"--gap takes several gaps only with --evaluations"};
    gap = gaps->front();
  } else if (!verb.evaluations) {
    into.notes.push_back(fmt::format(
        "the best leads by {:.4g}, half of what a score strays (--gap says otherwise)", gap));
  }
  into.lead = {.arms = arms,
               .gap = gap,
               .best = verb.best.value_or(0),
               .last = verb.last.value_or(gap * static_cast<double>(arms - 1)),
               .shape = verb.shape};
  auto means = planning::means_of(*into.lead);
  if (!means) return means.error();
  const auto chance = [](double mean) { return mean >= 0 && mean <= 1; };
  if (std::holds_alternative<BernoulliReward>(into.question.noise) &&
      !std::ranges::all_of(*means, chance))
    return Error{
        "rewards of 0 and 1 have means between 0 and 1: say with --best what the best is worth"};
  into.question.worlds = {*std::move(means)};
  into.candidates =
      verb.shape == "equal"
          ? fmt::format("{} candidates, the best {:.4g} above all others", arms, gap)
          : fmt::format(
                "{} candidates, the best {:.4g} above the second, {:.4g} above the last ({})", arms,
                gap, into.lead->last, verb.shape);
  return ok();
}

Status take_prior(const PlanVerb& verb, std::int64_t arms, PlanQuestion& into) {
  const auto prior = planning::prior_of(verb.prior);
  if (!prior) return prior.error();
  const std::int64_t draws = verb.draws.value_or(usual_draws);
  for (std::int64_t k = 0; k < draws; ++k)
    into.question.worlds.push_back(
        planning::drawn_means(*prior, arms, effort_of(verb).seed, static_cast<std::uint64_t>(k)));
  into.candidates = fmt::format("{} candidates with means from {}, averaged over {} draws", arms,
                                verb.prior, draws);
  return ok();
}

Status take_means(const PlanVerb& verb, const std::optional<planning::PastScores>& past,
                  PlanQuestion& into) {
  if (past) {
    into.question.worlds = {past->means};
    into.candidates =
        fmt::format("{} candidates with the means of {}", past->means.size(), verb.scores);
    into.notes.emplace_back(
        "who led in the past was lucky as a rule: the true lead is smaller than the observed one");
    return ok();
  }
  auto means = list_of("--means", verb.means);
  if (!means) return means.error();
  into.candidates = fmt::format("{} candidates with means {}", means->size(), verb.means);
  if (into.candidates.size() > 60)
    into.candidates = fmt::format("{} candidates of given means", means->size());
  into.question.worlds = {*std::move(means)};
  return ok();
}

Status check_counts(const PlanVerb& verb, const Question& question) {
  const auto arms = static_cast<std::int64_t>(question.arms());
  if (arms < 2) return Error{"a plan needs at least two candidates"};
  if (arms > planning::most_arms)
    return Error{fmt::format("{} candidates are too many: {} at most", arms, planning::most_arms)};
  if (verb.arms && *verb.arms != arms)
    return Error{
        fmt::format("--arms says {} candidates, and there are {} means", *verb.arms, arms)};
  if (!question.features.empty() && question.features.size() != question.arms())
    return Error{fmt::format("{} has the features of {} candidates, and there are {}",
                             verb.features, question.features.size(), arms)};
  return ok();
}

}  // namespace

planning::Effort effort_of(const PlanVerb& verb) {
  planning::Effort effort{.runs = verb.trials};
  if (verb.failure) effort.failure = *verb.failure;
  if (verb.most) effort.most = *verb.most;
  if (verb.seed) effort.seed = static_cast<std::uint64_t>(*verb.seed);
  return effort;
}

Result<PlanQuestion> question_of(const PlanVerb& verb) {
  if (auto fits = check_flags(verb); !fits) return fits.error();
  PlanQuestion asked;
  if (verb.within) asked.question.within = *verb.within;
  std::optional<planning::PastScores> past;
  if (!verb.scores.empty()) {
    const auto table = load_features(verb.scores);
    if (!table) return table.error();
    auto scores = planning::past_scores(*table, verb.scores);
    if (!scores) return scores.error();
    past = *std::move(scores);
  }
  if (auto done = take_noise(verb, past, asked); !done) return done.error();
  if (auto done = take_features(verb, asked.question); !done) return done.error();
  const auto arms = verb.arms.value_or(static_cast<std::int64_t>(asked.question.features.size()));
  if (past || !verb.means.empty()) {
    if (auto done = take_means(verb, past, asked); !done) return done.error();
  } else if (!verb.prior.empty()) {
    if (auto done = take_prior(verb, arms, asked); !done) return done.error();
  } else if (auto done = take_lead(verb, arms, asked); !done) {
    return done.error();
  }
  if (auto fits = check_counts(verb, asked.question); !fits) return fits.error();
  for (std::size_t w = 0; w < asked.question.worlds.size(); ++w) {
    if (auto sound = planning::experiment_of(asked.question, w, true); !sound) return sound.error();
  }
  if (!asked.question.features.empty() && !planning::linear(asked.question))
    asked.notes.emplace_back(
        "the means are no linear function of the features: learners that believe in one are "
        "misled");
  return asked;
}

Result<Question> question_with_gap(const PlanQuestion& asked, double gap) {
  Question question = asked.question;
  planning::Lead lead = *asked.lead;
  lead.last *= gap / lead.gap;
  lead.gap = gap;
  auto means = planning::means_of(lead);
  if (!means) return means.error();
  question.worlds = {*std::move(means)};
  if (auto sound = planning::experiment_of(question, 0, true); !sound) return sound.error();
  return question;
}

Result<std::vector<double>> gaps_of(const PlanVerb& verb, const PlanQuestion& asked) {
  std::vector<double> gaps;
  if (!verb.gaps.empty()) {
    auto said = list_of("--gap", verb.gaps);
    if (!said) return said.error();
    gaps = *std::move(said);
  } else {
    for (const double share : {0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0})
      gaps.push_back(share * size_of(asked.question.noise));
  }
  std::ranges::sort(gaps);
  return gaps;
}

}  // namespace mesha::cli
