#include "mesha/linalg/tiles.hpp"

#include <algorithm>
#include <cstring>

#include "mesha/base/expects.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define MESHA_AVX2 __attribute__((target("avx2")))
#endif

namespace mesha {
namespace {

// Four lanes: one AVX2 register, or two of SSE2 with the same results.
using Four = double __attribute__((vector_size(32)));

#define MESHA_INLINE [[gnu::always_inline]] inline

// Arrays are aligned for one double; copying becomes a load or a store that does not mind.
MESHA_INLINE void load(Four& v, const double* p) { std::memcpy(&v, p, sizeof v); }
MESHA_INLINE void store(double* p, const Four& v) { std::memcpy(p, &v, sizeof v); }
MESHA_INLINE void add(double* p, const Four& v) {
  Four sum;
  load(sum, p);
  sum += v;
  store(p, sum);
}

MESHA_INLINE void forms_of(const double* x, std::size_t tiles, std::size_t d, const double* lower,
                           double* g) {
  for (std::size_t t = 0; t < tiles; ++t, x += d * Tiles::lanes, g += Tiles::lanes) {
    Four sum[4] = {};
    for (std::size_t k = 0; k < d; k += 2) {  // two rows of L share the loads of x
      const double* row = lower + k * d;
      const double* next = k + 1 < d ? row + d : row;
      Four a[4] = {};
      Four b[4] = {};
      for (std::size_t l = 0; l <= k; ++l) {
        for (std::size_t q = 0; q < 4; ++q) {
          Four v;
          load(v, x + l * Tiles::lanes + 4 * q);
          a[q] += v * row[l];
          b[q] += v * next[l];
        }
      }
      for (std::size_t q = 0; q < 4; ++q) sum[q] += a[q] * a[q];
      if (k + 1 == d) break;
      for (std::size_t q = 0; q < 4; ++q) {
        Four v;
        load(v, x + (k + 1) * Tiles::lanes + 4 * q);
        b[q] += v * next[k + 1];
        sum[q] += b[q] * b[q];
      }
    }
    for (std::size_t q = 0; q < 4; ++q) store(g + 4 * q, sum[q]);
  }
}

// sums: four partial sums per entry of the lower triangle, row by row. A chunk of four tiles and
// its weighted copy stay in the fast cache; blocks of 2 x 2 entries share their loads.
constexpr std::size_t chunk = 4;

MESHA_INLINE void weigh(const double* x, std::size_t tiles, std::size_t d, const double* w,
                        double* wx) {
  for (std::size_t t = 0; t < tiles; ++t, w += Tiles::lanes) {
    for (std::size_t k = 0; k < d; ++k, x += Tiles::lanes, wx += Tiles::lanes) {
      for (std::size_t q = 0; q < Tiles::lanes; q += 4) {
        Four weight, value;
        load(weight, w + q);
        load(value, x + q);
        store(wx + q, weight * value);
      }
    }
  }
}

MESHA_INLINE void gram_of(const double* x, std::size_t tiles, std::size_t d, const double* w,
                          double* wx, double* sums) {
  const std::size_t stride = d * Tiles::lanes;
  for (std::size_t t = 0; t < tiles; t += chunk) {
    const std::size_t many = tiles - t < chunk ? tiles - t : chunk;
    const double* first = x + t * stride;
    weigh(first, many, d, w + t * Tiles::lanes, wx);
    for (std::size_t k = 0; k < d; k += 2) {
      const std::size_t k1 = k + 1 < d ? k + 1 : k;
      for (std::size_t l = 0; l <= k; l += 2) {
        const std::size_t l1 = l + 1 < d ? l + 1 : l;
        Four s00 = {}, s01 = {}, s10 = {}, s11 = {};
        for (std::size_t m = 0; m < many; ++m) {
          const double* a = wx + m * stride;
          const double* b = first + m * stride;
          for (std::size_t q = 0; q < Tiles::lanes; q += 4) {
            Four a0;
            load(a0, a + k * Tiles::lanes + q);
            Four a1;
            load(a1, a + k1 * Tiles::lanes + q);
            Four b0;
            load(b0, b + l * Tiles::lanes + q);
            Four b1;
            load(b1, b + l1 * Tiles::lanes + q);
            s00 += a0 * b0;
            s01 += a0 * b1;
            s10 += a1 * b0;
            s11 += a1 * b1;
          }
        }
        add(sums + 4 * (k * d + l), s00);
        if (l1 != l) add(sums + 4 * (k * d + l1), s01);
        if (k1 != k) add(sums + 4 * (k1 * d + l), s10);
        if (k1 != k && l1 != l) add(sums + 4 * (k1 * d + l1), s11);
      }
    }
  }
}

MESHA_INLINE void rank_one_of(const double* x, std::size_t tiles, std::size_t d, const double* u,
                              double a, double b, double* g) {
  for (std::size_t t = 0; t < tiles; ++t, x += d * Tiles::lanes, g += Tiles::lanes) {
    Four s[4] = {};
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t q = 0; q < 4; ++q) {
        Four v;
        load(v, x + k * Tiles::lanes + 4 * q);
        s[q] += v * u[k];
      }
    }
    for (std::size_t q = 0; q < 4; ++q) {
      Four form;
      load(form, g + 4 * q);
      store(g + 4 * q, (form - a * (s[q] * s[q])) * b);
    }
  }
}

