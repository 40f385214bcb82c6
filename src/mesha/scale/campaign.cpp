#include "mesha/scale/campaign.hpp"

#include <fmt/format.h>

#include "mesha/io/sealed_json.hpp"

namespace mesha {
namespace {

std::string precision_text(const Precision& options) {
  return fmt::format("{} {} {} {}", name(options.method), options.by_number ? options.trials : 0,
                     options.half_width.value_or(0), options.relative_error.value_or(0));
}

}  // namespace

std::string difference(const Campaign& a, const Campaign& b) {
  if (a.text != b.text) return "experiment";
  if (a.precision.trials != b.precision.trials) return "number of trials";
  if (a.precision.seed != b.precision.seed) return "seed";
  if (a.precision.draw != b.precision.draw) return "way to draw";
  if (precision_text(a.precision) != precision_text(b.precision)) return "method or precision";
  if (a.version != b.version) return "program version";
  return "";
}

std::string hash(const Campaign& c) {
  return checksum(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", c.version, c.precision.trials,
                              c.precision.seed, static_cast<int>(c.precision.draw),
                              precision_text(c.precision), c.text));
}

Result<Experiment> experiment_of(const Campaign& campaign, const std::string& source) {
  auto experiment = read_experiment(campaign.text, source);
  if (!experiment) return experiment;
  const std::int64_t cap = experiment->precision.cap;  // the text alone says it
  experiment->precision = campaign.precision;
  experiment->precision.cap = cap;
  return experiment;
}

}  // namespace mesha
