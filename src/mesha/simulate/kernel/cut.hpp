// Selection: the best `keep` of `active` scores in every lane, without a branch that depends on
// the scores (but for the number of bisections).
#pragma once

#include <cstdint>

#include "mesha/simulate/kernel/lanes.hpp"
#include "mesha/simulate/kernel/paths.hpp"

namespace mesha {
namespace {  // NOLINT: see lanes.hpp

// The lowest score that stays and the highest that goes.
template <int W>
struct Edge {
  Lanes<W>::F stays, goes;
};

// Batcher's odd-even merge sort, descending, unrolled by the compiler: every index is a constant.
template <int W>
struct Network {
  using L = Lanes<W>;
  using F = L::F;

  static MESHA_LANES void exchange(F& a, F& b) {
    const F low = L::smaller(a, b);
    a = L::larger(a, b);
    b = low;
  }

  template <int From, int To, int Step, int Apart>
  static MESHA_LANES void exchange_all(F* x) {
    if constexpr (From + Apart < To) {
      exchange(x[From], x[From + Apart]);
      exchange_all<From + Step, To, Step, Apart>(x);
    }
  }

  template <int First, int N, int Apart>
  static MESHA_LANES void merge(F* x) {
    if constexpr (2 * Apart < N) {
      merge<First, N, 2 * Apart>(x);
      merge<First + Apart, N, 2 * Apart>(x);
      exchange_all<First + Apart, First + N, 2 * Apart, Apart>(x);
    } else {
      exchange(x[First], x[First + Apart]);
    }
  }

  template <int First, int N>
  static MESHA_LANES void sort(F* x) {
    if constexpr (N > 1) {
      sort<First, N / 2>(x);
      sort<First + N / 2, N / 2>(x);
      merge<First, N, 1>(x);
    }
  }

  // Of two sorted halves, the k-th of one against the k-th last of the other: the winners are the
  // best half of all.
  template <int H, int K = 0>
  static MESHA_LANES void meet(const F* x, Edge<W>& edge) {
    if constexpr (K < H) {
      edge.stays = L::smaller(edge.stays, L::larger(x[K], x[2 * H - 1 - K]));
      edge.goes = L::larger(edge.goes, L::smaller(x[K], x[2 * H - 1 - K]));
      meet<H, K + 1>(x, edge);
    }
  }

  template <int N, int K = 0>
  static MESHA_LANES void load(F* x, const float* score) {
    if constexpr (K < N) {
      x[K] = L::load(score + K * W);
      load<N, K + 1>(x, score);
    }
  }

  // The best H of 2 H.
  template <int H>
  static MESHA_LANES Edge<W> halve(const float* score) {
    F x[2 * H];
    load<2 * H>(x, score);
    sort<0, H>(x);
    sort<H, H>(x);
    Edge<W> edge{L::larger(x[0], x[2 * H - 1]), L::smaller(x[0], x[2 * H - 1])};
    meet<H, 1>(x, edge);
    return edge;
  }
};

// Four ways to cut. Each has
//   edge   finds the edge, may write to the seats behind the last active one
//   move   moves the entries of the arms that stay to the front, in order; `from` and `to` do
//          not overlap. A tie at the edge may keep too many: there is room for them.

// For any field that fits into 2 H seats with H to stay; the rest is filled up with seats that
// surely stay or surely go. They come last, so they do not get between the others.
template <int W, int H>
struct HalfCut {
  using L = Lanes<W>;
  using F = L::F;
  using I = L::I;

  static MESHA_LANES Edge<W> edge(float* score, const LaneEpoch& epoch) {
    const int fixed = epoch.active + H - epoch.keep;
    for (int i = epoch.active; i < 2 * H; ++i) {
      L::store(score + i * W, L::splat(i < fixed ? 2.0F : -2.0F));
    }
    return Network<W>::template halve<H>(score);
  }

  static MESHA_LANES void move(const float* score, int /*active*/, F edge, const std::int32_t* from,
                               std::int32_t* to) {
    I queue[H] = {};
    enter(queue, score, edge, from);
    leave(queue, to);
  }

 private:
  // A shift register of H places: an entry that stays is pushed in at the end.
  template <int Entered, int Place>
  static MESHA_LANES void move_up(I* queue, I stays, I entry) {
    if constexpr (Place + 1 < H) {
      if constexpr (Place + 1 + Entered >= H) {
        queue[Place] = stays ? queue[Place + 1] : queue[Place];
      }
      move_up<Entered, Place + 1>(queue, stays, entry);
    } else {
      queue[Place] = stays ? entry : queue[Place];
    }
  }

  template <int Entered = 0>
  static MESHA_LANES void enter(I* queue, const float* score, F edge, const std::int32_t* from) {
    if constexpr (Entered < 2 * H) {
      const I stays = L::load(score + Entered * W) >= edge;
      move_up<Entered, 0>(queue, stays, L::load(from + Entered * W));
      enter<Entered + 1>(queue, score, edge, from);
    }
  }

  template <int Place = 0>
  static MESHA_LANES void leave(const I* queue, std::int32_t* to) {
    if constexpr (Place < H) {
      L::store(to + Place * W, queue[Place]);
      leave<Place + 1>(queue, to);
    }
  }
};

template <int W>
struct OneStays {
  using L = Lanes<W>;
  using F = L::F;

