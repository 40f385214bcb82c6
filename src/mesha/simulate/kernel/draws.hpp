// The draws of base/random.hpp, W runs at a time: the same bits as RunRandom and normal_pair.
#pragma once

#include <cstdint>

#include "mesha/base/philox.hpp"
#include "mesha/simulate/kernel/lanes.hpp"

namespace mesha {
namespace {  // NOLINT: see lanes.hpp

// Philox4x32-10 with counter (run, run >> 32, index, block), for runs that share their high word.
//
// Of the counter only `run` differs between lanes, so half of the first round and half of the
// second are the same in all of them: 18 products are left of 20. Words live in the low halves of
// 64-bit cells, where a product leaves its own low word; only its high word has to be moved.
template <int W>
class LanePhilox {
 public:
  using L = Lanes<W>;
  using U = L::U;
  using Cells = L::Cells;

  // All that does not depend on the run: key schedule, and what the index makes of it.
  MESHA_LANES LanePhilox(std::uint64_t seed, std::uint64_t first_run, std::uint32_t index) {
    std::uint32_t key_0[rounds], key_1[rounds];
    for (std::uint32_t round = 0; round < rounds; ++round) {
      key_0[round] = static_cast<std::uint32_t>(seed) + round * philox::weyl_0;
      key_1[round] = static_cast<std::uint32_t>(seed >> 32U) + round * philox::weyl_1;
      key_0_[round] = L::cells(key_0[round]);
      key_1_[round] = L::cells(key_1[round]);
    }
    // They stay in memory: with every register taken, making them again is slower than reading.
    __asm__ volatile("" : "+m"(key_0_), "+m"(key_1_));
    const std::uint64_t right = std::uint64_t{multiplier_1} * index;
    const std::uint32_t c0 = static_cast<std::uint32_t>(right >> 32U) ^
                             static_cast<std::uint32_t>(first_run >> 32U) ^ key_0[0];
    const std::uint64_t left = std::uint64_t{multiplier_0} * c0;
    mix_0_ = static_cast<std::uint32_t>(right) ^ key_0[1];
    mix_2_ = static_cast<std::uint32_t>(left >> 32U) ^ key_1[1];
    mix_3_ = static_cast<std::uint32_t>(left);
    for (int half = 0; half < L::pair; ++half) {
      for (int c = 0; c < W / L::pair; ++c) {
        const int lane = L::pair * c + half;
        lane_[half][c] = static_cast<std::uint64_t>(lane);
      }
    }
  }

  MESHA_LANES void words(std::uint64_t first_run, std::uint32_t block, U (&out)[4]) const {
    Cells x[L::pair][4];
    for (int half = 0; half < L::pair; ++half) {
      const Cells run = L::times(lane_[half] + L::cells(first_run), multiplier_0);
      const Cells product = L::times((run >> 32U) ^ key_1_[0] ^ L::cells(block), multiplier_1);
      x[half][0] = (product >> 32U) ^ L::cells(mix_0_);
      x[half][1] = product;
      x[half][2] = run ^ L::cells(mix_2_);
      x[half][3] = L::cells(mix_3_);
    }
    for (int round = 2; round < rounds; ++round) {
      for (int half = 0; half < L::pair; ++half) turn(x[half], round);
    }
    for (int k = 0; k < 4; ++k) out[k] = joined(x, k);
  }

 private:
  static constexpr int rounds = philox::rounds;
  static constexpr std::uint32_t multiplier_0 = philox::multiplier_0;
  static constexpr std::uint32_t multiplier_1 = philox::multiplier_1;

  MESHA_LANES void turn(Cells (&x)[4], int round) const {
    const Cells left = L::times(x[0], multiplier_0);
    const Cells right = L::times(x[2], multiplier_1);
    x[0] = (right >> 32U) ^ x[1] ^ key_0_[round];
    x[1] = right;
    x[2] = (left >> 32U) ^ x[3] ^ key_1_[round];
    x[3] = left;
  }

  static MESHA_LANES U joined(const Cells (&x)[L::pair][4], int k) {
    if constexpr (W == 1) {
      return U{static_cast<std::uint32_t>(x[0][k][0])};
    } else {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
      return (U)((x[0][k] & std::uint64_t{0xffffffff}) | (x[1][k] << 32U));
#else
      U u;
      for (int l = 0; l < W; ++l) u[l] = static_cast<std::uint32_t>(x[l % 2][k][l / 2]);
      return u;
#endif
    }
  }

  Cells key_0_[rounds], key_1_[rounds];
  std::uint32_t mix_0_, mix_2_, mix_3_;  // what rounds 1 and 2 add, the same in all lanes
  Cells lane_[L::pair];
};

// normal_pair of base/normal.hpp, line by line, for N vectors of words at a time. A
// logarithm is a long chain in which every step waits for the last; two and more keep the processor
// busy, also one that shares its core with another thread.
template <int W, int N>
struct LaneNormals {
  using L = Lanes<W>;
  using F = Several<typename L::F, N>;
  using I = Several<typename L::I, N>;
  using U = Several<typename L::U, N>;

