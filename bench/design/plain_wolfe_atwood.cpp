#include "plain_wolfe_atwood.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

namespace bench {
namespace {

using Columns = Eigen::MatrixXd;  // d x K

// d greedy points, each the farthest from the span of those before it.
Eigen::VectorXd start(const Columns& x) {
  Columns rest = x;
  Eigen::VectorXd w = Eigen::VectorXd::Zero(x.cols());
  for (Eigen::Index k = 0; k < x.rows(); ++k) {
    Eigen::Index far = 0;
    rest.colwise().squaredNorm().maxCoeff(&far);
    w[far] = 1.0 / static_cast<double>(x.rows());
    const Eigen::VectorXd q = rest.col(far).normalized();
    rest -= q * (q.transpose() * rest);
  }
  return w;
}

}  // namespace

PlainDesign plain_wolfe_atwood(const mesha::Points& points, double tolerance) {
  const Columns x =
      Eigen::Map<const Columns>(points.values.data(), static_cast<Eigen::Index>(points.dimension),
                                static_cast<Eigen::Index>(points.count));
  const auto d = static_cast<double>(points.dimension);
  Eigen::VectorXd w = start(x);
  Eigen::MatrixXd inverse;
  Eigen::VectorXd g;
  const auto refactor = [&] {
    inverse = (x * w.asDiagonal() * x.transpose()).inverse();
    g = (x.array() * (inverse * x).array()).colwise().sum();
  };
  refactor();
  long steps = 0;
  while (true) {
    Eigen::Index i = 0;
    if (g.maxCoeff(&i) <= d * (1 + tolerance)) {
      refactor();
      if (g.maxCoeff(&i) <= d * (1 + tolerance)) break;
    }
    Eigen::Index j = -1;
    for (Eigen::Index k = 0; k < w.size(); ++k) {
      if (w[k] > 0 && (j < 0 || g[k] < g[j])) j = k;
    }
    double t = (g[i] / d - 1) / (g[i] - 1);
    Eigen::Index at = i;
    bool drop = false;
    if (g[i] / d - 1 < 1 - g[j] / d) {
      const double all = w[j] / (1 - w[j]);
      const double best = g[j] > 1 ? (1 - g[j] / d) / (g[j] - 1) : all;
      drop = best >= all;
      t = -std::min(best, all);
      at = j;
    }
    const Eigen::VectorXd u = inverse * x.col(at);
    const double r = t / (1 - t);
    const double a = r / (1 + r * u.dot(x.col(at)));
    inverse = (inverse - a * u * u.transpose()) / (1 - t);
    g = (g.array() - a * (u.transpose() * x).transpose().array().square()) / (1 - t);
    w *= 1 - t;
    w[at] = drop ? 0 : w[at] + t;
    if (++steps % 5000 == 0) refactor();
  }
  return {{w.begin(), w.end()}, steps};
}

}  // namespace bench
