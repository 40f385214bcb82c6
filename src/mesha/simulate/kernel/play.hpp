// The epochs of many runs side by side. Included by path_*.cpp alone.
#pragma once

#include <cstdint>

#include "mesha/simulate/kernel/cut.hpp"
#include "mesha/simulate/kernel/draws.hpp"
#include "mesha/simulate/kernel/lanes.hpp"
#include "mesha/simulate/kernel/paths.hpp"

namespace mesha {
namespace {  // NOLINT: see lanes.hpp

// What a squad of groups of W runs remembers, seat by seat, group after group.
template <int W>
struct Squad {
  int slots = 0;  // seats per group
  float* score = nullptr;
  float* noise = nullptr;             // sums of normals, where scores are cumulative
  const std::int32_t* arm = nullptr;  // on that seat

  MESHA_LANES std::int64_t seat(int group, int number) const {
    return (std::int64_t{group} * slots + number) * W;
  }
};

// Turns normals into scores. `Seated`: arm i sits on seat i in every lane, so what belongs to an
// arm is the same in all lanes.
template <int W, bool Seated, bool Cumulative>
struct Scoring {
  using L = Lanes<W>;
  using F = L::F;

  const LaneEpoch& epoch;
  int arms;
  const Squad<W>& squad;
  F* lowest;  // by group

  MESHA_LANES void operator()(int group, int seat, F first, F second) {
    lowest[group] = L::smaller(lowest[group], L::smaller(first, second));
    one(group, seat, first);
    one(group, seat + 1, second);
  }

  MESHA_LANES void one(int group, int seat, F z) {
    if constexpr (Cumulative) {
      float* noise = squad.noise + squad.seat(group, seat);
      z = L::load(noise) + epoch.step * z;
      L::store(noise, z);
    }
    rank(group, seat, z);
  }

  MESHA_LANES void rank(int group, int seat, F z) {
    float* score = squad.score + squad.seat(group, seat);
    if constexpr (Seated) {
      L::store(score, epoch.rule[2 * seat] + epoch.rule[2 * seat + 1] * z);
    } else {
      F centre, spread;
      L::look_up(epoch.rule, arms, L::load(squad.arm + squad.seat(group, seat)), centre, spread);
      L::store(score, centre + spread * z);
    }
  }
};

template <int W>
class LaneRuns {
 public:
  using L = Lanes<W>;
  using F = L::F;
  using I = L::I;

  MESHA_LANES LaneRuns(const LanePlan& plan, std::uint64_t seed, float* memory)
      : plan_(plan), seed_(seed) {
    squad_.slots = lane_slots(plan.arms);
    const std::int64_t size = std::int64_t{lane_groups(plan.arms, W)} * squad_.slots * W;
    squad_.score = memory;
    squad_.noise = memory + size;
    next_noise_ = memory + 2 * size;
    // Arm numbers; each part of the memory is only ever used as one or the other.
    arm_[0] = as_numbers(memory + 3 * size);
    arm_[1] = as_numbers(memory + 4 * size);
    seats_ = as_numbers(memory + 5 * size);
    for (int i = 0; i < plan.arms; ++i) L::store(seats_ + i * W, L::splat(i));
  }

  MESHA_LANES void play(std::uint64_t first_run, int groups, std::int32_t* named) {
    squad_.arm = seats_;
    I doubtful[most_groups] = {};
    if (plan_.cumulative) clear_noise(groups);
    for (int r = 0; r < plan_.epochs; ++r) {
      const LaneEpoch& epoch = plan_.epoch[r];
      score(epoch, first_run, groups, doubtful);
      if (epoch.keep < epoch.active) cut(epoch, groups, doubtful);
    }
    for (int g = 0; g < groups; ++g) {
      L::store(named + g * W, doubtful[g] ? L::splat(replay) : L::load(arms_of(g)));
    }
  }

 private:
  static constexpr int most_groups = 16;

  MESHA_LANES void clear_noise(int groups) {
    for (int g = 0; g < groups; ++g) {
      for (int i = 0; i < plan_.arms; ++i) L::store(squad_.noise + squad_.seat(g, i), F{});
    }
  }

  template <bool Seated, bool Cumulative>
  MESHA_LANES void score_as(const LaneEpoch& epoch, std::uint64_t first_run, int groups,
                            I* doubtful) {
    F lowest[most_groups] = {};
    Scoring<W, Seated, Cumulative> scoring{epoch, plan_.arms, squad_, lowest};
    if (epoch.batch < 0) {
      for (int g = 0; g < groups; ++g) {
        for (int i = 0; i < epoch.active; ++i) {
          scoring.rank(g, i, L::load(squad_.noise + squad_.seat(g, i)));
        }
      }
      return;
    }
    const LanePhilox<W> philox(seed_, first_run, static_cast<std::uint32_t>(epoch.batch));
    draw_seats<W>(philox, first_run, groups, epoch.active, scoring);
    for (int g = 0; g < groups; ++g) doubtful[g] |= lowest[g] < L::splat(epoch.screen);
  }

