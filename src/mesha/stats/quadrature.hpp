// Numerical integration by Gauss-Legendre rules on panels.
#pragma once

#include <functional>
#include <vector>

namespace mesha {

struct QuadratureNode {
  double at = 0;
  double weight = 0;
};

// The n-point rule on [-1, 1]: exact for polynomials of degree 2n - 1.
std::vector<QuadratureNode> gauss_legendre(int n);

// A panel [low, high] is halved until `smooth` accepts it (or it cannot be halved any more);
// the panels' nodes, in ascending order, are appended to `into`.
void add_panels(double low, double high, const std::function<bool(double, double)>& smooth,
                const std::vector<QuadratureNode>& rule, std::vector<QuadratureNode>& into);

}  // namespace mesha
