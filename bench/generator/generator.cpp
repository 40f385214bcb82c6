// The random words of Experiment 1 (K = 8), in the order in which its runs use them, as raw bytes
// without end: food for a battery of tests. Counters step through runs, batches and blocks, so
// that neighbouring runs meet in the stream. bench/generator/battery feeds it to dieharder.
#include <cstdio>
#include <string_view>
#include <vector>

#include "mesha/base/random.hpp"

namespace {

using namespace mesha;  // NOLINT: a program of one file

constexpr std::uint32_t blocks_of_batch[] = {2, 1, 1};  // 8, 4 and 2 arms

void append_run(std::uint64_t run, std::vector<std::uint32_t>& words) {
  const RunRandom random{.seed = 20260323, .run = run};
  for (std::uint32_t batch = 0; batch < 3; ++batch) {
    for (std::uint32_t number = 0; number < blocks_of_batch[batch]; ++number) {
      for (const std::uint32_t word : random.block(Stream::batch_noise, batch, number)) {
        words.push_back(word);
      }
    }
  }
}

// Random123's known answer for the counter and key of the digits of pi.
bool right_answer() {
  constexpr Block expected = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
  return philox4x32(0x299f31d0a4093822U, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}) ==
         expected;
}

}  // namespace

int main(int argc, char** argv) {
  if (!right_answer()) {
    std::fputs("bench_generator: this is not Philox4x32-10\n", stderr);
    return 1;
  }
  if (argc == 2 && std::string_view(argv[1]) == "--check-only") return 0;
  std::vector<std::uint32_t> words;
  for (std::uint64_t run = 0;;) {
    words.clear();
    for (int k = 0; k < 1024; ++k) append_run(run++, words);
    if (std::fwrite(words.data(), sizeof words[0], words.size(), stdout) != words.size()) return 0;
  }
}