#ifdef MESHA_AVX2
const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;

MESHA_AVX2 void forms_avx2(const double* x, std::size_t tiles, std::size_t d, const double* lower,
                           double* g) {
  forms_of(x, tiles, d, lower, g);
}
MESHA_AVX2 void gram_avx2(const double* x, std::size_t tiles, std::size_t d, const double* w,
                          double* wx, double* sums) {
  gram_of(x, tiles, d, w, wx, sums);
}
MESHA_AVX2 void rank_one_avx2(const double* x, std::size_t tiles, std::size_t d, const double* u,
                              double a, double b, double* g) {
  rank_one_of(x, tiles, d, u, a, b, g);
}
#else
constexpr bool has_avx2 = false;
constexpr auto forms_avx2 = forms_of;
constexpr auto gram_avx2 = gram_of;
constexpr auto rank_one_avx2 = rank_one_of;
#endif

}  // namespace

Tiles::Tiles(std::size_t count, std::size_t dimension) : count_(count), d_(dimension) {
  x_.assign(padded() * d_, 0.0);
}

void Tiles::copy_row(std::size_t i, std::span<double> out) const {
  for (std::size_t k = 0; k < d_; ++k) out[k] = (*this)(i, k);
}

void Tiles::keep(std::span<const std::uint32_t> kept) {
  for (std::size_t to = 0; to < kept.size(); ++to) {
    for (std::size_t k = 0; k < d_; ++k) (*this)(to, k) = (*this)(kept[to], k);
  }
  count_ = kept.size();
  x_.resize(padded() * d_);
  for (std::size_t i = count_; i < padded(); ++i) {
    for (std::size_t k = 0; k < d_; ++k) (*this)(i, k) = 0;
  }
}

Tiles Tiles::subset(std::span<const std::uint32_t> chosen) const {
  Tiles part(chosen.size(), d_);
  for (std::size_t to = 0; to < chosen.size(); ++to) {
    for (std::size_t k = 0; k < d_; ++k) part(to, k) = (*this)(chosen[to], k);
  }
  return part;
}

Square Tiles::gram(std::span<const double> weights) const {
  expects(weights.size() == padded(), "the weights of tiles must be padded");
  std::vector<double> sums(4 * d_ * d_, 0.0);
  std::vector<double> weighted(chunk * lanes * d_);
  (has_avx2 ? gram_avx2 : gram_of)(x_.data(), padded() / lanes, d_, weights.data(), weighted.data(),
                                   sums.data());
  Square m(d_);
  for (std::size_t k = 0; k < d_; ++k) {
    for (std::size_t l = 0; l <= k; ++l) {
      const double* sum = sums.data() + 4 * (k * d_ + l);
      m(k, l) = m(l, k) = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
  }
  return m;
}

void Tiles::forms(const Square& lower, std::span<double> g) const {
  expects(g.size() == padded() && lower.size() == d_, "the forms of tiles must be padded");
  (has_avx2 ? forms_avx2 : forms_of)(x_.data(), padded() / lanes, d_, lower.data(), g.data());
}

void Tiles::rank_one(std::span<const double> u, double a, double b, std::span<double> g) const {
  expects(g.size() == padded() && u.size() == d_, "the forms of tiles must be padded");
  (has_avx2 ? rank_one_avx2 : rank_one_of)(x_.data(), padded() / lanes, d_, u.data(), a, b,
                                           g.data());
}

}  // namespace mesha
