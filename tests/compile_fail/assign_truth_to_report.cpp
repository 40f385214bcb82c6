// expect: (no match for|no viable overloaded).*=
// A report does not become the truth's copy by assignment.
#include "mesha/model/features.hpp"

void copy(mesha::Report& report, const mesha::TrueFeature& truth) {
  report.x = truth.x;  // a visible act
#ifdef MESHA_EXPECT_ERROR
  report = truth;
#endif
}
