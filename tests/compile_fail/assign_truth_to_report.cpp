// expect: (no match for|no viable overloaded).*=
// Neither becomes the other by assignment.
#include "mesha/model/features.hpp"

void copy(mesha::Report& report, mesha::TrueFeature& truth) {
  report.x = truth.x;  // a visible act
#ifdef MESHA_EXPECT_ERROR
  report = truth;
  truth = report;
#endif
}
