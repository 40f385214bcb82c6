// expect: (no match for|no viable overloaded).*=
// Nor does the truth follow from a report.
#include "mesha/model/features.hpp"

void copy(mesha::TrueFeature& truth, const mesha::Report& report) {
  truth.x = report.x;  // a visible act
#ifdef MESHA_EXPECT_ERROR
  truth = report;
#endif
}
