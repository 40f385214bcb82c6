#include "mesha/catalog/cost.hpp"

namespace mesha {

double seconds_of_run(const Traits& traits, const Setting& setting) {
  const double K = setting.arms;
  const double d = setting.dimension;
  const auto T = static_cast<double>(setting.budget);
  if (traits.one_at_a_time) return 0.7e-9 * T * K * (d + 2) * (d + 2);
  if (traits.adaptive) {
    const double fits = traits.reads_reports ? 0.4e-9 * T * K * (10 + d * d) : 0;
    return T * (2e-8 + 1.5e-9 * K) + fits;
  }
  if (!traits.does_without_features()) return 2e-6 * K;  // new designs
  return 5e-8 * K + 8e-9 * K * K;                        // K phases
}

}  // namespace mesha
