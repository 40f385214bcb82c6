// expect: (could not convert|cannot convert|no viable conversion).*(truth|TrueFeature)
// The capital sin: evidence that shows the learner an arm's true feature.
#include "mesha/model/evidence.hpp"

mesha::Evidence evidence(const mesha::TrueFeature& truth, const mesha::Report& report) {
#ifdef MESHA_EXPECT_ERROR
  return {mesha::ArmId{0}, truth, 3, 1.4};
#endif
  static_cast<void>(truth);
  return {mesha::ArmId{0}, report, 3, 1.4};
}
