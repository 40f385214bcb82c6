// sigma_i^*: reports the true feature, always.
#pragma once

#include "mesha/model/strategy.hpp"

namespace mesha {

class Truthful {
 public:
  bool constant() const { return true; }
  bool watches() const { return false; }
  const Report& report(const ArmView& view) {
    report_.x = view.own.x;
    return report_;
  }

 private:
  Report report_;
};

static_assert(Strategy<Truthful>);

}  // namespace mesha
