#include "mesha/theory/certificate.hpp"

#include <algorithm>
#include <boost/math/special_functions/owens_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "mesha/base/expects.hpp"
#include "mesha/stats/normal_law.hpp"
#include "mesha/stats/quadrature.hpp"
#include "mesha/theory/rates.hpp"
#include "mesha/theory/schedule.hpp"

namespace mesha::theory {
namespace {

double units(double gap, double sd) {  // gap / sd, also without noise
  if (sd > 0) return gap / sd;
  return gap > 0 ? std::numeric_limits<double>::infinity() : 0;
}

void expect_sound(std::span<const double> means, double sd, const HalvingRule& rule) {
  expects(std::ranges::all_of(means, [](double mu) { return std::isfinite(mu); }),
          "a certificate needs finite means");
  expects(std::isfinite(sd) && sd >= 0, "a certificate needs a finite sd, not negative");
  expects(rule.clip >= 0, "a clip is not negative");
  expects(means.size() <= 1 || (!rule.epochs.empty() && rule.epochs.back().keep == 1),
          "the last epoch of a halving rule keeps one arm");
  for (const EpochFloor& epoch : rule.epochs) {
    expects(epoch.pulls >= 1 && epoch.keep >= 1, "a floor has pulls, and somebody goes on");
    expects(!epoch.most || *epoch.most >= epoch.pulls, "a window of pulls is not empty");
  }
}

std::optional<Error> refusal(const HalvingRule& rule) {
  if (rule.clip == 0 || rule.unit == ClipUnit::known_sd) return std::nullopt;
  return unsupported(
      "there is no certificate where corrections are clipped at multiples of an estimated sd: how "
      "far they move a decision is not known (use c = 0, or an sd that is known)");
}

// The sum over epochs of what `bound` says of one, given the gaps of the rivals.
template <class Bound>
Result<Certificate> sum_over_epochs(std::span<const double> means, double sd,
                                    const HalvingRule& rule, const Bound& bound) {
  expect_sound(means, sd, rule);
  if (const auto why = refusal(rule)) return *why;
  Certificate found{.failure = 0, .epochs = {}};
  if (means.size() <= 1) return found;
  const std::vector<double> gaps = gaps_of(means);
  for (const EpochFloor& epoch : rule.epochs) {
    found.epochs.push_back(bound(std::span(gaps).subspan(1), epoch));
    found.failure += found.epochs.back().failure;
  }
  found.failure = std::min(1.0, found.failure);
  return found;
}

// min over q of 1/(keep - q + 1) sum over i > q of reach_i; reach[0] belongs to rank 2.
EpochBound best_spared(const std::vector<double>& reach, int keep) {
  EpochBound best;
  std::vector<double> tails(reach.size() + 1, 0.0);  // summed from the smallest term on
  for (std::size_t i = reach.size(); i-- > 0;) tails[i] = tails[i + 1] + reach[i];
  for (int q = 1; q <= keep && static_cast<std::size_t>(q) <= reach.size() + 1; ++q) {
    const double bound = tails[static_cast<std::size_t>(q) - 1] / (keep - q + 1);
    if (bound < best.failure) best = {bound, q};
  }
  return best;
}

// P(at least `keep` of independent events of these probabilities), all terms positive.
double at_least(int keep, const std::vector<double>& probabilities, std::vector<double>& count) {
  const auto k = static_cast<std::size_t>(keep);
  count.assign(k + 1, 0.0);  // count[k]: k or more
  count[0] = 1;
  for (const double p : probabilities) {
    count[k] += count[k - 1] * p;
    for (std::size_t j = k - 1; j > 0; --j) count[j] = count[j] * (1 - p) + count[j - 1] * p;
    count[0] *= 1 - p;
  }
  return count[k];
}

// By how much an arm's mean may exceed its own mu, in units of sd / sqrt(N): the law of the largest
// value of a Brownian motion between the times N/N' and 1. With rho^2 = N/N' that is rho Z +
// sqrt(1 - rho^2) |Z'|, a skew normal law with slope alpha = sqrt(N'/N - 1).
class Rise {
 public:
  Rise(Allocation allocation, std::int64_t floor, std::optional<std::int64_t> most) {
    if (allocation == Allocation::equal) return;
    alpha_ = unlimited;
    if (!most || *most / 100 > floor) return;  // few percent are left to be gained
    alpha_ = std::sqrt(static_cast<double>(*most - floor) / static_cast<double>(floor));
  }

