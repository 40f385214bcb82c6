// The vocabulary of the vector kernel: W runs side by side, one per lane.
//
// Only lane by lane + - * sqrt, comparisons and integer operations, so every lane computes what it
// would compute alone: counts cannot depend on W, on the instruction set or on the compiler.
//
// Everything in here, and in the other two files that path_*.cpp include, has internal
// linkage: these files are compiled for different instruction sets into one program, and a linker
// that merged an inline function of one with that of another would crash older machines. For the
// same reason they call nothing of the standard library. tests/kernel checks the object files.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define MESHA_LANES inline __attribute__((always_inline))

namespace mesha {
namespace {  // NOLINT: see above

// NOLINTBEGIN(modernize-use-using): GCC takes the attribute in a typedef only.
template <int W>
struct LaneTypes {
  static_assert(W == 1 || W % 4 == 0);
  static constexpr int pair = W == 1 ? 1 : 2;  // registers of 64-bit cells that hold W words
  typedef float F __attribute__((vector_size(4 * W)));
  typedef std::int32_t I __attribute__((vector_size(4 * W)));
  typedef std::uint32_t U __attribute__((vector_size(4 * W)));
  typedef std::uint64_t Cells __attribute__((vector_size(8 * W / pair)));
};
// NOLINTEND(modernize-use-using)

template <int W>
struct Lanes {
  static constexpr int pair = LaneTypes<W>::pair;
  using F = LaneTypes<W>::F;
  using I = LaneTypes<W>::I;
  using U = LaneTypes<W>::U;
  using Cells = LaneTypes<W>::Cells;

  static MESHA_LANES F splat(float x) { return x - F{}; }
  static MESHA_LANES I splat(std::int32_t x) { return x - I{}; }
  static MESHA_LANES Cells cells(std::uint64_t x) { return x - Cells{}; }

  static MESHA_LANES F load(const float* from) {
    F x;
    __builtin_memcpy(&x, from, sizeof x);
    return x;
  }
  static MESHA_LANES I load(const std::int32_t* from) {
    I x;
    __builtin_memcpy(&x, from, sizeof x);
    return x;
  }
  template <class V, class T>
  static MESHA_LANES void store(T* to, V x) {
    static_assert(sizeof(V) == sizeof(T) * W);
    __builtin_memcpy(to, &x, sizeof x);
  }

  static MESHA_LANES F smaller(F a, F b) {
#if defined(__AVX512F__)
    if constexpr (W == 16) return (F)_mm512_min_ps((__m512)a, (__m512)b);
#endif
#if defined(__AVX2__)
    if constexpr (W == 8) return (F)_mm256_min_ps((__m256)a, (__m256)b);
#endif
#if defined(__SSE2__)
    if constexpr (W == 4) return (F)_mm_min_ps((__m128)a, (__m128)b);
#endif
    return a < b ? a : b;
  }

  static MESHA_LANES F larger(F a, F b) {
#if defined(__AVX512F__)
    if constexpr (W == 16) return (F)_mm512_max_ps((__m512)a, (__m512)b);
#endif
#if defined(__AVX2__)
    if constexpr (W == 8) return (F)_mm256_max_ps((__m256)a, (__m256)b);
#endif
#if defined(__SSE2__)
    if constexpr (W == 4) return (F)_mm_max_ps((__m128)a, (__m128)b);
#endif
    return a > b ? a : b;
  }

  static MESHA_LANES F root(F x) {  // correctly rounded everywhere
#if defined(__AVX512F__)
    if constexpr (W == 16) return (F)_mm512_sqrt_ps((__m512)x);
#endif
#if defined(__AVX2__)
    if constexpr (W == 8) return (F)_mm256_sqrt_ps((__m256)x);
#endif
#if defined(__SSE2__)
    if constexpr (W == 4) return (F)_mm_sqrt_ps((__m128)x);
#endif
    for (int k = 0; k < W; ++k) x[k] = __builtin_sqrtf(x[k]);
    return x;
  }

