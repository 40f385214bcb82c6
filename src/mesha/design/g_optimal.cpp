#include "mesha/design/g_optimal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "mesha/design/ascent.hpp"
#include "mesha/design/certificate.hpp"
#include "mesha/linalg/spanned.hpp"

namespace mesha {
namespace {

class Solver {
 public:
  Solver(const Spanned& spanned, const DesignOptions& options)
      : x_(spanned.coordinates),
        basis_(spanned.basis),
        options_(options),
        d_(static_cast<double>(x_.dimension())) {}

  // Rounds on a working set that grows by the points it got wrong, until it gets none wrong.
  GOptimal solve() {
    std::vector<double> w = first_weights();
    std::vector<std::uint32_t> work = first_work(w);
    double tolerance = work.size() == x_.size() ? options_.tolerance : first_tolerance();
    while (true) {
      solve_on(work, w, tolerance);
      const auto certificate = certify(x_, w);
      expects(certificate.has_value(), "a design lost the span of its arms");
      const double gap = certificate->worst / d_ - 1;
      if (gap <= options_.tolerance || exhausted()) return answer(std::move(w), certificate->worst);
      if (!enlarge(work, certificate->g, tolerance) && tolerance <= 0.3 * options_.tolerance) {
        return answer(std::move(w), certificate->worst);  // rounding is all that is left
      }
      tolerance = std::max(0.25 * options_.tolerance, std::min(tolerance / 4, gap / 16));
    }
  }

 private:
  static constexpr double multiplicative_from = 4;  // points per dimension
  static constexpr double warm_worst = 1e3;         // a start worse than this is none

  double first_tolerance() const { return std::max(options_.tolerance, 1e-2); }

  bool exhausted() const { return options_.stop.stop_requested() || steps_ >= options_.most_steps; }

  // What the caller knows, if it spans well. Else Kumar and Yildirim's start: d points, each the
  // farthest from the span of those before it (2005, Algorithm 3.1, for ellipsoids around 0, where
  // a point and its negative are one); the pivots of the span are just these.
  std::vector<double> first_weights() {
    if (options_.warm.size() == x_.size()) {
      std::vector<double> w(options_.warm.begin(), options_.warm.end());
      const auto certificate = certify(x_, w);
      if (certificate && certificate->worst < warm_worst * d_) {
        warm_ = true;
        return w;
      }
    }
    std::vector<double> w(x_.size(), 0.0);
    for (const std::uint32_t i : basis_) w[i] = 1 / d_;
    return w;
  }

  // Points with weight, and those that the start predicts worst: about eight times as many as an
  // optimal design can need.
  std::vector<std::uint32_t> first_work(const std::vector<double>& w) const {
    const std::size_t d = x_.dimension();
    const std::size_t enough = std::max<std::size_t>(8 * d * (d + 1) / 2, 64);
    std::vector<std::uint32_t> work(x_.size());
    std::iota(work.begin(), work.end(), 0U);
    if (x_.size() <= 2 * enough) return work;
    // Under equal weights far points stand out; the start's few points say little about them.
    const std::vector<double> equal(x_.size(), 1.0 / static_cast<double>(x_.size()));
    auto g = certify(x_, equal)->g;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (w[i] > 0) g[i] = std::numeric_limits<double>::infinity();
    }
    const auto middle = work.begin() + static_cast<std::ptrdiff_t>(enough);
    std::ranges::nth_element(work, middle, std::greater{}, [&g](std::uint32_t i) { return g[i]; });
    work.resize(enough);
    std::ranges::sort(work);
    return work;
  }

  // Adds the worst of the points that the design on `work` predicts badly; false if there is none.
  bool enlarge(std::vector<std::uint32_t>& work, const std::vector<double>& g,
               double tolerance) const {
    std::vector<bool> inside(x_.size(), false);
    for (const std::uint32_t i : work) inside[i] = true;
    std::vector<std::uint32_t> wrong;
    for (std::uint32_t i = 0; i < x_.size(); ++i) {
      if (!inside[i] && g[i] > d_ * (1 + std::min(tolerance, options_.tolerance)))
        wrong.push_back(i);
    }
    if (wrong.empty()) return false;
    const std::size_t most = std::max<std::size_t>(work.size() / 2, 64);
    if (wrong.size() > most) {
      std::ranges::nth_element(wrong, wrong.begin() + static_cast<std::ptrdiff_t>(most),
                               std::greater{}, [&g](std::uint32_t i) { return g[i]; });
      wrong.resize(most);
    }
    work.insert(work.end(), wrong.begin(), wrong.end());
    std::ranges::sort(work);
    return true;
  }

  void solve_on(const std::vector<std::uint32_t>& work, std::vector<double>& w, double tolerance) {
    const bool many = static_cast<double>(work.size()) > multiplicative_from * d_ && d_ > 1;
    const bool multiplicative = many && !warm_;
    std::vector<double> start(work.size(), 1.0);
    for (std::size_t k = 0; k < work.size() && !multiplicative; ++k) start[k] = w[work[k]];
    Ascent ascent(x_.subset(work), work, start);
    if (multiplicative && ascent.regular()) multiplicative_phase(ascent, tolerance);
    if (ascent.regular()) wolfe_atwood(ascent, tolerance);
    steps_ += ascent.steps();
    warm_ = true;
    if (!ascent.regular()) {
      expects(multiplicative, "a design was to start from weights that do not span");
      return solve_on(work, w, tolerance);  // from w, which spans, by rank-one steps alone
    }
    std::ranges::fill(w, 0.0);
    for (std::size_t k = 0; k < ascent.size(); ++k) w[ascent.ids()[k]] = ascent.weights()[k];
  }

