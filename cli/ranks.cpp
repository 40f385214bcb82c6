// The ordinary program: one rank. Started by an MPI launcher, it becomes mesha-mpi.
#include "cli/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace mesha::cli {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value != nullptr ? value : "";
}

bool launched_with_others() {
  // Open MPI's mpirun; MPICH's and Intel's.
  for (const char* size : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (!variable(size).empty() && variable(size) != "1") return true;
  }
  // srun with PMIx tells no size of its own, and sets this for a single task too.
  return !variable("PMIX_RANK").empty() && variable("SLURM_STEP_NUM_TASKS") != "1" &&
         variable("OMPI_COMM_WORLD_SIZE").empty();
}

// With --shard every process plays its own shard, also under a launcher.
bool splits_runs(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + std::min(1, argc), argv + argc);
  const auto is_verb = [](std::string_view word) {
    return word == "simulate" || word == "reproduce";
  };
  const auto is_shard = [](std::string_view word) {
    return word == "--shard" || word.starts_with("--shard=");
  };
  return std::ranges::any_of(words, is_verb) && std::ranges::none_of(words, is_shard);
}

// Every process would do all of its work, into one folder.
bool plays_alone(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view word(argv[k]);
    if (!word.starts_with('-')) return word == "frontier";
  }
  return false;
}

bool is_first_rank() {  // or does not know
  const char* const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
  return std::ranges::all_of(
      ranks, [](const char* rank) { return variable(rank).empty() || variable(rank) == "0"; });
}

// One sentence for all.
[[noreturn]] void refuse_launch(const std::string& why) {
  if (is_first_rank()) fmt::print(stderr, "mesha: {}\n", why);
  std::exit(2);  // NOLINT(concurrency-mt-unsafe): before any thread
}

}  // namespace

void join_ranks(int argc, char** argv) {
  if (!launched_with_others()) return;
  if (plays_alone(argc, argv))
    refuse_launch("frontier runs as one process: start it without the MPI launcher");
  if (!splits_runs(argc, argv)) return;
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string other = self.string() + "-mpi";
  execv(other.c_str(), argv);
  refuse_launch(fmt::format(
      "an MPI launcher has started this program, but `{}` is not there: build it where MPI is "
      "installed (Debian: libopenmpi-dev openmpi-bin), or use --shard",
      other));
}

int rank() { return 0; }
int rank_count() { return 1; }
int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }
std::int64_t smallest_of_all(std::int64_t mine) { return mine; }
void speak() {}
void give_up() {}

}  // namespace mesha::cli
