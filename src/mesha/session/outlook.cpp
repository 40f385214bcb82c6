#include "mesha/session/outlook.hpp"

#include <algorithm>
#include <utility>

namespace mesha {

std::optional<Outlook> outlook(const SessionConfig& config, double gap) {
  const auto arms = static_cast<std::int64_t>(config.candidates.size());
  const LearnerEntry* entry = find_learner(config.learner);
  if (arms < 2 || arms > planning::most_arms || entry == nullptr ||
      !entry->traits.does_without_features() || entry->traits.stops_by_itself)
    return std::nullopt;
  auto means = planning::means_of({.arms = arms, .gap = gap});
  if (!means) return std::nullopt;
  const planning::Question question{.worlds = {*std::move(means)},
                                    .noise = GaussianNoise{config.noise},
                                    .dimension = config.candidates.front().report.x.size()};
  const planning::Effort effort{.most = std::max<std::int64_t>(1'000'000, config.budget),
                                .seconds = 0.1};
  constexpr double confidence = 0.95;
  const auto failures = planning::Failures::make(
      question, {.choice = {.name = config.learner, .options = options_of(config)}}, effort.seed,
      confidence);
  if (!failures || (!failures->integrable() && dear(*failures, config.budget, effort)))
    return std::nullopt;
  const auto now =
      failures->integrable()
          ? failures->integrated(config.budget)
          : failures->counted(config.budget,
                              planning::runs_of_point(*failures, config.budget, effort), {});
  if (!now) return std::nullopt;
  return Outlook{.gap = gap,
                 .now = *now,
                 .wished = effort.failure,
                 .needed = planning::find_budget(*failures, effort, {})};
}

}  // namespace mesha
