// What the vector code is told, and the versions of it that this machine can run.
//
// Lanes compute in single precision and know when that might not be enough: scores within the
// rounding error bound of a cut, or a normal that might fire some arm's trigger, mark their run for
// `replay`, and a run in double precision decides. So the answer never depends on the precision,
// only the speed does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mesha {

struct LaneEpoch {
  std::int32_t active = 0;
  std::int32_t keep = 0;
  std::int32_t batch = -1;  // number of its batch; -1 when it only ranks again
  float step = 1;           // noise += step * z, where scores are cumulative
  float screen = 0;         // a normal below this might fire some arm's trigger
  float doubt = 0;          // the cut is certain when wider than this
  float level = 0;          // where the cut is expected, and
  float spacing = 0;        // how far apart the scores are there; a guess, to be quick
  // Two numbers per arm, centre and spread: score = centre + spread * noise, in units in which no
  // score exceeds 1. Room for at least sixteen arms.
  const float* rule = nullptr;
};

struct LanePlan {
  std::int32_t arms = 0;
  std::int32_t epochs = 0;
  bool cumulative = false;
  const LaneEpoch* epoch = nullptr;
};

inline constexpr std::int32_t replay = -1;

struct LanePath {
  const char* name;
  int width;  // W, runs side by side

  // Plays runs [first, first + groups * width), which must not straddle a multiple of 2^32, and
  // writes the arm that each names, or `replay`. `memory` is lane_memory() floats, all zero before
  // the first call with this plan.
  void (*play)(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, std::int64_t groups,
               float* memory, std::int32_t* named);
  // The draws alone, for tests and benches: normals of seats [0, seats) of each
  // group, seat by seat for its `width` runs.
  void (*normals)(std::uint64_t seed, std::uint64_t first, int groups, std::uint32_t batch,
                  int seats, float* out);
  void (*words)(std::uint64_t seed, std::uint64_t first, std::uint32_t index, std::uint32_t block,
                std::uint32_t* out);
};

// Seats, with padding: a small field to the size of its network, an odd number to an even one, and
// room for ties at the edge. (Inlined always: these two are used by code for different machines.)
[[gnu::always_inline]] constexpr int lane_slots(int arms) { return arms <= 16 ? 16 : arms + 4; }

// Groups of `width` runs that are played together: many, to keep the processor busy while one waits
// for its own results; few enough to stay in the nearest cache. Sixteen lanes want two: draw_seats.
[[gnu::always_inline]] constexpr int lane_groups(int arms, int width) {
  constexpr std::int64_t cache = 24 * 1024;
  const std::int64_t fit = cache / (std::int64_t{3} * 4 * width * lane_slots(arms));
  const int least = width == 16 ? 2 : 1;
  return fit < least ? least : fit > 16 ? 16 : static_cast<int>(fit);
}
constexpr std::size_t lane_memory(int arms, int width) {
  const auto seats = static_cast<std::size_t>(lane_slots(arms)) * static_cast<std::size_t>(width);
  return (5 * static_cast<std::size_t>(lane_groups(arms, width)) + 1) * seats;
}

// Those that this machine can run; the last is the fastest. All of them give the same answers.
std::span<const LanePath* const> lane_paths();

namespace lane_path {

extern const LanePath one, four;     // any machine
extern const LanePath avx2, avx512;  // x86 only

}  // namespace lane_path
}  // namespace mesha
