#include "mesha/design/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mesha/design/certificate.hpp"

namespace mesha {
namespace {

// The largest power that is stable near the optimum if the points are spread evenly over a sphere:
// the curvature there is 2/(d+2), times (1 + sqrt(d(d+1)/2 / K))^2 for K random points (Marchenko
// & Pastur 1967). Elsewhere multiply() lowers it as needed.
double first_gamma(const Tiles& x) {
  const auto d = static_cast<double>(x.dimension());
  const double spread = 1 + std::sqrt(d * (d + 1) / 2 / static_cast<double>(x.size()));
  return std::max(1.0, (d + 2) / (2 * spread * spread));
}

}  // namespace

Ascent::Ascent(Tiles points, std::vector<std::uint32_t> ids, std::span<const double> weights)
    : x_(std::move(points)),
      ids_(std::move(ids)),
      d_(static_cast<double>(x_.dimension())),
      w_(weights.begin(), weights.end()),
      u_(x_.dimension()),
      row_(x_.dimension()),
      gamma_(first_gamma(x_)) {
  w_.resize(x_.padded(), 0.0);
  g_.resize(x_.padded(), 0.0);
  normalise(w_);
  refactor();
}

double Ascent::refactor() {
  const Square m = x_.gram(w_);
  auto factor = mesha::inverse_factor(m);
  regular_ = factor.has_value();
  if (!regular_) return std::numeric_limits<double>::infinity();
  factor_ = *std::move(factor);
  inverse_ = inverse_from(factor_);
  log_det_ = log_det_from(factor_);
  const double before = max_g_;
  x_.forms(factor_, g_);
  extremes_ = find_extremes();
  return std::abs(max_g_ - before) / d_;
}

// Values first, in 16 lanes that the compiler turns into vectors; then where they are.
Ascent::Extremes Ascent::find_extremes() {
  constexpr std::size_t lanes = Tiles::lanes;
  double high[lanes];
  double low[lanes];
  std::fill_n(high, lanes, 0.0);
  std::fill_n(low, lanes, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < g_.size(); i += lanes) {
    for (std::size_t q = 0; q < lanes; ++q) {
      const double g = g_[i + q];
      const double active = w_[i + q] > 0 ? g : std::numeric_limits<double>::infinity();
      high[q] = g > high[q] ? g : high[q];
      low[q] = active < low[q] ? active : low[q];
    }
  }
  max_g_ = *std::max_element(high, high + lanes);
  min_g_ = *std::min_element(low, low + lanes);
  Extremes found;
  found.up = static_cast<std::size_t>(std::ranges::find(g_, max_g_) - g_.begin());
  auto at = std::ranges::find(g_, min_g_);
  while (at != g_.end() && !(w_[static_cast<std::size_t>(at - g_.begin())] > 0)) {
    at = std::find(at + 1, g_.end(), min_g_);
  }
  found.away = static_cast<std::size_t>(at - g_.begin());
  return found;
}

// w <- (1 - t) w + t e_i; away from i when t < 0.
void Ascent::rank_one(std::size_t i, double t) {
  x_.copy_row(i, row_);
  mesha::multiply(inverse_, row_, u_);
  const double form = inner(u_, row_);
  const double r = t / (1 - t);
  const double a = r / (1 + r * form);
  const double b = 1 / (1 - t);
  for (std::size_t k = 0; k < u_.size(); ++k) {
    for (std::size_t l = 0; l < u_.size(); ++l) {
      inverse_(k, l) = (inverse_(k, l) - a * u_[k] * u_[l]) * b;
    }
  }
  x_.rank_one(u_, a, b, g_);
  for (double& w : w_) w *= 1 - t;
  w_[i] += t;
}

void Ascent::step() {
  const auto [i, j] = extremes_;
  const double up = max_g_ / d_ - 1;
  const double down = 1 - min_g_ / d_;
  if (up >= down) {
    rank_one(i, up / (max_g_ - 1));
  } else {
    const double all = w_[j] / (1 - w_[j]);
    const double best = min_g_ > 1 ? down / (min_g_ - 1) : all;
    rank_one(j, -std::min(best, all));
    if (best >= all) w_[j] = 0;
  }
  ++steps_;
  extremes_ = find_extremes();
}

void Ascent::multiply() {
  if (log_w_.size() != w_.size()) {
    log_w_.resize(w_.size());
    next_.resize(w_.size());
    std::ranges::transform(w_, log_w_.begin(), [](double w) { return std::log(w); });
    momentum_ = 0;
  }
  const double before = log_det_;
  accelerate();
  refactor();
  ++steps_;
  if (log_det_ >= before - 1e-12 * std::abs(before)) return;
  if (momentum_ <= 4) gamma_ = std::max(1.0, 0.7 * gamma_);  // gamma = 1 always ascends
  momentum_ = 0;
}

// One step of Nesterov's scheme in the logarithms of the weights; a constant added to all of them
// changes nothing, so log_w_ need not be normalised. The momentum starts afresh when it points
// against the gradient w_i (g_i - d) (O'Donoghue & Candes 2015).
void Ascent::accelerate() {
  double along = 0;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (g_[i] < 1e-9) w_[i] = 0;  // a point (nearly) at 0 is no use, and its logarithm harms
    if (!(w_[i] > 0)) continue;
    const double next = std::log(w_[i]) + gamma_ * std::log(g_[i] / d_);
    along += w_[i] * (g_[i] - d_) * (next - log_w_[i]);
    next_[i] = next;
  }
  if (along < 0) momentum_ = 0;
  const double beta = momentum_ / (momentum_ + 3);
  momentum_ += 1;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (!(w_[i] > 0)) continue;
    const double next = next_[i];
    next_[i] += beta * (next - log_w_[i]);
    log_w_[i] = next;
    largest = std::max(largest, next_[i]);
  }
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (w_[i] > 0) w_[i] = std::exp(next_[i] - largest);
  }
  normalise(w_);
}

