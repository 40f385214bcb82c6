#include "cli/campaign_of.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "mesha/io/durable_file.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {

Result<CampaignAndExperiment> campaign_of(const SimulateOptions& options) {
  auto text = read_whole_file(options.file, largest_experiment);
  if (!text) return text.error();
  auto experiment = read_experiment(*text, options.file);
  if (!experiment) return experiment.error();
  if (options.trials) experiment->trials = *options.trials;
  if (options.seed) experiment->seed = static_cast<std::uint64_t>(*options.seed);
  if (options.every_pull) experiment->draw = Draw::every_pull;
  Campaign campaign{.text = *std::move(text),
                    .trials = experiment->trials,
                    .seed = experiment->seed,
                    .draw = experiment->draw,
                    .precision = {.method = *method_named(options.method),
                                  .trials = options.trials,
                                  .half_width = options.half_width,
                                  .relative_error = options.relative_error},
                    .version = std::string(numbers_version)};
  return CampaignAndExperiment{std::move(campaign), *std::move(experiment)};
}

void print_notes(const Experiment& experiment) {
  for (const std::string& note : experiment.notes) fmt::print(stderr, "note: {}\n", note);
}

}  // namespace mesha::cli
