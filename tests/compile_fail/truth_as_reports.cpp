// expect: (could not convert|cannot convert|no viable conversion|no matching).*TrueFeature
// A learner plans from reports, never from true features.
#include <vector>

#include "mesha/learners/mesha.hpp"

void plan(mesha::Mesha& learner, const std::vector<mesha::TrueFeature>& truth,
          const std::vector<mesha::Report>& reports) {
  learner.plan(reports);
#ifdef MESHA_EXPECT_ERROR
  learner.plan(truth);
#endif
  static_cast<void>(truth);
}