  static MESHA_LANES F minus_two_log(F u) {
    const I bits = as<I>(u);
    const I exponent = (bits - 0x3f3504f3) >> 23;
    const F m = as<F>(bits - (exponent << 23)) - 1.0F;
    const F e = to_float<W>(exponent);
    F p = m * 7.0376836292e-2F - 1.1514610310e-1F;
    p = p * m + 1.1676998740e-1F;
    p = p * m - 1.2420140846e-1F;
    p = p * m + 1.4249322787e-1F;
    p = p * m - 1.6668057665e-1F;
    p = p * m + 2.0000714765e-1F;
    p = p * m - 2.4999993993e-1F;
    p = p * m + 3.3333331174e-1F;
    const F square = m * m;
    const F log = (m + (p * m * square - e * 2.12194440e-4F - square * 0.5F)) + e * 0.693359375F;
    return log * -2.0F;
  }

  static MESHA_LANES void pair(U radius_word, U angle_word, F& first, F& second) {
    const F u = (to_float<W>(as<I>(radius_word >> 1)) + 0.5F) * 0x1p-31F;
    const F radius = root<W>(minus_two_log(u));

    constexpr float quarter_pi = 0.785398163397448F;
    const F y = to_float<W>(as<I>(angle_word << 2)) * (quarter_pi * 0x1p-31F);
    const F y2 = y * y;
    const F sine =
        y + y * y2 * (((y2 * -1.9515295891e-4F + 8.3321608736e-3F) * y2) + -1.6666654611e-1F);
    const F cosine =
        (y2 * -0.5F + 1.0F) +
        y2 * y2 *
            ((y2 * 2.443315711809948e-5F + -1.388731625493765e-3F) * y2 + 4.166664568298827e-2F);
    const F major = radius * as<F>(as<I>(cosine) ^ as<I>((angle_word & 0x40000000) << 1));
    const F minor = radius * sine;
    for (int k = 0; k < N; ++k) {
      const typename L::I turned = (typename L::I)angle_word.v[k] < 0;
      first.v[k] = turned ? minor.v[k] : major.v[k];
      second.v[k] = turned ? major.v[k] : minor.v[k];
    }
  }
};

// The normals of up to four seats, one block of the generator, of G groups of W runs. Two groups
// keep a processor busy that looks less far ahead than one group's draws are long.
template <int W, int G, class Take>
MESHA_LANES void draw_block(const LanePhilox<W>& philox, std::uint64_t first_run, int group,
                            int seat, bool four, Take& take) {
  using L = Lanes<W>;
  typename L::U words[G][4];
  for (int g = 0; g < G; ++g) {
    philox.words(first_run + static_cast<std::uint64_t>((group + g) * W),
                 static_cast<std::uint32_t>(seat) / 4, words[g]);
  }
  if (four) {
    typename LaneNormals<W, 2 * G>::U radius, angle;
    for (int g = 0; g < G; ++g) {
      radius.v[2 * g] = words[g][0], radius.v[2 * g + 1] = words[g][2];
      angle.v[2 * g] = words[g][1], angle.v[2 * g + 1] = words[g][3];
    }
    typename LaneNormals<W, 2 * G>::F a, b;
    LaneNormals<W, 2 * G>::pair(radius, angle, a, b);
    for (int g = 0; g < G; ++g) {
      take(group + g, seat, a.v[2 * g], b.v[2 * g]);
      take(group + g, seat + 2, a.v[2 * g + 1], b.v[2 * g + 1]);
    }
  } else {
    typename LaneNormals<W, G>::U radius, angle;
    for (int g = 0; g < G; ++g) radius.v[g] = words[g][0], angle.v[g] = words[g][1];
    typename LaneNormals<W, G>::F a, b;
    LaneNormals<W, G>::pair(radius, angle, a, b);
    for (int g = 0; g < G; ++g) take(group + g, seat, a.v[g], b.v[g]);
  }
  // GCC would split the loop over groups by what `take` writes, and draw everything twice.
  __asm__ volatile("" ::: "memory");
}

// Hands the normals of seats 0 ... seats - 1 of several groups of W runs to `take(group, seat, two
// neighbours)`; an odd number of seats is padded to an even one. Blocks
// outside, groups inside: no group depends on another, so they overlap in the pipeline.
template <int W, class Take>
MESHA_LANES void draw_seats(const LanePhilox<W>& philox, std::uint64_t first_run, int groups,
                            int seats, Take& take) {
  constexpr int together = W == 16 ? 2 : 1;  // AVX-512 has registers for two
  for (int seat = 0; seat < seats; seat += 4) {
    int g = 0;
    for (; g + together <= groups; g += together) {
      draw_block<W, together>(philox, first_run, g, seat, seat + 2 < seats, take);
    }
    for (; g < groups; ++g) draw_block<W, 1>(philox, first_run, g, seat, seat + 2 < seats, take);
  }
}

}  // namespace
}  // namespace mesha
