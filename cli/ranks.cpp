// The ordinary program: one rank. Started by an MPI launcher, it becomes mesha-mpi.
#include "cli/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace mesha::cli {
namespace {

// Open MPI's mpirun; MPICH's and Intel's; srun --mpi=pmix, which tells no size.
constexpr std::array launchers{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};

bool launched_with_others() {
  return std::ranges::any_of(launchers, [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
    const bool tells_size = std::string_view(name).ends_with("SIZE");
    return value != nullptr && !(tells_size && std::string_view(value) == "1");
  });
}

bool splits_runs(int argc, char** argv) {
  return std::any_of(argv + std::min(1, argc), argv + argc, [](const char* word) {
    return std::strcmp(word, "simulate") == 0 || std::strcmp(word, "reproduce") == 0;
  });
}

}  // namespace

void join_ranks(int argc, char** argv) {
  if (!launched_with_others() || !splits_runs(argc, argv)) return;
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string other = self.string() + "-mpi";
  execv(other.c_str(), argv);
  fmt::print(stderr,
             "mesha: an MPI launcher has started this program, but `{}` is not there: build with "
             "MPI, or use --shard\n",
             other);
  std::exit(2);  // NOLINT(concurrency-mt-unsafe): before any thread
}

int rank() { return 0; }
int rank_count() { return 1; }
int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }
std::int64_t smallest_of_all(std::int64_t mine) { return mine; }
void speak() {}
void give_up() {}

}  // namespace mesha::cli
