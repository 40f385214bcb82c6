#include "mesha/planning/worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <map>
#include <utility>

#include "mesha/base/random.hpp"
#include "mesha/instances/tails.hpp"
#include "mesha/io/numbers.hpp"
#include "mesha/linalg/least_squares.hpp"
#include "mesha/stats/normal_law.hpp"

namespace mesha::planning {
namespace {

// theta, where the means are linear in the features.
std::optional<Vec> theta_of(const std::vector<Vec>& features, const std::vector<double>& means) {
  LeastSquares fit;
  fit.reset(features.front().size());
  for (std::size_t i = 0; i < means.size(); ++i) fit.add(features[i], 1, means[i]);
  fit.solve();
  const auto [low, high] = std::ranges::minmax(means);
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (std::abs(dot(fit.theta(), features[i]) - means[i]) > 1e-9 * (high - low))
      return std::nullopt;
  }
  return fit.theta();
}

Result<Instance> instance_of(const Question& question, const std::vector<double>& means) {
  if (!question.features.empty()) {
    if (auto theta = theta_of(question.features, means)) {
      std::vector<TrueFeature> arms;
      arms.reserve(means.size());
      for (const Vec& x : question.features) arms.push_back({x});
      return Instance::make(std::move(arms), *std::move(theta), question.noise);
    }
  }
  const Vec first = unit(question.dimension, 0);
  std::vector<TrueFeature> arms;
  arms.reserve(means.size());
  for (const double mean : means) arms.push_back({scaled(first, mean)});
  return Instance::make(std::move(arms), first, question.noise);
}

double beta_quantile(double a, double b, double p) { return boost::math::ibeta_inv(a, b, p); }

PastScores by_lines(const FeatureTable& table) {
  PastScores past;
  std::map<std::string_view, std::size_t> known;
  std::vector<std::size_t> arm_of;
  for (std::size_t k = 0; k < table.points.count; ++k) {
    const auto [place, fresh] = known.try_emplace(table.names[k], past.names.size());
    const std::size_t arm = arm_of.emplace_back(place->second);
    if (fresh) {
      past.names.push_back(table.names[k]);
      past.means.push_back(0);
      past.counts.push_back(0);
    }
    const auto n = static_cast<double>(++past.counts[arm]);
    past.means[arm] += (table.points.values[k] - past.means[arm]) / n;
  }
  double squares = 0;
  for (std::size_t k = 0; k < table.points.count; ++k) {
    const double off = table.points.values[k] - past.means[arm_of[k]];
    squares += off * off;
  }
  const auto spare = static_cast<double>(table.points.count - past.names.size());
  if (spare > 0) past.sd = std::sqrt(squares / spare);
  return past;
}

// The same as lines.
FeatureTable one_by_one(const FeatureTable& columns) {
  FeatureTable lines;
  const std::size_t arms = columns.points.dimension;
  for (std::size_t k = 0; k < columns.points.values.size(); ++k) {
    const std::size_t arm = k % arms;
    lines.names.push_back(columns.columns.empty() ? fmt::format("column {}", arm + 1)
                                                  : columns.columns[arm]);
  }
  lines.points = {columns.points.values.size(), 1, columns.points.values};
  return lines;
}

}  // namespace

Result<Experiment> experiment_of(const Question& question, std::size_t world, bool equal_norms) {
  auto instance = instance_of(question, question.worlds[world]);
  if (!instance) return instance.error();
  const RightAnswers right = right_answers(*instance, question.within);
  if (question.within == 0 && !right.single())
    return Error{
        "two candidates share the largest mean, so there is no single best one: give other means, "
        "or say with --within which ones count as found"};
  std::vector<Report> reports;
  reports.reserve(instance->arm_count());
  for (std::size_t i = 0; i < instance->arm_count(); ++i)
    reports.push_back({equal_norms || question.features.empty() ? unit(instance->dimension(), 0)
                                                                : question.features[i]});
  const ArmId best = right_answers(*instance, 0).arms().front();
  return Experiment{.instance = *std::move(instance),
                    .best = best,
                    .right = right,
                    .strategy = "fixed",
                    .profile = fixed_profile(reports)};
}