  // The low words times m, as 64 bits. What the high words hold does not matter.
  static MESHA_LANES Cells times(Cells a, std::uint32_t m) {
#if defined(__AVX512F__)
    if constexpr (W == 16) return (Cells)_mm512_mul_epu32((__m512i)a, (__m512i)cells(m));
#endif
#if defined(__AVX2__)
    if constexpr (W == 8) return (Cells)_mm256_mul_epu32((__m256i)a, (__m256i)cells(m));
#endif
#if defined(__SSE2__)
    if constexpr (W == 4) return (Cells)_mm_mul_epu32((__m128i)a, (__m128i)cells(m));
#endif
    return (a & std::uint64_t{0xffffffff}) * std::uint64_t{m};
  }

  static MESHA_LANES I as_int(F x) { return (I)x; }
  static MESHA_LANES F as_float(I x) { return (F)x; }
  static MESHA_LANES F to_float(I x) { return __builtin_convertvector(x, F); }

#if defined(__AVX512F__)
  static MESHA_LANES void look_up_16(const float* pairs, int entries, I index, F& first,
                                     F& second) {
    const auto one = _mm512_set1_epi32(1);
    if (entries <= 16) {
      const auto low = (__m512)load(pairs), high = (__m512)load(pairs + 16);
      const auto place = _mm512_slli_epi32((__m512i)index, 1);
      first = (F)_mm512_permutex2var_ps(low, place, high);
      second = (F)_mm512_permutex2var_ps(low, _mm512_or_epi32(place, one), high);
      return;
    }
    // A pair is 64 bits, so sixteen loads bring both.
    const auto some =
        (__m512)_mm512_i32gather_epi64(_mm512_castsi512_si256((__m512i)index), pairs, 8);
    const auto others =
        (__m512)_mm512_i32gather_epi64(_mm512_extracti64x4_epi64((__m512i)index, 1), pairs, 8);
    const auto place = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    first = (F)_mm512_permutex2var_ps(some, place, others);
    second = (F)_mm512_permutex2var_ps(some, _mm512_or_epi32(place, one), others);
  }
#endif
#if defined(__AVX2__)
  static MESHA_LANES void look_up_8(const float* pairs, int entries, I index, F& first, F& second) {
    if (entries <= 8) {
      const auto low = (__m256)load(pairs), high = (__m256)load(pairs + 8);
      const auto order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);
      const auto firsts = _mm256_shuffle_ps(low, high, 0x88);
      const auto seconds = _mm256_shuffle_ps(low, high, 0xdd);
      first = (F)_mm256_permutevar8x32_ps(_mm256_permutevar8x32_ps(firsts, order), (__m256i)index);
      second =
          (F)_mm256_permutevar8x32_ps(_mm256_permutevar8x32_ps(seconds, order), (__m256i)index);
      return;
    }
    // A pair is 64 bits, so eight loads bring both. Lanes 0 1 4 5 first, then 2 3 6 7: the
    // shuffles work within halves of a register.
    const auto place = _mm256_permute4x64_epi64((__m256i)index, 0xd8);
    const auto* table = reinterpret_cast<const long long*>(pairs);
    const auto some = (__m256)_mm256_i32gather_epi64(table, _mm256_castsi256_si128(place), 8);
    const auto others =
        (__m256)_mm256_i32gather_epi64(table, _mm256_extracti128_si256(place, 1), 8);
    first = (F)_mm256_shuffle_ps(some, others, 0x88);
    second = (F)_mm256_shuffle_ps(some, others, 0xdd);
  }
#endif

  // Entries index[l] of a table of pairs, in every lane l. The table has at least sixteen.
  static MESHA_LANES void look_up(const float* pairs, int entries, I index, F& first, F& second) {
#if defined(__AVX512F__)
    if constexpr (W == 16) return look_up_16(pairs, entries, index, first, second);
#endif
#if defined(__AVX2__)
    if constexpr (W == 8) return look_up_8(pairs, entries, index, first, second);
#endif
    (void)entries;
    for (int k = 0; k < W; ++k) {
      first[k] = pairs[2 * index[k]];
      second[k] = pairs[2 * index[k] + 1];
    }
  }

