#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/scale.hpp"
#include "mesha/io/durable_file.hpp"
#include "mesha/version.hpp"

namespace mesha::cli {
namespace {

// What the words say about precision, over what the file says.
void apply(const SimulateOptions& options, Precision& precision) {
  precision.method = *method_named(options.method);
  if (options.trials) precision.trials = *options.trials;
  precision.by_number = options.trials.has_value();
  if (options.seed) precision.seed = static_cast<std::uint64_t>(*options.seed);
  if (options.every_pull) precision.draw = Draw::every_pull;
  precision.half_width = options.half_width;
  precision.relative_error = options.relative_error;
  precision.chosen = options.json || !options.files.csv.empty();
}

}  // namespace

Result<CampaignAndExperiment> campaign_of(const SimulateOptions& options) {
  auto text = read_whole_file(options.file, largest_experiment);
  if (!text) return text.error();
  auto experiment = read_experiment(*text, options.file);
  if (!experiment) return experiment.error();
  apply(options, experiment->precision);
  Campaign campaign{.text = *std::move(text),
                    .precision = experiment->precision,
                    .version = std::string(numbers_version)};
  return CampaignAndExperiment{std::move(campaign), *std::move(experiment)};
}

void print_notes(const Experiment& experiment) {
  for (const std::string& note : experiment.notes) fmt::print(stderr, "note: {}\n", note);
}

}  // namespace mesha::cli