bool linear(const Question& question) {
  return !question.features.empty() &&
         theta_of(question.features, question.worlds.front()).has_value();
}

Result<std::vector<double>> means_of(const Lead& lead) {
  if (lead.arms < 2) return Error{"a plan needs at least two candidates"};
  if (!(lead.gap > 0)) return Error{"the gap must be above 0"};
  std::vector<double> means(static_cast<std::size_t>(lead.arms), lead.best - lead.gap);
  if (lead.shape != "equal" && lead.arms > 2) {
    TailOptions tail{.arms = lead.arms,
                     .best = lead.best,
                     .gap = lead.gap,
                     .end = lead.best - lead.last,
                     .tail = lead.shape == "separated" ? Tail::separated
                             : lead.shape == "nested"  ? Tail::nested
                                                       : Tail::linear,
                     .nested_gap = lead.gap};
    if (tail.tail == Tail::separated && lead.arms == 3) tail.tail = Tail::linear;
    means = means_with_tail(tail);
    std::ranges::reverse(means);
    const double rounding = 1e-9 * lead.gap;
    const auto falls = [=](double low, double high) { return low > high + rounding; };
    if (std::ranges::adjacent_find(means, falls) != means.end())
      return Error{
          fmt::format("with this shape the last candidate must be further below the best "
                      "than {:g}: raise --last",
                      lead.last)};
  }
  means.back() = lead.best;
  return means;
}

Result<Prior> prior_of(std::string_view text) {
  const Error wrong{fmt::format(
      "a prior is normal(mean,sd), uniform(low,high) or beta(a,b) with numbers, not `{}`",
      text.substr(0, 40))};
  const auto open = text.find('(');
  const auto comma = text.find(',');
  if (open == std::string_view::npos || comma == std::string_view::npos || comma < open ||
      !text.ends_with(')'))
    return wrong;
  const std::string_view law = text.substr(0, open + 1);
  std::string_view second = text.substr(comma + 1, text.size() - comma - 2);
  while (second.starts_with(' ')) second.remove_prefix(1);
  const auto a = whole_text_as<double>(text.substr(open + 1, comma - open - 1));
  const auto b = whole_text_as<double>(second);
  if (!a || !b || !(std::abs(*a) < largest_size) || !(std::abs(*b) < largest_size)) return wrong;
  if (law == "normal(" && *b > 0) return Prior{Prior::Law::normal, *a, *b};
  if (law == "uniform(" && *a < *b) return Prior{Prior::Law::uniform, *a, *b};
  if (law == "beta(" && *a > 0 && *b > 0) return Prior{Prior::Law::beta, *a, *b};
  return wrong;
}

std::vector<double> drawn_means(const Prior& prior, std::int64_t arms, std::uint64_t seed,
                                std::uint64_t draw) {
  const RunRandom random{.seed = seed, .run = draw};
  std::vector<double> means;
  for (std::int64_t i = 0; i < arms; ++i) {
    const double u = random.uniform(Stream::instances, static_cast<std::uint32_t>(i), 0);
    switch (prior.law) {
      case Prior::Law::normal:
        means.push_back(prior.first + prior.second * normal_quantile(u));
        break;
      case Prior::Law::uniform:
        means.push_back(prior.first + (prior.second - prior.first) * u);
        break;
      case Prior::Law::beta:
        means.push_back(beta_quantile(prior.first, prior.second, u));
        break;
    }
  }
  return means;
}

Result<PastScores> past_scores(const FeatureTable& table, std::string_view source) {
  const bool lines = !table.names.empty() && table.points.dimension == 1;
  PastScores past = by_lines(lines ? table : one_by_one(table));
  if (past.names.size() < 2)
    return Error{
        fmt::format("{} has the scores of one candidate: a plan needs at least two", source)};
  return past;
}

}  // namespace mesha::planning
