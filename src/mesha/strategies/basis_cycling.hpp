// Reports norm * e_k with k = own pull number mod d. Over n pulls with d | n this maximises
// sum |x|^2_{V^-1} = d - lambda tr(V^-1), the trace term behind the paper's d^2 factor
// (Appendix F, eq. "trace-id"): the reports that widen the grim trigger's slack the most.
#pragma once

#include <cstddef>

#include "mesha/model/strategy.hpp"

namespace mesha {

class BasisCycling {
 public:
  explicit BasisCycling(double norm) : norm_(norm) {}

  bool constant() const { return false; }
  bool watches() const { return false; }
  const Report& report(const ArmView& view) {
    const std::size_t d = view.own.x.size();
    if (report_.x.size() != d) report_.x.reset(d);
    report_.x[k_] = 0;
    k_ = static_cast<std::size_t>(view.own_pulls) % d;
    report_.x[k_] = norm_;
    return report_;
  }

 private:
  double norm_;
  std::size_t k_ = 0;
  Report report_;
};

static_assert(Strategy<BasisCycling>);

}  // namespace mesha
