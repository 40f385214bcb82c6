// All randomness of one run: a pure function of (seed, run, stream, index, place).
//
//   key      the seed, 64 bits
//   counter  run (64 bits) | stream (4 bits) and index (28 bits) | block (32 bits)
//
// Batches are more than an index can count: the rest of their number is in the high bits of the
// block, of which a batch needs few.
//
// Four neighbouring places share a block. Run and stream sit in the counter, not in the key: the
// key schedule is then the same for all runs, which the vector kernel needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "mesha/base/normal.hpp"
#include "mesha/base/philox.hpp"

namespace mesha {

enum class Stream : std::uint32_t {
  batch_noise = 0,    // index: batch number; place: seat of the arm in the batch
  pull_noise = 1,     // index: arm; place: the arm's own pull number
  coins = 2,          // index: arm; place: what the strategy likes
  instances = 3,      // for drawing random instances
  tilted = 4,         // rare failures; index: epoch (0: the proposal); place: arm
  learner_coins = 5,  // index and place: what the learner likes
};

struct RunRandom {
  std::uint64_t seed = 0;
  std::uint64_t run = 0;

  Block block(Stream stream, std::uint32_t index, std::uint32_t number) const {
    return philox4x32(seed,
                      {static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(run >> 32U),
                       (static_cast<std::uint32_t>(stream) << 28U) | index, number});
  }

  std::uint32_t word(Stream stream, std::uint32_t index, std::uint64_t place) const {
    return block(stream, index, static_cast<std::uint32_t>(place / 4))[place % 4];
  }

  // Uniform on (0, 1): the middle of one of 2^32 cells, never 0 or 1.
  double uniform(Stream stream, std::uint32_t index, std::uint64_t place) const {
    return (word(stream, index, place) + 0.5) * 0x1p-32;
  }
};

// Four normals for each block. The pairs lie side by side so that they fill vector registers.
template <std::size_t Blocks>
void to_normals(const std::array<Block, Blocks>& words, std::span<float, 4 * Blocks> normals) {
  constexpr std::size_t pairs = 2 * Blocks;
  std::array<std::uint32_t, pairs> radius_words{}, angle_words{};
  for (std::size_t b = 0; b < Blocks; ++b) {
    radius_words[2 * b] = words[b][0], angle_words[2 * b] = words[b][1];
    radius_words[2 * b + 1] = words[b][2], angle_words[2 * b + 1] = words[b][3];
  }
  std::array<float, pairs> first{}, second{};
  for (std::size_t k = 0; k < pairs; ++k) {
    std::tie(first[k], second[k]) = normal_pair(radius_words[k], angle_words[k]);
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    normals[2 * k] = first[k];
    normals[2 * k + 1] = second[k];
  }
}

// Normals read one after another: place 0, 1, 2, ... of one (stream, index).
class NormalSequence {
 public:
  NormalSequence(const RunRandom& random, Stream stream, std::uint32_t index,
                 std::uint64_t first_place = 0)
      : random_(random), stream_(stream), index_(index), place_(first_place) {
    if (place_ % ready != 0) refill();
  }

  float next() {
    if (place_ % ready == 0) refill();
    return ready_[place_++ % ready];
  }

 private:
  static constexpr std::size_t ready = 8;  // two blocks at once

  void refill() {
    const auto block = static_cast<std::uint32_t>(place_ / ready * 2);
    to_normals<2>(
        {random_.block(stream_, index_, block), random_.block(stream_, index_, block + 1)}, ready_);
  }

  RunRandom random_;
  Stream stream_;
  std::uint32_t index_;
  std::uint64_t place_;
  std::array<float, ready> ready_{};
};

// The normals of a run batch by batch: place 0, 1, 2, ... of (stream, batch). Blocks are worked on
// in fours; what a batch leaves of a four serves the first places of the batches to come, which
// as a rule are no larger.
class BatchNormals {
 public:
  void start_run(const RunRandom& random, Stream stream) {
    random_ = random;
    stream_ = stream;
    ahead_ = 0;
  }

  // The span holds until the next call. A batch has less than 4 * 2^20 seats, and there are less
  // than 2^40 batches.
  std::span<const float> of_batch(std::uint64_t batch, std::size_t count) {
    const std::size_t step = batch - first_ahead_;  // huge for a batch before it
    if (step >= ahead_ || count > 4) {
      draw(batch, (count + 3) / 4);
      return {normals_.data(), count};
    }
    return {normals_.data() + normals_.size() - 4 * (ahead_ - step), count};
  }

 private:
  Block block_of(std::uint64_t batch, std::size_t number) const {
    constexpr std::uint64_t index_bits = 28;
    constexpr std::uint64_t block_bits = 20;
    const std::uint64_t beyond = batch >> index_bits;  // 0, as a rule
    return random_.block(stream_, static_cast<std::uint32_t>(batch - (beyond << index_bits)),
                         static_cast<std::uint32_t>((beyond << block_bits) | number));
  }

  void draw(std::uint64_t batch, std::size_t blocks) {
    const std::size_t drawn = (blocks + 3) / 4 * 4;
    const auto block = [&](std::size_t b) {
      return b < blocks ? block_of(batch, b) : block_of(batch + 1 + (b - blocks), 0);
    };
    normals_.resize(4 * drawn);
    for (std::size_t b = 0; b < drawn; b += 4) {
      to_normals<4>({block(b), block(b + 1), block(b + 2), block(b + 3)},
                    std::span(normals_).subspan(4 * b).first<16>());
    }
    first_ahead_ = batch + 1;
    ahead_ = drawn - blocks;
  }

  RunRandom random_;
  Stream stream_{};
  std::vector<float> normals_;
  std::uint64_t first_ahead_ = 0;  // whose first blocks end normals_,
  std::size_t ahead_ = 0;          // and for how many batches
};

}  // namespace mesha
