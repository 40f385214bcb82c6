// Learners that are not in the catalog, in live selections.
#include <gtest/gtest.h>

#include "session/session_support.hpp"

namespace mesha::testing {
namespace {

// Pulls every arm once and names the first.
class FirstArm {
 public:
  explicit FirstArm(int arms) {
    for (int i = 0; i < arms; ++i) batch_.push_back({ArmId{i}, 1});
  }

  bool finished() const { return batch_.empty(); }
  const std::vector<Pulls>& plan(Reports /*never read*/) { return batch_; }
  void observe(std::span<const Evidence> /*never read*/) { batch_.clear(); }
  ArmId leader() const { return {}; }
  const Answer& answer() const { return answer_; }

 private:
  std::vector<Pulls> batch_;
  Answer answer_{Identified{ArmId{0}}, {}};
};

TEST(LearnerOfOthers, MustKnowWhatToDoWhenACandidateWithdraws) {
  const auto refused = check_learner("first_arm", AnyLearner(FirstArm(2)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(refused.error().sentence,
            "first_arm cannot decide a live selection: it has no rule for a candidate who "
            "withdraws");
  EXPECT_TRUE(check_learner("uniform", *learner_of(config_for("uniform", 2, 1, 4, 1))));
}

}  // namespace
}  // namespace mesha::testing