  // Where x exceeds the level, one more is above it.
  static MESHA_LANES void count_above(F x, F level, I& count) {
#if defined(__AVX512F__)
    if constexpr (W == 16) {
      const auto above = _mm512_cmp_ps_mask((__m512)x, (__m512)level, _CMP_GT_OQ);
      count = (I)_mm512_mask_add_epi32((__m512i)count, above, (__m512i)count, _mm512_set1_epi32(1));
      return;
    }
#endif
    count -= x > level;
  }

  // The lowest of all x above the level, and the highest of the others.
  static MESHA_LANES void enclose(F x, F level, F& lowest_above, F& highest_below) {
#if defined(__AVX512F__)
    if constexpr (W == 16) {
      const auto above = _mm512_cmp_ps_mask((__m512)x, (__m512)level, _CMP_GT_OQ);
      lowest_above =
          (F)_mm512_mask_min_ps((__m512)lowest_above, above, (__m512)lowest_above, (__m512)x);
      highest_below = (F)_mm512_mask_max_ps((__m512)highest_below, _knot_mask16(above),
                                            (__m512)highest_below, (__m512)x);
      return;
    }
#endif
    const I above = x > level;
    lowest_above = smaller(lowest_above, above ? x : lowest_above);
    highest_below = larger(highest_below, above ? highest_below : x);
  }

  static MESHA_LANES bool any(I mask) {  // masks are 0 or -1 in every lane
#if defined(__AVX512F__)
    if constexpr (W == 16) return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0;
#endif
#if defined(__AVX2__)
    if constexpr (W == 8) return _mm256_movemask_ps((__m256)mask) != 0;
#endif
#if defined(__SSE2__)
    if constexpr (W == 4) return _mm_movemask_ps((__m128)mask) != 0;
#endif
    std::int32_t all = 0;
    for (int k = 0; k < W; ++k) all |= mask[k];
    return all != 0;
  }
};

// N vectors that go through the same steps, side by side.
template <class V, int N>
struct Several {
  V v[N];

// NOLINTBEGIN(bugprone-macro-parentheses): an operator cannot stand in parentheses
#define MESHA_EACH(op)                                                     \
  friend MESHA_LANES Several operator op(Several a, Several b) {           \
    for (int k = 0; k < N; ++k) a.v[k] = a.v[k] op b.v[k];                 \
    return a;                                                              \
  }                                                                        \
  template <class T>                                                       \
  friend MESHA_LANES Several operator op(Several a, T b) {                 \
    using Scalar = __typeof__(V{}[0] + 0);                                 \
    for (int k = 0; k < N; ++k) a.v[k] = a.v[k] op static_cast<Scalar>(b); \
    return a;                                                              \
  }
  // NOLINTEND(bugprone-macro-parentheses)
  MESHA_EACH(+)
  MESHA_EACH(-)
  MESHA_EACH(*)
  MESHA_EACH(^)
  MESHA_EACH(&)
  MESHA_EACH(<<)
  MESHA_EACH(>>)
#undef MESHA_EACH
};

template <class To, class V, int N>
MESHA_LANES To as(Several<V, N> x) {  // the same bits
  To to;
  for (int k = 0; k < N; ++k) to.v[k] = (__typeof__(to.v[k]))x.v[k];
  return to;
}

template <int W, class V, int N>
MESHA_LANES Several<typename Lanes<W>::F, N> to_float(Several<V, N> x) {
  Several<typename Lanes<W>::F, N> to;
  for (int k = 0; k < N; ++k) to.v[k] = Lanes<W>::to_float(x.v[k]);
  return to;
}

template <int W, class V, int N>
MESHA_LANES Several<V, N> root(Several<V, N> x) {  // 0 for what is below
  for (int k = 0; k < N; ++k) x.v[k] = Lanes<W>::root(Lanes<W>::larger(x.v[k], V{}));
  return x;
}

}  // namespace
}  // namespace mesha
