#include "mesha/learners/parts/corrections.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "mesha/base/expects.hpp"
#include "mesha/learners/parts/lanes.hpp"
#include "mesha/linalg/cholesky.hpp"

namespace mesha {
namespace {

// Four sums side by side, which the compiler keeps in vector registers: on every machine the same.
double sum_of_products(const std::vector<double>& a, const std::vector<double>& b) {
  std::array<double, lanes> sums{};
  for (std::size_t i = 0; i < a.size(); i += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += a[i + k] * b[i + k];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void multiply(const std::vector<double>& a, const std::vector<double>& b,
              std::vector<double>& product) {
  for (std::size_t i = 0; i < a.size(); ++i) product[i] = a[i] * b[i];
}

}  // namespace

Corrections::Corrections(int arms, int dimension)
    : arms_(static_cast<std::size_t>(arms)),
      d_(static_cast<std::size_t>(dimension)),
      y_(d_, PerArm(in_whole_lanes(arms_), 0.0)),
      pulls_(in_whole_lanes(arms_), 0.0),
      b_(arms_, 0.0) {}

void Corrections::add(ArmId arm, Groups groups) {
  const std::size_t i = at(arm);
  double& n = pulls_[i];
  for (const Evidence* group : groups) {
    expects(group->report.x.size() == d_, "a report of another dimension was given");
    n += static_cast<double>(group->pulls);
    const double weight = static_cast<double>(group->pulls) / n;
    for (std::size_t k = 0; k < d_; ++k) {
      double& y = y_[k][i];
      y += weight * (group->report.x[k] - y);
    }
  }
  fresh_ = false;
}

std::span<const double> Corrections::by(const Records& records, double variance) {
  if (!fresh_) compute(records, variance);
  fresh_ = true;
  return b_;
}

void Corrections::weigh(double tau2) {
  Memory& now = *memory_;
  for (std::size_t i = 0; i < now.w.size(); ++i) now.w[i] = 1 / (now.v[i] + tau2);
}

void Corrections::fit() {  // line 19
  Memory& now = *memory_;
  double trace = 0;
  for (std::size_t a = 0; a < d_; ++a) {
    multiply(now.w, y_[a], now.weighted);
    for (std::size_t b = 0; b <= a; ++b)
      now.gram[a * d_ + b] = sum_of_products(now.weighted, y_[b]);
    now.theta[a] = sum_of_products(now.weighted, now.m);
    trace += now.gram[a * d_ + a];
  }
  const double rho = 1e-7 * trace / static_cast<double>(d_) + 1e-12;
  for (std::size_t a = 0; a < d_; ++a) now.gram[a * d_ + a] += rho;
  cholesky(now.gram.data(), d_, rho);
  solve_factored(now.gram.data(), d_, now.theta.data());
}

Corrections::Misfit Corrections::misfit() {  // line 20
  Memory& now = *memory_;
  now.e = now.m;
  for (std::size_t k = 0; k < d_; ++k) {
    for (std::size_t i = 0; i < now.e.size(); ++i) now.e[i] -= now.theta[k] * y_[k][i];
  }
  multiply(now.w, now.e, now.weighted);
  return {sum_of_products(now.weighted, now.e), sum_of_products(now.weighted, now.weighted)};
}

void Corrections::compute(const Records& records, double variance) {
  std::ranges::fill(b_, 0.0);
  const auto all_zero = [](const PerArm& y) { return std::ranges::all_of(y, std::logical_not{}); };
  if (std::ranges::all_of(y_, all_zero) || !(variance > 0) || !std::isfinite(variance)) return;
  Memory& now = *memory_;
  for (PerArm* one : {&now.v, &now.w, &now.e, &now.weighted}) one->resize(pulls_.size());
  now.m.assign(pulls_.size(), 0.0);
  std::ranges::copy(records.means(), now.m.begin());
  now.gram.resize(d_ * d_);
  now.theta.resize(d_);
  // Infinite, and so of weight 0, for an arm that was never pulled.
  for (std::size_t i = 0; i < now.v.size(); ++i) now.v[i] = variance / pulls_[i];
  const double least = *std::ranges::min_element(now.v);
  const auto seen = std::ranges::count_if(pulls_, [](double n) { return n > 0; });
  const auto dof = std::max(1.0, static_cast<double>(seen) - static_cast<double>(d_));
  double tau2 = 0;
  for (int it = 1; it <= 6; ++it) {  // lines 18-22
    weigh(tau2);
    fit();
    const Misfit found = misfit();
    if ((it == 1 && found.of_weights <= dof) || !(found.slope > 0)) break;
    const double step = (found.of_weights - dof) / found.slope * (found.of_weights / dof);
    tau2 = std::max(0.0, tau2 + step);
    if (!(std::abs(step) >= 1e-3 * (tau2 + least))) break;
  }
  for (std::size_t i = 0; i < arms_; ++i) {  // line 23
    const double b = -now.v[i] / (now.v[i] + tau2) * now.e[i];
    b_[i] = pulls_[i] > 0 && std::isfinite(b) ? b : 0;
  }
}

}  // namespace mesha