  MESHA_LANES void score(const LaneEpoch& epoch, std::uint64_t first_run, int groups, I* doubtful) {
    const bool seated = squad_.arm == seats_;
    if (plan_.cumulative) {
      seated ? score_as<true, true>(epoch, first_run, groups, doubtful)
             : score_as<false, true>(epoch, first_run, groups, doubtful);
    } else {
      seated ? score_as<true, false>(epoch, first_run, groups, doubtful)
             : score_as<false, false>(epoch, first_run, groups, doubtful);
    }
  }

  template <class Cut>
  MESHA_LANES void cut_by(const LaneEpoch& epoch, int groups, I* doubtful) {
    std::int32_t* next = squad_.arm == arm_[0] ? arm_[1] : arm_[0];
    for (int g = 0; g < groups; ++g) {
      float* score = squad_.score + squad_.seat(g, 0);
      const Edge<W> edge = Cut::edge(score, epoch);
      // Written so that a NaN is doubtful too.
      doubtful[g] |= ~(edge.stays - edge.goes > L::splat(epoch.doubt));
      Cut::move(score, epoch.active, edge.stays, arms_of(g), next + squad_.seat(g, 0));
      if (plan_.cumulative) {
        Cut::move(score, epoch.active, edge.stays, as_numbers(squad_.noise) + squad_.seat(g, 0),
                  as_numbers(next_noise_) + squad_.seat(g, 0));
      }
    }
    squad_.arm = next;
    float* const noise = next_noise_;
    next_noise_ = squad_.noise;
    squad_.noise = noise;
  }

  MESHA_LANES void cut(const LaneEpoch& epoch, int groups, I* doubtful) {
    const int goes = epoch.active - epoch.keep;
    const int half = epoch.keep > goes ? epoch.keep : goes;
    if (half <= 1) return cut_by<HalfCut<W, 1>>(epoch, groups, doubtful);
    if (half <= 2) return cut_by<HalfCut<W, 2>>(epoch, groups, doubtful);
    if (epoch.keep == 1) return cut_by<OneStays<W>>(epoch, groups, doubtful);
    if (goes == 1) return cut_by<OneGoes<W>>(epoch, groups, doubtful);
    if (half <= 4) return cut_by<HalfCut<W, 4>>(epoch, groups, doubtful);
    if (half <= 8) return cut_by<HalfCut<W, 8>>(epoch, groups, doubtful);
    return cut_by<CountedCut<W>>(epoch, groups, doubtful);
  }

  MESHA_LANES const std::int32_t* arms_of(int group) const {
    return squad_.arm == seats_ ? seats_ : squad_.arm + squad_.seat(group, 0);
  }
  static MESHA_LANES std::int32_t* as_numbers(float* memory) {
    return reinterpret_cast<std::int32_t*>(memory);
  }

  const LanePlan& plan_;
  std::uint64_t seed_;
  Squad<W> squad_;
  float* next_noise_;
  std::int32_t* seats_;  // arm i on seat i, for all groups
  std::int32_t* arm_[2];
};

template <int W>
void play(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, std::int64_t groups,
          float* memory, std::int32_t* named) {
  LaneRuns<W> runs(plan, seed, memory);
  const int together = lane_groups(plan.arms, W);
  for (std::int64_t g = 0; g < groups; g += together) {
    const std::int64_t left = groups - g;
    runs.play(first + static_cast<std::uint64_t>(g * W),
              left < together ? static_cast<int>(left) : together, named + g * W);
  }
}

template <int W>
struct Writing {
  float* out;
  int seats;

  MESHA_LANES void operator()(int group, int seat, Lanes<W>::F first, Lanes<W>::F second) {
    float* to = out + (group * seats + seat) * W;
    Lanes<W>::store(to, first);
    if (seat + 1 < seats) Lanes<W>::store(to + W, second);
  }
};

template <int W>
void normals(std::uint64_t seed, std::uint64_t first, int groups, std::uint32_t batch, int seats,
             float* out) {
  const LanePhilox<W> philox(seed, first, batch);
  Writing<W> writing{out, seats};
  draw_seats<W>(philox, first, groups, seats, writing);
}

template <int W>
void words(std::uint64_t seed, std::uint64_t first, std::uint32_t index, std::uint32_t block,
           std::uint32_t* out) {
  typename Lanes<W>::U four[4];
  LanePhilox<W>(seed, first, index).words(first, block, four);
  for (int k = 0; k < 4; ++k) Lanes<W>::store(out + k * W, four[k]);
}

}  // namespace
}  // namespace mesha