  static MESHA_LANES Edge<W> edge(const float* score, const LaneEpoch& epoch) {
    Edge<W> edge{L::load(score), L::splat(-2.0F)};
    for (int i = 1; i < epoch.active; ++i) {
      const F x = L::load(score + i * W);
      edge.goes = L::larger(edge.goes, L::smaller(edge.stays, x));
      edge.stays = L::larger(edge.stays, x);
    }
    return edge;
  }

  static MESHA_LANES void move(const float* score, int active, F edge, const std::int32_t* from,
                               std::int32_t* to) {
    auto best = L::load(from);
    for (int i = 1; i < active; ++i) {
      best = L::load(score + i * W) >= edge ? L::load(from + i * W) : best;
    }
    L::store(to, best);
  }
};

template <int W>
struct OneGoes {
  using L = Lanes<W>;
  using F = L::F;

  static MESHA_LANES Edge<W> edge(const float* score, const LaneEpoch& epoch) {
    Edge<W> edge{L::splat(2.0F), L::load(score)};
    for (int i = 1; i < epoch.active; ++i) {
      const F x = L::load(score + i * W);
      edge.stays = L::smaller(edge.stays, L::larger(edge.goes, x));
      edge.goes = L::smaller(edge.goes, x);
    }
    return edge;
  }

  static MESHA_LANES void move(const float* score, int active, F edge, const std::int32_t* from,
                               std::int32_t* to) {
    typename L::I gone{};
    for (int i = 0; i + 1 < active; ++i) {
      gone |= L::load(score + i * W) < edge;
      L::store(to + i * W, gone ? L::load(from + (i + 1) * W) : L::load(from + i * W));
    }
  }
};

// W queues in memory, entry k of all of them side by side. Whoever reaches the edge enters.
template <int W>
class Queues {
 public:
  using L = Lanes<W>;
  using F = L::F;

  explicit MESHA_LANES Queues(std::int32_t* to) : to_(to) {
    for (int l = 0; l < W; ++l) end_[l] = l;
  }

  MESHA_LANES void enter(F score, F edge, const std::int32_t* entry) {
#if defined(__AVX512F__)
    if constexpr (W == 16) {
      const auto stays = _mm512_cmp_ps_mask((__m512)score, (__m512)edge, _CMP_GE_OQ);
      const auto end = _mm512_loadu_si512(end_);
      _mm512_mask_i32scatter_epi32(to_, stays, end, (__m512i)L::load(entry), 4);
      _mm512_storeu_si512(end_, _mm512_mask_add_epi32(end, stays, end, _mm512_set1_epi32(W)));
      return;
    }
#endif
    std::int32_t step[W];
    L::store(step, (score >= edge) & W);
    __asm__ volatile("" : "+m"(step));  // from memory: taking a vector apart is slower
    for (int l = 0; l < W; ++l) {
      to_[end_[l]] = entry[l];  // stays for good only if the queue grows
      end_[l] += step[l];
    }
  }

 private:
  std::int32_t* to_;
  std::int32_t end_[W];
};

// For larger fields: a level that exactly `keep` scores exceed, found by counting.
template <int W>
struct CountedCut {
  using L = Lanes<W>;
  using F = L::F;
  using I = L::I;

  static MESHA_LANES Edge<W> edge(const float* score, const LaneEpoch& epoch) {
    // The ends of the bracket have more and fewer than `keep` scores above them.
    F low = L::splat(-2.0F), high = L::splat(2.0F), level = L::splat(epoch.level);
    const F wanted = L::splat(static_cast<float>(epoch.keep));
    I found{};
    for (int guess = 0; guess < most_guesses; ++guess) {
      const F above = number_above(score, epoch.active, level);
      found = above == wanted;
      if (!L::any(~found)) break;
      low = above > wanted ? level : low;
      high = above < wanted ? level : high;
      const F step = level + (above - wanted) * epoch.spacing;
      const bool halve = guess % 4 == 3 || guess >= clever_guesses;
      const I inside = (step > low) & (step < high) & (halve ? 0 : -1);
      const F next = inside ? step : (low + high) * 0.5F;
      level = found ? level : next;
    }
    level = found ? level : low;  // keeps too many: there is room
    Edge<W> edge{L::splat(2.0F), L::splat(-2.0F)};
    for (int i = 0; i < epoch.active; ++i) {
      L::enclose(L::load(score + i * W), level, edge.stays, edge.goes);
    }
    edge.goes = found ? edge.goes : edge.stays;  // no gap: doubtful
    return edge;
  }

  static MESHA_LANES void move(const float* score, int active, F edge, const std::int32_t* from,
                               std::int32_t* to) {
    Queues<W> queues(to);
    for (int i = 0; i < active; ++i) {
      queues.enter(L::load(score + i * W), edge, from + i * W);
    }
  }

 private:
  // The expected density of scores leads to the cut quickly, or not at all if the scores lie
  // otherwise; then halving the bracket does. What 26 halvings of [-2, 2] leave is a tie.
  static constexpr int clever_guesses = 12;
  static constexpr int most_guesses = clever_guesses + 26;

  static MESHA_LANES F number_above(const float* score, int active, F level) {
    I even{}, odd{};  // two sums, as each addition waits for the one before
    int i = 0;
    for (; i + 1 < active; i += 2) {
      L::count_above(L::load(score + i * W), level, even);
      L::count_above(L::load(score + (i + 1) * W), level, odd);
    }
    if (i < active) L::count_above(L::load(score + i * W), level, even);
    return L::to_float(even + odd);
  }
};

}  // namespace
}  // namespace mesha
