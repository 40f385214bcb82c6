#include "mesha/learners/parts/records.hpp"

#include <limits>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

// Squared deviations from the mean of the group. Equal rewards leave rounding, which is not taken
// for variance.
double deviations_in(const Evidence& group) {
  if (group.pulls == 1) return 0;
  const auto n = static_cast<double>(group.pulls);
  const double rounding = 4 * n * std::numeric_limits<double>::epsilon() * group.square_sum;
  const double rest = group.square_sum - group.reward_sum * group.reward_sum / n;
  expects(rest >= -1e6 * rounding, "this learner needs the sum of squared rewards, too");
  return rest > rounding ? rest : 0;
}

}  // namespace

Records::Records(int arms)
    : n_(static_cast<std::size_t>(arms), 0.0), sum_(n_.size(), 0.0), m_(n_.size(), 0.0) {}

// Pairwise update of squared deviations (Chan, Golub & LeVeque 1983): no difference of large sums.
void Records::add(ArmId arm, Groups groups) {
  const std::size_t i = at(arm);
  for (const Evidence* group : groups) {
    const auto n = static_cast<double>(group->pulls);
    const double apart = group->reward_sum / n - m_[i];
    const double mixed = n_[i] > 0 ? apart * apart * n_[i] * n / (n_[i] + n) : 0;
    within_ += deviations_in(*group) + mixed;
    freedom_ += n_[i] > 0 ? n : n - 1;
    n_[i] += n;
    sum_[i] += group->reward_sum;
    m_[i] = sum_[i] / n_[i];
  }
}

}  // namespace mesha
