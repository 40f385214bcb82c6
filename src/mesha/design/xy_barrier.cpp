#include "mesha/design/xy_barrier.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "mesha/base/expects.hpp"
#include "mesha/design/certificate.hpp"

namespace mesha {
namespace {

// H^-1 v by H = L L^T, given L^-1.
std::vector<double> solve_with(const Square& inverse_factor, const std::vector<double>& v) {
  const std::size_t n = v.size();
  std::vector<double> half(n, 0.0);
  std::vector<double> out(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k <= i; ++k) half[i] += inverse_factor(i, k) * v[k];
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k <= i; ++k) out[k] += inverse_factor(i, k) * half[i];
  }
  return out;
}

}  // namespace

Square inverse_information(const Rows& x, const std::vector<double>& w) {
  const std::size_t d = x.front().size();
  Square m(d);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (w[i] == 0) continue;
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t l = 0; l < d; ++l) m(k, l) += w[i] * x[i][k] * x[i][l];
    }
  }
  const auto factor = inverse_factor(m);
  return factor ? inverse_from(*factor) : Square();
}

XYBarrier::XYBarrier(const Rows& arms, const Rows& differences, std::vector<double> weights)
    : x_(arms), y_(differences), w_(std::move(weights)) {
  const double total = std::accumulate(w_.begin(), w_.end(), 0.0);
  for (double& w : w_) w *= 0.9 / total;
  expects(evaluate() || !s_.empty(), "the arms of an XY-allocation must span their space");
  tau_ = -1.5 * *std::ranges::min_element(s_);
  evaluate();
  t_ = static_cast<double>(y_.size()) / tau_;
}

bool XYBarrier::evaluate() {
  rest_ = 1 - std::accumulate(w_.begin(), w_.end(), 0.0);
  if (!(rest_ > 0) || std::ranges::any_of(w_, [](double one) { return !(one > 0); })) return false;
  const Square inverse = inverse_information(x_, w_);
  if (inverse.size() == 0) return false;
  Rows u(x_.size(), std::vector<double>(inverse.size()));  // M^-1 x_i
  for (std::size_t i = 0; i < x_.size(); ++i) multiply(inverse, x_[i], u[i]);
  z_.resize(y_.size());
  s_.resize(y_.size());
  std::vector<double> v(inverse.size());
  bool inside = true;
  for (std::size_t y = 0; y < y_.size(); ++y) {
    z_[y].resize(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i) z_[y][i] = inner(y_[y], u[i]);
    multiply(inverse, y_[y], v);
    s_[y] = tau_ - inner(y_[y], v);
    inside = inside && s_[y] > 0;
  }
  g_.resize(x_.size());
  for (std::size_t i = 0; i < x_.size(); ++i) {
    g_[i].resize(x_.size());
    for (std::size_t j = 0; j <= i; ++j) g_[i][j] = inner(x_[j], u[i]);
  }
  return inside;
}

double XYBarrier::value() const {
  double sum = t_ * tau_ - std::log(rest_);
  for (const double s : s_) sum -= std::log(s);
  for (const double w : w_) sum -= std::log(w);
  return sum;
}

// The last variable is tau. Only the lower triangle of the Hessian is needed.
void XYBarrier::assemble(Square& hessian, std::vector<double>& gradient) const {
  const std::size_t n = w_.size();
  gradient.assign(n + 1, 0.0);
  gradient[n] = t_;
  std::vector<double> c(n);  // z^2 / s: minus the derivative of log(tau - q)
  for (std::size_t y = 0; y < y_.size(); ++y) {
    const double a = 1 / s_[y];
    for (std::size_t i = 0; i < n; ++i) c[i] = a * z_[y][i] * z_[y][i];
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] -= c[i];
      hessian(n, i) += a * c[i];
      const double z = 2 * a * z_[y][i];
      for (std::size_t j = 0; j <= i; ++j) hessian(i, j) += c[i] * c[j] + z * z_[y][j] * g_[i][j];
    }
    gradient[n] -= a;
    hessian(n, n) += a * a;
  }
  for (std::size_t i = 0; i < n; ++i) {
    gradient[i] += 1 / rest_ - 1 / w_[i];
    for (std::size_t j = 0; j <= i; ++j) hessian(i, j) += 1 / (rest_ * rest_);
    hessian(i, i) += 1 / (w_[i] * w_[i]);
  }
}

// False when the step no longer promises anything.
bool XYBarrier::newton_step() {
  const std::size_t n = w_.size();
  Square hessian(n + 1);
  std::vector<double> gradient;
  assemble(hessian, gradient);
  const auto factor = inverse_factor(hessian);
  if (!factor) return false;
  const std::vector<double> step = solve_with(*factor, gradient);
  const double decrement = inner(gradient, step);
  if (!(decrement > 1e-6)) return false;
  const std::vector<double> w = w_;
  const double tau = tau_;
  const double before = value();
  for (double size = 1; size > 1e-8; size /= 2) {
    for (std::size_t i = 0; i < n; ++i) w_[i] = w[i] - size * step[i];
    tau_ = tau - size * step[n];
    if (evaluate() && value() <= before - 0.1 * size * decrement) return true;
  }
  w_ = w;
  tau_ = tau;
  evaluate();
  return false;
}

void XYBarrier::solve(double tolerance, std::int64_t most_steps) {
  const auto constraints = static_cast<double>(y_.size() + w_.size() + 1);
  while (steps_ < most_steps) {
    for (int k = 0; k < 50 && newton_step(); ++k) ++steps_;
    ++steps_;
    if (constraints / t_ <= tolerance * tau_) return;
    t_ *= 10;
  }
}

std::vector<double> XYBarrier::shares() const {
  std::vector<double> mu(s_.size());
  for (std::size_t y = 0; y < s_.size(); ++y) mu[y] = 1 / s_[y];
  normalise(mu);
  return mu;
}

}  // namespace mesha