  double above(double x) const {
    if (alpha_ == 0 || std::isinf(x)) return normal_above(x);
    if (alpha_ == unlimited) return x <= 0 ? 1 : 2 * normal_above(x);  // the reflection principle
    return std::min(1.0, normal_above(x) + 2 * boost::math::owens_t(x, alpha_));
  }
  double density(double y) const {
    if (alpha_ == unlimited) return 2 * normal_density(y);  // y > 0
    return 2 * normal_density(y) * normal_below(alpha_ * y);
  }
  double lowest() const { return alpha_ == unlimited ? 0 : -12; }
  // 8 points on a panel of this width leave a relative error below 1e-12.
  double widest() const { return alpha_ == unlimited ? 0.125 : std::min(0.125, 0.5 / alpha_); }
  // Where the integrand is not smooth, of sums that reach these.
  std::vector<double> kinks(const std::vector<double>& to_reach) const {
    return alpha_ == unlimited ? to_reach : std::vector<double>{};
  }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  double alpha_ = 0;
};

// The nodes of an integral over the best arm's deviation. Between two neighbouring kinks the
// integrand is smooth.
std::vector<QuadratureNode> nodes_of(const Rise& rise, const std::vector<double>& to_reach) {
  constexpr double farthest = 38.5;  // the density beyond is below 1e-320
  static const std::vector<QuadratureNode> rule = gauss_legendre(8);
  const double low = rise.lowest();
  std::vector<double> kinks = rise.kinks(to_reach);
  std::erase_if(kinks, [low](double at) { return at <= low || at >= farthest; });
  kinks.insert(kinks.end(), {low, farthest});
  std::ranges::sort(kinks);
  std::vector<QuadratureNode> nodes;
  const auto narrow = [widest = rise.widest()](double a, double b) { return b - a <= widest; };
  for (std::size_t k = 1; k < kinks.size(); ++k) {
    if (kinks[k - 1] < kinks[k]) add_panels(kinks[k - 1], kinks[k], narrow, rule, nodes);
  }
  return nodes;
}

// Of the best arm's leaving an epoch: `to_reach` are how far it and a rival must move in sum, in
// units of sd / sqrt(N).
double joint(const std::vector<double>& to_reach, int keep, const Rise& rise) {
  if (static_cast<std::size_t>(keep) > to_reach.size()) return 0;
  std::vector<double> reach(to_reach.size());
  std::vector<double> count;
  double sum = 0;
  for (const auto& [y, weight] : nodes_of(rise, to_reach)) {
    if (normal_above(y) < 1e-18 * sum) break;  // what is left cannot be seen any more
    for (std::size_t i = 0; i < reach.size(); ++i) reach[i] = rise.above(to_reach[i] - y);
    sum += weight * rise.density(y) * at_least(keep, reach, count);
  }
  return std::min(1.0, sum);
}

double bound_of(double gap, double sd, const EpochFloor& epoch, const HalvingRule& rule) {
  if (rule.allocation == Allocation::equal || !epoch.most)
    return overtaking(gap, sd, epoch.pulls, rule.clip, rule.allocation);
  return overtaking_within(gap, sd, epoch.pulls, *epoch.most, rule.clip);
}

}  // namespace

double overtaking(double gap, double sd, std::int64_t floor, double clip, Allocation allocation) {
  const double u = units(gap, sd) * std::sqrt(static_cast<double>(floor) / 2);
  if (allocation == Allocation::equal) return normal_above(u - clip);
  if (u <= clip) return 1;
  const double q = normal_above(u - clip);
  return 4 * q * (1 - q);
}

double overtaking_within(double gap, double sd, std::int64_t floor, std::int64_t most,
                         double clip) {
  expects(floor >= 1 && most >= floor, "a window of pulls is not empty");
  const double reach =
      units(gap, sd) * std::sqrt(static_cast<double>(floor)) - clip * std::numbers::sqrt2;
  return joint({reach}, 1, Rise(Allocation::above_floor, floor, most));
}

Result<Certificate> certificate(std::span<const double> means, double sd, const HalvingRule& rule) {
  const auto bound = [&](std::span<const double> gaps, const EpochFloor& epoch) {
    std::vector<double> reach;
    for (const double gap : gaps) reach.push_back(bound_of(gap, sd, epoch, rule));
    return best_spared(reach, epoch.keep);
  };
  return sum_over_epochs(means, sd, rule, bound);
}

Result<Certificate> joint_certificate(std::span<const double> means, double sd,
                                      const HalvingRule& rule) {
  const auto bound = [&](std::span<const double> gaps, const EpochFloor& epoch) {
    std::vector<double> to_reach;
    for (const double gap : gaps) {
      to_reach.push_back(units(gap, sd) * std::sqrt(static_cast<double>(epoch.pulls)) -
                         rule.clip * std::numbers::sqrt2);
    }
    const Rise rise(rule.allocation, epoch.pulls, epoch.most);
    return EpochBound{joint(to_reach, epoch.keep, rise), 1};
  };
  return sum_over_epochs(means, sd, rule, bound);
}

Result<double> karnin_form(std::span<const double> means, double sd, const HalvingRule& rule,
                           double eta) {
  expect_sound(means, sd, rule);
  expects(eta < 1 && (eta > 0 || (eta == 0 && rule.clip == 0)),
          "eta lies between 0 and 1; it is 0 only without a clip");
  if (const auto why = refusal(rule)) return *why;
  if (means.size() <= 1) return 0.0;
  const double h_2 = H_2(gaps_of(means), RankReading::best_is_first);
  const double lost = rule.clip == 0 ? 0 : rule.clip * rule.clip * (1 - eta) / (2 * eta);
  double sum = 0;
  for (const EpochFloor& epoch : rule.epochs) {
    const int half = halved(epoch.keep, 1);
    const double y = (1 - eta) * static_cast<double>(epoch.pulls) * half / (4 * sd * sd * h_2);
    sum += std::exp(1 + lost - y);
  }
  return std::min(1.0, sum);
}

Result<double> karnin_form(std::span<const double> means, double sd, const HalvingRule& rule) {
  if (rule.clip == 0) return karnin_form(means, sd, rule, 0);
  double best = 1;
  for (int percent = 1; percent < 100; ++percent) {
    const auto found = karnin_form(means, sd, rule, percent / 100.0);
    if (!found) return found.error();
    best = std::min(best, *found);
  }
  return best;
}

double log_karnin_closed_form(std::span<const double> means, double sd, const KarninSizes& s) {
  expects(s.eta < 1 && (s.eta > 0 || (s.eta == 0 && s.clip == 0)),
          "eta lies between 0 and 1; it is 0 only without a clip");
  const double h_2 = H_2(gaps_of(means), RankReading::best_is_first);
  const int R = halving_epochs(s.arms);
  expects(R >= 1, "two arms or more are compared");
  const std::int64_t of_epoch = s.budget / R;
  const double lost = s.clip == 0 ? 0 : s.clip * s.clip * (1 - s.eta) / (2 * s.eta);
  const double pulls = (1 - s.alpha) * static_cast<double>(of_epoch) - s.arms;
  return 1 + std::log(R) + lost - (1 - s.eta) * pulls / (16 * sd * sd * h_2);
}

}  // namespace mesha::theory
