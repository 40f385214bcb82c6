// How long does a G-optimal design take, and against what? Every answer is certified by a dense
// inverse before its time counts. Times are the best of several repetitions, in one thread.
//   bench_design                the goals: sphere (30,1000) and (50,10000), deletion, a million
//   arms bench_design --check-only   small sizes, only to see that all answers are right
#include <fmt/format.h>
#include <sys/resource.h>

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "mesha/base/random.hpp"
#include "mesha/design/g_optimal.hpp"
#include "plain_wolfe_atwood.hpp"

namespace {

using mesha::Points;

Points gaussian(std::size_t d, std::size_t K, std::uint64_t seed, bool on_sphere) {
  Points x{K, d, std::vector<double>(K * d)};
  mesha::NormalSequence normals({.seed = seed, .run = 0}, mesha::Stream::instances, 0);
  for (std::size_t i = 0; i < K; ++i) {
    double norm = 0;
    for (std::size_t k = 0; k < d; ++k) {
      x.values[i * d + k] = normals.next();
      norm += x.values[i * d + k] * x.values[i * d + k];
    }
    if (!on_sphere) continue;
    for (std::size_t k = 0; k < d; ++k) x.values[i * d + k] /= std::sqrt(norm);
  }
  return x;
}

double gap_by_dense_inverse(const Points& points, const std::vector<double>& weights) {
  const Eigen::Map<const Eigen::MatrixXd> x(points.values.data(),
                                            static_cast<Eigen::Index>(points.dimension),
                                            static_cast<Eigen::Index>(points.count));
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(x.rows(), x.rows());
  for (Eigen::Index i = 0; i < x.cols(); ++i) {
    const double w = weights[static_cast<std::size_t>(i)];
    if (w > 0) m.noalias() += w * x.col(i) * x.col(i).transpose();
  }
  const Eigen::MatrixXd inverse = m.fullPivLu().inverse();
  double worst = 0;
  for (Eigen::Index i = 0; i < x.cols(); ++i) {
    worst = std::max(worst, x.col(i).dot(inverse * x.col(i)));
  }
  return worst / static_cast<double>(points.dimension) - 1;
}

struct Timed {
  double seconds = 0;
  long steps = 0;
};

// Solves once to check, then `repeats` times to time.
Timed timed(const Points& x, double tolerance, int repeats,
            const std::function<std::pair<std::vector<double>, long>()>& solve) {
  Timed best{1e300, 0};
  for (int k = 0; k < repeats; ++k) {
    const auto start = std::chrono::steady_clock::now();
    const auto [weights, steps] = solve();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (k == 0) {
      const double gap = gap_by_dense_inverse(x, weights);
      if (!(gap <= tolerance + 1e-9)) {
        fmt::print(stderr, "WRONG: the certificate says {:.3g}, wanted was {:.3g}\n", gap,
                   tolerance);
        std::exit(1);
      }
    }
    best = {std::min(best.seconds, took.count()), steps};
  }
  return best;
}

Timed ours(const Points& x, double tolerance, int repeats, bool deletion = true) {
  return timed(x, tolerance, repeats, [&] {
    auto design = mesha::g_optimal(x, {.tolerance = tolerance, .deletion = deletion});
    return std::pair(design->weights, static_cast<long>(design->steps));
  });
}

Timed plain(const Points& x, double tolerance, int repeats) {
  return timed(x, tolerance, repeats, [&] {
    auto design = bench::plain_wolfe_atwood(x, tolerance);
    return std::pair(std::move(design.weights), design.steps);
  });
}

void compare(const char* name, const Points& x, double tolerance, int repeats) {
  const Timed a = ours(x, tolerance, repeats);
  const Timed b = plain(x, tolerance, repeats);
  fmt::print(
      "{:<9} d={:<3} K={:<6} tol={:.0e}  mesha {:9.6f} s ({:6} steps)  plain {:9.6f} s "
      "({:6} steps)  ratio {:6.2f}\n",
      name, x.dimension, x.count, tolerance, a.seconds, a.steps, b.seconds, b.steps,
      b.seconds / a.seconds);
}

void deletion(std::size_t d, std::size_t K, double tolerance) {
  const Points x = gaussian(d, K, 3, false);
  const Timed with = ours(x, tolerance, 3);
  const Timed without = ours(x, tolerance, 3, false);
  fmt::print(
      "deletion  d={:<3} K={:<6} tol={:.0e}  with {:9.6f} s  without {:9.6f} s  ratio {:6.2f}\n", d,
      K, tolerance, with.seconds, without.seconds, without.seconds / with.seconds);
}

void million(bool on_sphere) {
  const Points x = gaussian(20, 1'000'000, 4, on_sphere);
  const Timed took = ours(x, 1e-4, 1);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "million   d=20 K=1000000 tol=1e-04 {}  {:.3f} s ({} steps), memory of this program at most "
      "{:.0f} MB\n",
      on_sphere ? "sphere" : "gaussian", took.seconds, took.steps,
      static_cast<double>(usage.ru_maxrss) / 1024);
}

// The small ones. Every answer is certified, whoever gives it; a wrong one ends the program.
void check() {
  for (const bool on_sphere : {true, false}) {
    for (const auto& [d, K] : {std::pair{1, 5}, {3, 8}, {6, 64}, {24, 64}, {10, 1000}}) {
      const Points x =
          gaussian(static_cast<std::size_t>(d), static_cast<std::size_t>(K), 1, on_sphere);
      ours(x, 1e-7, 1);
      ours(x, 1e-7, 1, false);
      plain(x, 1e-5, 1);
      fmt::print(stderr, "check design d={} K={} {}: certified\n", d, K,
                 on_sphere ? "sphere" : "gaussian");
    }
  }
}

int time_all() {
  compare("sphere", gaussian(3, 8, 1, true), 1e-7, 100);
  compare("sphere", gaussian(6, 64, 1, true), 1e-7, 50);
  compare("sphere", gaussian(24, 64, 1, true), 1e-7, 50);
  compare("gaussian", gaussian(10, 1000, 1, false), 1e-7, 5);
  compare("sphere", gaussian(30, 1000, 1, true), 1e-7, 3);
  compare("sphere", gaussian(30, 1000, 2, true), 1e-7, 3);
  compare("sphere", gaussian(50, 10000, 1, true), 1e-7, 3);
  compare("gaussian", gaussian(20, 10000, 1, false), 1e-7, 3);
  deletion(10, 1000, 1e-7);
  deletion(20, 10000, 1e-7);
  deletion(30, 3000, 1e-7);
  million(false);
  million(true);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) return time_all();
  if (argc > 2 || std::string_view(argv[1]) != "--check-only") {
    fmt::print(stderr, "usage: bench_design [--check-only]\n");
    return 2;
  }
  check();
}
