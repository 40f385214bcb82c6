// The pseudocode of learners/parts/floor_sets.hpp and corrections.hpp as one would write it down:
// every reward is kept, and everything is computed anew from all of them whenever it is needed.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "mesha/linalg/vec.hpp"

namespace mesha::testing {

struct PlainFloorSets {
  int K = 0;
  long T = 0;
  double alpha = 0.75;
  std::optional<long> P = {};
  bool final = false;
  std::function<double(int arm, long k)> reward = {};
  std::vector<Vec> y = {};  // reports; empty: not read
  double share = 0;
  double c = 0;

  std::vector<std::vector<long>> batches = {};  // pulls per arm
  std::vector<std::vector<int>> floor_sets = {};
  std::vector<std::vector<double>> r = {};  // all rewards
  double vb = 0;
  long steps = 0;

  double n(int i) const { return static_cast<double>(r[static_cast<std::size_t>(i)].size()); }
  double m(int i) const {
    const auto& all = r[static_cast<std::size_t>(i)];
    return std::accumulate(all.begin(), all.end(), 0.0) / n(i);
  }
  double s2() const {  // line 9
    double W = 0;
    double dof = 0;
    for (int i = 0; i < K; ++i) {
      for (const double x : r[static_cast<std::size_t>(i)]) W += (x - m(i)) * (x - m(i));
      dof += n(i) - 1;
    }
    return (W + vb) / (dof + 1);
  }