  void report(const Ascent& ascent) const {
    if (options_.on_progress) {
      options_.on_progress({ascent.gap(), steps_ + ascent.steps(), ascent.size()});
    }
  }

  bool exhausted(const Ascent& ascent) const {
    return options_.stop.stop_requested() || steps_ + ascent.steps() >= options_.most_steps;
  }

  // As long as it halves the gap every `patience` steps.
  void multiplicative_phase(Ascent& ascent, double tolerance) const {
    constexpr int patience = 60;
    double goal = ascent.gap() / 2;
    for (int since = 0; since < patience && ascent.gap() > tolerance; ++since) {
      if (exhausted(ascent) || !ascent.regular()) return;
      ascent.multiply();
      report(ascent);
      if (options_.deletion) ascent.drop_hopeless();
      if (ascent.gap() < goal) goal = ascent.gap() / 2, since = 0;
    }
    if (ascent.gap() > tolerance) ascent.drop_dust();
  }

  // Rank-one steps, checked against a fresh factorisation before they are believed.
  void wolfe_atwood(Ascent& ascent, double tolerance) const {
    const auto often = static_cast<std::int64_t>(std::max(d_, 100.0));
    constexpr double drift = 1e-9;
    std::int64_t until_fresh = 10 * often;
    while (!exhausted(ascent)) {
      for (std::int64_t k = 0; k < often && ascent.gap() > tolerance; ++k) ascent.step();
      until_fresh -= often;
      report(ascent);
      const bool done = ascent.gap() <= tolerance;
      if (done || until_fresh <= 0) {
        const double drifted = ascent.refactor();
        if (ascent.gap() <= tolerance) return;
        if (done && drifted < drift * tolerance) return;
        until_fresh = drifted > drift ? often : 10 * often;
      }
      if (options_.deletion) ascent.drop_hopeless();
    }
  }

  GOptimal answer(std::vector<double> w, double worst) const {
    return {std::move(w), worst, static_cast<int>(d_), steps_};
  }

  const Tiles& x_;
  const std::vector<std::uint32_t>& basis_;
  const DesignOptions& options_;
  double d_;
  bool warm_ = false;
  std::int64_t steps_ = 0;
};

// The best design without one arm, if it is as good for all of them: then, and only then, an
// optimal design gives that arm weight 0.
std::optional<GOptimal> without(const Points& arms, const Spanned& inside,
                                const DesignOptions& options) {
  const auto gone = static_cast<std::ptrdiff_t>(*options.avoid);
  const auto d = static_cast<std::ptrdiff_t>(arms.dimension);
  Points others{arms.count - 1, arms.dimension, arms.values};
  others.values.erase(others.values.begin() + gone * d, others.values.begin() + (gone + 1) * d);
  const Spanned other_span = spanned(others);
  if (other_span.rank() != inside.rank()) return std::nullopt;
  std::vector<double> warm(options.warm.begin(), options.warm.end());
  if (warm.size() == arms.count) warm.erase(warm.begin() + gone);
  DesignOptions same = options;
  same.warm = warm;
  GOptimal design = Solver(other_span, same).solve();
  design.weights.insert(design.weights.begin() + gone, 0.0);
  const auto certificate = certify(inside.coordinates, design.weights);
  if (!certificate) return std::nullopt;
  design.worst = certificate->worst;
  if (design.gap() > std::max(options.tolerance * (1 + 1e-6), 1e-11)) return std::nullopt;
  return design;
}

}  // namespace

Status fit_for_design(const Points& arms) {
  if (arms.count == 0) return Error{"a design needs at least one arm"};
  bool any = false;
  for (std::size_t k = 0; k < arms.values.size(); ++k) {
    if (!std::isfinite(arms.values[k])) {
      return Error{"arm " + std::to_string(k / arms.dimension) +
                   " (counted from 0) has a feature that is not a finite number"};
    }
    any = any || arms.values[k] != 0;
  }
  if (!any) return Error{"all features are 0: there is nothing that a design could estimate"};
  return ok();
}

Result<GOptimal> g_optimal(const Points& arms, const DesignOptions& options) {
  if (auto fit = fit_for_design(arms); !fit) return fit.error();
  if (!(options.tolerance >= finest_tolerance) || !std::isfinite(options.tolerance)) {
    return Error{"the tolerance of a design must be a finite number of at least 1e-12"};
  }
  if (options.avoid)
    expects(*options.avoid < arms.count, "an arm to avoid must be one of the arms");
  const Spanned inside = spanned(arms);
  if (options.avoid && arms.count > 1) {
    if (auto design = without(arms, inside, options)) return *std::move(design);
  }
  return Solver(inside, options).solve();
}

Result<GOptimal> g_optimal(std::span<const Vec> arms, const DesignOptions& options) {
  return g_optimal(points_of(arms), options);
}

}  // namespace mesha
