// expect: (could not convert|cannot convert|no viable conversion|no matching).*Report
// Nature does not take an arm's word for its feature.
#include <vector>

#include "mesha/model/instance.hpp"

auto game(const std::vector<mesha::TrueFeature>& truth, const std::vector<mesha::Report>& reports) {
  static_cast<void>(reports);
#ifdef MESHA_EXPECT_ERROR
  return mesha::Instance::make(reports, {1.0}, mesha::GaussianNoise{1});
#else
  return mesha::Instance::make(truth, {1.0}, mesha::GaussianNoise{1});
#endif
}
