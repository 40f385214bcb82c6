#include "mesha/catalog/entries/parts.hpp"

#include <fmt/format.h>

namespace mesha::entries {

// V = lambda I + sum x x^T is factored where reports change, and must not lose lambda to rounding.
double lambda(const Setting& s, OptionReader& o) {
  const double said = o.number("lambda", 1);
  const double least = 1e-12 * s.gram;
  if (said > 0 && said < least) {
    o.complain("lambda", fmt::format("must be at least {:.3g} at T = {}: beside changing reports "
                                     "of this length rounding would drown a smaller one",
                                     least, s.budget));
  }
  return said;
}

double zeta(const Setting& s, OptionReader& o) {
  const std::optional<double> said = o.number("zeta");
  if (said && !(*said > 0)) o.complain("zeta", "must be above 0");  // even where it is not used
  return said.value_or(s.smallest_gap / 2);
}

}  // namespace mesha::entries
