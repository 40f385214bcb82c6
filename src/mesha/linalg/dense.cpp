#include "mesha/linalg/dense.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "mesha/base/expects.hpp"

namespace mesha {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> view(const Square& m) {
  const auto d = static_cast<Eigen::Index>(m.size());
  return {m.data(), d, d};
}

Eigen::Map<RowMajor> view(Square& m) {
  const auto d = static_cast<Eigen::Index>(m.size());
  return {m.data(), d, d};
}

}  // namespace

std::optional<Square> inverse_factor(const Square& m) {
  const Eigen::LLT<RowMajor> llt(view(m));
  if (llt.info() != Eigen::Success) return std::nullopt;
  Square factor(m.size());
  auto inverse = view(factor);
  inverse.setIdentity();
  llt.matrixL().solveInPlace(inverse);
  if (!inverse.allFinite()) return std::nullopt;
  return factor;
}

Square inverse_from(const Square& inverse_factor) {
  Square inverse(inverse_factor.size());
  view(inverse).noalias() = view(inverse_factor).transpose() * view(inverse_factor);
  return inverse;
}

double log_det_from(const Square& inverse_factor) {
  double sum = 0;
  for (std::size_t k = 0; k < inverse_factor.size(); ++k) sum -= std::log(inverse_factor(k, k));
  return 2 * sum;
}

void multiply(const Square& m, std::span<const double> v, std::span<double> out) {
  const std::size_t d = m.size();
  for (std::size_t i = 0; i < d; ++i) {
    const double* row = m.data() + i * d;
    double sum[4] = {};  // a fixed order of summation that vectors can follow
    std::size_t k = 0;
    for (; k + 4 <= d; k += 4) {
      for (std::size_t q = 0; q < 4; ++q) sum[q] += row[k + q] * v[k + q];
    }
    for (; k < d; ++k) sum[k % 4] += row[k] * v[k];
    out[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

std::optional<Square> inverse(const Square& m) {
  const Eigen::PartialPivLU<RowMajor> lu(view(m));
  Square inverse(m.size());
  view(inverse) = lu.inverse();
  if (!view(inverse).allFinite() || !(lu.rcond() > 1e-14)) return std::nullopt;
  return inverse;
}

std::optional<std::vector<double>> solve(const Square& m, std::span<const double> b) {
  expects(b.size() == m.size(), "a linear system needs one right-hand side per row");
  const auto d = static_cast<Eigen::Index>(b.size());
  std::vector<double> x(b.size());
  Eigen::Map<Eigen::VectorXd> out(x.data(), d);
  out =
      Eigen::PartialPivLU<RowMajor>(view(m)).solve(Eigen::Map<const Eigen::VectorXd>(b.data(), d));
  if (!out.allFinite()) return std::nullopt;
  return x;
}

}  // namespace mesha
