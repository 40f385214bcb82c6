#include "mesha/stats/quadrature.hpp"

#include <cmath>
#include <numbers>

namespace mesha {
namespace {

struct Legendre {
  double value = 0;
  double slope = 0;
};

Legendre legendre(int n, double x) {
  double previous = 1;
  double current = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * current - (k - 1) * previous) / k;
    previous = current;
    current = next;
  }
  return {current, n * (x * current - previous) / (x * x - 1)};
}

}  // namespace

std::vector<QuadratureNode> gauss_legendre(int n) {
  std::vector<QuadratureNode> rule;
  for (int k = n; k >= 1; --k) {
    double x = std::cos(std::numbers::pi * (k - 0.25) / (n + 0.5));
    Legendre p = legendre(n, x);
    for (int step = 0; step < 5; ++step) {  // Newton, from a start good to 3 digits
      x -= p.value / p.slope;
      p = legendre(n, x);
    }
    rule.push_back({x, 2 / ((1 - x * x) * p.slope * p.slope)});
  }
  return rule;
}

void add_panels(double low, double high, const std::function<bool(double, double)>& smooth,
                const std::vector<QuadratureNode>& rule, std::vector<QuadratureNode>& into) {
  const double middle = low + (high - low) / 2;
  if (low < middle && middle < high && !smooth(low, high)) {
    add_panels(low, middle, smooth, rule, into);
    add_panels(middle, high, smooth, rule, into);
    return;
  }
  const double half = (high - low) / 2;
  for (const auto& [x, weight] : rule) into.push_back({middle + half * x, half * weight});
}

}  // namespace mesha
