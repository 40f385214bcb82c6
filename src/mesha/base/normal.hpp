// Standard normals from random words, by Box & Muller (1958), in single precision.
//
// Only + - * / sqrt and integer operations: with -ffp-contract=off every compiler and every
// instruction set gives the same bits, which libm's log and sin do not (they differ with and
// without FMA). Written for one lane; the vector kernel runs the same lines over many.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace mesha {

namespace normal_detail {

// -2 ln(u) for u in (0, 1]: u = 2^e m with m in [sqrt(1/2), sqrt(2)), then the polynomial of
// Cephes' logf (relative error below 1e-7).
inline float minus_two_log(float u) {
  const auto bits = std::bit_cast<std::int32_t>(u);
  constexpr std::int32_t sqrt_half = 0x3f3504f3;
  const std::int32_t exponent = (bits - sqrt_half) >> 23;
  const float m = std::bit_cast<float>(bits - (exponent << 23)) - 1.0F;
  const auto e = static_cast<float>(exponent);
  float p = 7.0376836292e-2F;
  p = p * m - 1.1514610310e-1F;
  p = p * m + 1.1676998740e-1F;
  p = p * m - 1.2420140846e-1F;
  p = p * m + 1.4249322787e-1F;
  p = p * m - 1.6668057665e-1F;
  p = p * m + 2.0000714765e-1F;
  p = p * m - 2.4999993993e-1F;
  p = p * m + 3.3333331174e-1F;
  const float square = m * m;
  // ln 2 in two parts, so that e * ln 2 loses nothing.
  const float log = (m + (p * m * square - 2.12194440e-4F * e - 0.5F * square)) + 0.693359375F * e;
  return -2.0F * log;
}

}  // namespace normal_detail

// Two independent N(0, 1) from two words.
//   radius  sqrt(-2 ln u), u from 31 bits: small u keep their relative precision, |z| <= 6.66
//   angle   two bits choose one of four quarter turns, thirty the place within it
inline std::pair<float, float> normal_pair(std::uint32_t radius_word, std::uint32_t angle_word) {
  const auto thirty_one = static_cast<std::int32_t>(radius_word >> 1U);
  const float u = (static_cast<float>(thirty_one) + 0.5F) * 0x1p-31F;
  // The last bits of the logarithm may leave u = 1 a hair below zero.
  const float square = normal_detail::minus_two_log(u);
  const float radius = std::sqrt(square > 0.0F ? square : 0.0F);

  const auto place = static_cast<std::int32_t>(angle_word << 2U);
  constexpr float quarter_pi = 0.785398163397448F;
  const float y = static_cast<float>(place) * (quarter_pi * 0x1p-31F);  // [-pi/4, pi/4)
  const float y2 = y * y;
  const float sine =
      y + y * y2 * (-1.6666654611e-1F + y2 * (8.3321608736e-3F + y2 * -1.9515295891e-4F));
  const float cosine =
      1.0F - 0.5F * y2 +
      y2 * y2 *
          (4.166664568298827e-2F + y2 * (-1.388731625493765e-3F + y2 * 2.443315711809948e-5F));
  const float major = radius * ((angle_word & 0x40000000U) != 0 ? -cosine : cosine);
  const float minor = radius * sine;
  const bool turned = (angle_word & 0x80000000U) != 0;
  return turned ? std::pair{minor, major} : std::pair{major, minor};
}

}  // namespace mesha
