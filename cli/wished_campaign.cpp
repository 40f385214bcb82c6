#include "cli/wished_campaign.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "mesha/io/durable_file.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {

Result<WishedCampaign> wished_campaign(const SimulateWish& wish) {
  constexpr std::size_t largest_file = 64'000'000;
  auto text = read_whole_file(wish.file, largest_file);
  if (!text) return text.error();
  auto experiment = read_experiment(*text, wish.file);
  if (!experiment) return experiment.error();
  if (wish.trials) experiment->trials = *wish.trials;
  if (wish.seed) experiment->seed = static_cast<std::uint64_t>(*wish.seed);
  if (wish.every_pull) experiment->draw = Draw::every_pull;
  Campaign campaign{.text = *std::move(text),
                    .trials = experiment->trials,
                    .seed = experiment->seed,
                    .draw = experiment->draw,
                    .precision = {.method = *method_named(wish.method),
                                  .trials = wish.trials,
                                  .half_width = wish.half_width,
                                  .relative_error = wish.relative_error},
                    .version = std::string(numbers_version)};
  return WishedCampaign{std::move(campaign), *std::move(experiment)};
}

void print_notes(const Experiment& experiment) {
  for (const std::string& note : experiment.notes) fmt::print(stderr, "note: {}\n", note);
}

}  // namespace mesha::cli
