// D-optimal ascent on points that span their space: log det M(w) up, max g down to d.
//   M(w) = sum w_i x_i x_i^T,  g_i = x_i^T M^-1 x_i,  gap = max g / d - 1 (0 at the optimum;
//   Kiefer & Wolfowitz 1960)
//   multiply()        w_i <- w_i (g_i/d)^gamma with momentum; many small weights at once
//   step()            Wolfe-Atwood: Todd & Yildirim 2007, Algorithm 4.1
//   drop_hopeless()   Harman & Pronzato 2007, Theorem 1
// The caller decides how these alternate; nothing here depends on a clock or a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesha/linalg/dense.hpp"
#include "mesha/linalg/tiles.hpp"

namespace mesha {

class Ascent {
 public:
  // One weight per point; those above 0 must span the space: check with `regular()`.
  Ascent(Tiles points, std::vector<std::uint32_t> ids, std::span<const double> weights);

  bool regular() const { return regular_; }
  std::size_t size() const { return x_.size(); }
  double gap() const { return max_g_ / d_ - 1; }
  std::int64_t steps() const { return steps_; }

  void step();
  void multiply();
  void drop_hopeless();

  // Weights that the multiplicative phase has sent towards 0 become 0.
  void drop_dust();

  // M, its inverse and all g from the weights; returns how far g had drifted, relative to d.
  double refactor();

  std::span<const std::uint32_t> ids() const { return ids_; }
  std::span<const double> weights() const { return std::span(w_).first(x_.size()); }

 private:
  struct Extremes {
    std::size_t up = 0;    // argmax g
    std::size_t away = 0;  // argmin g where w > 0
  };
  Extremes find_extremes();
  void rank_one(std::size_t i, double t);
  void accelerate();
  void keep(std::span<const std::uint32_t> kept);

  Tiles x_;
  std::vector<std::uint32_t> ids_;
  double d_;
  std::vector<double> w_;  // padded, as are the next three
  std::vector<double> g_;
  std::vector<double> log_w_;  // the multiplicative phase's own, before extrapolation
  std::vector<double> next_;
  std::vector<double> u_;  // M^-1 x_i
  std::vector<double> row_;
  Square factor_;
  Square inverse_;
  Extremes extremes_;
  double max_g_ = 0;
  double min_g_ = 0;
  double log_det_ = 0;
  double gamma_;
  double momentum_ = 0;  // iterations since its last restart
  std::int64_t steps_ = 0;
  bool regular_ = false;
};

}  // namespace mesha
