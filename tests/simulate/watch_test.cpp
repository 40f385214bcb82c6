// A run that is watched is the same run.
#include <gtest/gtest.h>

#include <span>

#include "mesha/simulate/runner.hpp"
#include "support/experiment_1.hpp"

namespace mesha {
namespace {

TEST(Runner, ShowsAWatcherEveryBatchAndPlaysAsIfAlone) {
  const Experiment e = testing::experiment_1();
  for (const char* name : {"mesha", "opt_gtm"}) {  // eight arms at a time, and one
    for (const Draw draw : {Draw::sums_where_possible, Draw::every_pull}) {
      Runner<AnyLearner, AnyStrategy> alone(*e.make({name, {}}, 60), e.instance, e.profile,
                                            {.draw = draw});
      Runner<AnyLearner, AnyStrategy> watched = alone;
      for (std::uint64_t run = 0; run < 20; ++run) {
        std::int64_t pulls = 0;
        std::size_t left = 0;
        const Answer answer =
            watched.play({7, run}, [&](std::span<const Evidence> batch, const AnyLearner& learner) {
              for (const Evidence& one : batch) pulls += one.pulls;
              EXPECT_GE(learner.departures().size(), left);  // it has observed the batch already
              left = learner.departures().size();
            });
        EXPECT_EQ(answer, alone.play({7, run})) << name;
        EXPECT_EQ(pulls, alone.spent()) << name;
        EXPECT_EQ(left, answer.departures.size()) << name;
      }
    }
  }
}

}  // namespace
}  // namespace mesha
