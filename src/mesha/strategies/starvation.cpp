#include "mesha/strategies/starvation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace mesha {
namespace {

// u and d - 1 further orthonormal vectors: Gram-Schmidt on the axes, twice for accuracy.
std::vector<Vec> basis_around(const Vec& x) {
  const std::size_t d = x.size();
  std::vector<Vec> basis{scaled(x, 1 / norm(x))};
  for (std::size_t k = 0; k < d && basis.size() < d; ++k) {
    Vec v = unit(d, k);
    for (int pass = 0; pass < 2; ++pass) {
      for (const Vec& b : basis) {
        const double along = dot(v, b);
        for (std::size_t c = 0; c < d; ++c) v[c] -= along * b[c];
      }
    }
    if (norm(v) > 1e-6) basis.push_back(scaled(v, 1 / norm(v)));
  }
  return basis;
}

}  // namespace

Result<std::vector<Report>> starvation_reports(const StarvationConfig& c) {
  const Vec& x = c.target_report.x;
  const double length = norm(x);
  if (c.arms < 3) return Error{"starvation needs at least two colluders beside the target"};
  if (x.size() < 2) return Error{"starvation needs features of dimension 2 or more"};
  if (!(length > 0)) return Error{"starvation cannot surround a target that reports zero"};
  if (!(length < c.norm)) {
    return Error{"starvation needs colluders who report a larger norm than the target's " +
                 std::to_string(length) + ": raise `norm`"};
  }
  // As open as possible up to 45 degrees: the wider, the more the design prefers the colluders.
  const double phi = std::min(std::numbers::pi / 4, std::acos(length / c.norm));
  const std::vector<Vec> basis = basis_around(x);
  const Vec& u = basis.front();
  std::vector<Report> reports(c.arms);
  std::size_t colluder = 0;
  for (std::size_t i = 0; i < c.arms; ++i) {
    if (arm_at(i) == c.target) {
      reports[i] = c.target_report;
      continue;
    }
    const Vec& v = basis[1 + (colluder / 2) % (basis.size() - 1)];
    const double side = colluder % 2 == 0 ? 1 : -1;
    Vec report(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      report[k] = c.norm * (std::cos(phi) * u[k] + side * std::sin(phi) * v[k]);
    }
    reports[i] = Report{report};
    ++colluder;
  }
  return reports;
}

}  // namespace mesha
