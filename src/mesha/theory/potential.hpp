// The widths |x_t| in the norm of V^-1, V = lambda I + sum over t of x_t x_t^T, of the reports that
// one arm makes in an epoch: what stands behind both of the paper's factors sqrt(d) (Appendix F).
//   eq. "trace-id"    sum |x_t|^2 = tr(V^-1 (V - lambda I)) = d - lambda tr(V^-1) <= d
//   eq. "cs-split"    sum |x_t| <= sqrt(n sum |x_t|^2)
//   eq. "beta-bound"  beta <= sqrt((d + 1) log((1 + n)/delta_r))     the first sqrt(d)
//   eq. "combined"    of these three, (beta / n) sum |x_t| <= sqrt(d (d + 1) log(...) / n)
#pragma once

#include <cstdint>
#include <span>

#include "mesha/linalg/vec.hpp"
#include "mesha/theory/radii.hpp"

namespace mesha::theory {

// The two sides of the trace identity, neither computed from the other: widths by one Cholesky
// factor of V, and d - lambda tr(V^-1) by its inverse. All reports have one length; lambda > 0.
double squared_widths(std::span<const Vec> reports, double lambda);
double trace_side(std::span<const Vec> reports, double lambda);

// |x| in the norm of V^-1 if all n reports are x, q = |x|^2: sqrt(q / (lambda + n q)).
double constant_width(double squared_norm, std::int64_t pulls, double lambda);

// The largest sum |x_t|^2 over n reports in the unit ball: m - lambda m / (lambda + n/m),
// m = min(n, d). Of V, at most m eigenvalues differ from lambda and they sum to m lambda + n at
// most, so by convexity their inverses sum to m^2 / (m lambda + n) or more. It is reached by n
// vectors of length 1 that form a tight frame, and there are some for every n.
double most_squared_widths(int dimension, std::int64_t pulls, double lambda);

// The same for reports e_1, ..., e_d in turn (the strategy `BasisCycling`): a tight frame, and so
// the largest, where d divides n or n < d.
double cycled_squared_widths(int dimension, std::int64_t pulls, double lambda);

// Bounds of sum |x_t| over n reports in the unit ball.
enum class WidthReading {
  potential_lemma,  // sqrt(2 d n log(1 + n)): proofs of Lemma 14 and Theorem 12
  trace,            // sqrt(n d): Appendix F, eqs. "cs-split" and "trace-id"
};
double most_widths(int dimension, double n, WidthReading reading);

double first_factor(const Radii& radii, std::int64_t pulls);  // eq. "beta-bound"
double second_factor(int dimension);                          // sqrt(d), eq. "trace-id"
double both_factors(const Radii& radii, std::int64_t pulls);  // eq. "combined"

}  // namespace mesha::theory
