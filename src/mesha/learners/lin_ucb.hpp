// LinUCB in the form of OFUL: Abbasi-Yadkori, Pal & Szepesvari, "Improved algorithms for linear
// stochastic bandits" (2011), Figure 1. It believes the reports.
//   plan()     play the arm with the largest <theta, x> + beta |x|_{V^-1}
//   observe()  one ridge regression on what all arms reported
//   move()     what a reward says of every report x: with V^-1 = R R^T, f = R^T x and
//              s = <f of the played one, f>, both <theta, x> and f move by multiples of s
//   beta()     Theorem 2 with |theta| <= 1:
//              xi sqrt(2 log(1/delta) + log(det V / lambda^d)) + sqrt(lambda)
// It was made to earn rewards; for identification it is a baseline. The answer is the arm with the
// largest <theta, x> in the end, under its last report ("empirical best arm" of Bubeck, Munos &
// Stoltz 2011, with the model's estimate for the mean). K = 1: the arm is named without a pull.
// Every pull moves the estimates of all arms: a round costs O(d (d + K)), and O(d^2) more for a
// report that changes (and then the index is computed anew, which may differ from one that was
// carried along in its last digits).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/base/scratch.hpp"
#include "mesha/learners/parts/one_by_one.hpp"
#include "mesha/linalg/running_ridge.hpp"
#include "mesha/model/learner.hpp"

namespace mesha {

struct LinUcbConfig {
  int arms = 0;             // K
  int dimension = 0;        // d
  std::int64_t budget = 0;  // T
  double lambda = 1;
  double xi = 1;                // the noise is xi-sub-Gaussian
  std::optional<double> delta;  // default 1/T
};

class LinUcb : public OneByOne {
 public:
  static constexpr bool adaptive = true;
  static constexpr bool noise_by_seat = true;

  static Result<LinUcb> make(const LinUcbConfig& config);

  const std::vector<Pulls>& plan(Reports reports);
  void observe(std::span<const Evidence> batch);
  ArmId leader() const;

 private:
  explicit LinUcb(const LinUcbConfig& config);
  auto score() const {
    return [this](ArmId i) { return dot(ridge_.theta(), reports_[at(i)]); };
  }
  double beta() const;
  void look_at(ArmId arm, const Vec& report);
  void move(ArmId played, double reward);

  double lambda_;
  double xi_;
  double log_one_over_delta_;
  RunningRidge ridge_;
  double log_det_ = 0;                  // log(det V / lambda^d)
  std::vector<Vec> reports_;            // by every arm; and of each of them:
  std::vector<double> mean_;            // <theta, x>
  std::vector<double> squared_width_;   // |x|^2 in the norm of V^-1
  std::vector<std::vector<double>> f_;  // one vector per coordinate
  Scratch<std::vector<double>> s_;
};

static_assert(Learner<LinUcb>);

}  // namespace mesha