void Ascent::drop_hopeless() {
  const double e = max_g_ - d_;
  if (!(e > 0)) return;
  // A little lower than the theorem allows: g has rounding errors.
  const double line = d_ * (1 + e / 2 - std::sqrt(e * (4 + e - 4 / d_)) / 2) * (1 - 1e-9);
  std::vector<std::uint32_t> kept;
  kept.reserve(x_.size());
  bool weight_lost = false;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (g_[i] >= line) {
      kept.push_back(static_cast<std::uint32_t>(i));
    } else {
      weight_lost = weight_lost || w_[i] > 0;
    }
  }
  if (kept.size() > x_.size() - x_.size() / 16) return;  // not worth the copying
  keep(kept);
  if (!weight_lost) {
    extremes_ = find_extremes();
    return;
  }
  normalise(w_);
  refactor();
}

void Ascent::keep(std::span<const std::uint32_t> kept) {
  x_.keep(kept);
  for (std::size_t to = 0; to < kept.size(); ++to) {
    ids_[to] = ids_[kept[to]];
    w_[to] = w_[kept[to]];
    g_[to] = g_[kept[to]];
    if (!log_w_.empty()) log_w_[to] = log_w_[kept[to]];
  }
  ids_.resize(kept.size());
  for (auto* per_point : {&w_, &g_}) {
    per_point->resize(kept.size());
    per_point->resize(x_.padded(), 0.0);
  }
  if (!log_w_.empty()) {
    log_w_.resize(kept.size());
    log_w_.resize(x_.padded());
  }
}

void Ascent::drop_dust() {
  const auto support =
      static_cast<double>(std::ranges::count_if(w_, [](double w) { return w > 0; }));
  const double dust = 1e-6 * gap() / support;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (w_[i] < dust && g_[i] < d_) w_[i] = 0;
  }
  log_w_.clear();
  normalise(w_);
  refactor();
}

}  // namespace mesha