  std::vector<double> corrections() const {  // lines 17-23 of the predictions
    std::vector<double> b(static_cast<std::size_t>(K), 0.0);
    const auto d = static_cast<Eigen::Index>(y.front().size());
    Eigen::MatrixXd Y(K, d);
    Eigen::VectorXd M(K), v(K), e(K);
    for (int i = 0; i < K; ++i) {
      for (Eigen::Index k = 0; k < d; ++k)
        Y(i, k) = y[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
      M(i) = m(i);
      v(i) = s2() / n(i);
    }
    double tau2 = 0;
    for (int it = 1; it <= 6; ++it) {
      const Eigen::VectorXd w = (v.array() + tau2).inverse();
      Eigen::MatrixXd V = Y.transpose() * w.asDiagonal() * Y;
      V += (1e-7 * V.trace() / static_cast<double>(d) + 1e-12) * Eigen::MatrixXd::Identity(d, d);
      const Eigen::VectorXd theta = V.ldlt().solve(Y.transpose() * w.asDiagonal() * M);
      e = M - Y * theta;
      const double Q = (w.array() * e.array().square()).sum();
      const double dof = std::max(1.0, static_cast<double>(K) - static_cast<double>(d));
      if (it == 1 && Q <= dof) break;
      const double slope = (w.array().square() * e.array().square()).sum();
      const double step = (Q - dof) / slope * (Q / dof);
      tau2 = std::max(0.0, tau2 + step);
      if (std::abs(step) < 1e-3 * (tau2 + v.minCoeff())) break;
    }
    for (int i = 0; i < K; ++i) b[static_cast<std::size_t>(i)] = -v(i) / (v(i) + tau2) * e(i);
    return b;
  }

  void pull(const std::vector<long>& counts) {
    for (int i = 0; i < K; ++i) {
      auto& all = r[static_cast<std::size_t>(i)];
      for (long k = 0; k < counts[static_cast<std::size_t>(i)]; ++k)
        all.push_back(reward(i, static_cast<long>(all.size())));
    }
    batches.push_back(counts);
  }

  // Lines 10-15 for one batch of `pulls`; `pool` are those who may be pulled.
  std::vector<long> plan(long pulls, double M, double N, const std::vector<int>& pool) {
    std::vector<long> counts(static_cast<std::size_t>(K), 0);
    const double variance = s2();
    const std::vector<double> b = y.empty() ? std::vector<double>{} : corrections();
    for (long p = 0; p < pulls; ++p, ++steps) {
      const bool guided = !y.empty() && std::floor(static_cast<double>(steps + 1) * share) >
                                            std::floor(static_cast<double>(steps) * share);
      const auto g = [&](int i) { return m(i) + (guided ? b[static_cast<std::size_t>(i)] : 0); };
      const auto count = [&](int i) {
        return n(i) + static_cast<double>(counts[static_cast<std::size_t>(i)]);
      };
      int L = pool.front();
      for (const int i : pool) L = g(i) > g(L) ? i : L;
      const auto removed = [&](int i) { return M / (count(i) * (count(i) + M)); };
      int C = -1;
      double least = 0;
      for (const int i : pool) {
        if (i == L) continue;
        const double gap = g(L) - g(i);
        const double cost = variance == 0 ? gap
                                          : gap * gap / (2 * variance * (removed(L) + removed(i))) +
                                                (guided ? 0 : std::log(count(i)) / 2);
        if (C < 0 || cost < least) C = i, least = cost;
      }
      ++counts[static_cast<std::size_t>(count(L) <= count(C) || count(L) < N ? L : C)];
    }
    return counts;
  }

  std::vector<int> ranked(std::size_t keep, double N, const std::vector<int>& pool) const {
    std::vector<int> able;
    for (const int i : pool) {
      if (n(i) >= N) able.push_back(i);
    }
    std::vector<double> s(static_cast<std::size_t>(K), 0.0);
    const std::vector<double> b =
        y.empty() || c == 0 ? std::vector<double>(s.size(), 0.0) : corrections();
    const double sd = std::sqrt(s2());
    for (const int i : able) {
      const double most = c * sd / std::sqrt(2 * n(i));
      s[static_cast<std::size_t>(i)] =
          m(i) + std::clamp(b[static_cast<std::size_t>(i)], -most, most);
    }
    if (able.size() == 2 && c > 0 && !y.empty()) {
      const int i = able[0], j = able[1];
      const double most = c * sd * std::sqrt(1 / n(i) + 1 / n(j));
      s[static_cast<std::size_t>(i)] =
          m(i) - m(j) +
          std::clamp(b[static_cast<std::size_t>(i)] - b[static_cast<std::size_t>(j)], -most, most);
      s[static_cast<std::size_t>(j)] = 0;
    }
    std::ranges::stable_sort(able, [&](int i, int j) {
      return s[static_cast<std::size_t>(i)] > s[static_cast<std::size_t>(j)];
    });
    able.resize(std::min(keep, able.size()));
    std::ranges::sort(able);
    return able;
  }

  int play() {
    r.assign(static_cast<std::size_t>(K), {});
    const int R = static_cast<int>(std::ceil(std::log2(K)));
    const auto A = [&](int e) { return (K + (1 << (e - 1)) - 1) / (1 << (e - 1)); };
    const auto f = [&](int e) {
      return std::max(
          1L, static_cast<long>(std::floor((1 - alpha) * static_cast<double>(T / R) / A(e))));
    };
    std::vector<int> all(static_cast<std::size_t>(K));
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> F = all;
    long t = 0, N = 0, sum = 0;
    for (int e = 1; e <= R; ++e) {
      sum += f(e);
      N = std::max(N, sum);
      if (e == 1) N = std::max(N, std::min(2L, T / (3 * K)));
      std::vector<long> owed(static_cast<std::size_t>(K), 0);
      for (const int i : F)
        owed[static_cast<std::size_t>(i)] = std::max(0L, N - static_cast<long>(n(i)));
      const long floor = std::accumulate(owed.begin(), owed.end(), 0L);
      if (floor > 0) pull(owed);
      t += floor;
      if (e == 1) {
        double mean = 0;
        for (int i = 0; i < K; ++i) mean += m(i) / K;
        vb = 0;
        for (int i = 0; i < K; ++i) vb += (m(i) - mean) * (m(i) - mean) / (K - 1);
      }
      long stop = T;
      for (int q = e + 1; q <= R; ++q) stop -= A(q) * f(q);
      if (e < R) stop = std::min(stop, e * (T / R));
      const std::vector<int>& pool = final ? F : all;
      while (t < stop) {
        const long ahead = P.value_or(std::max(1L, std::min(8L, T / 100)));
        const long pulls = std::min(ahead, stop - t);
        pull(plan(pulls, static_cast<double>(std::max(1L, T - t)) / 4, static_cast<double>(N),
                  pool));
        t += pulls;
      }
      F = ranked(static_cast<std::size_t>((K + (1 << e) - 1) / (1 << e)), static_cast<double>(N),
                 std::vector<int>(pool));
      floor_sets.push_back(F);
    }
    return F.front();
  }
};

}  // namespace mesha::testing
