// mesha-mpi: the functions of cli/ranks.hpp, by MPI.
#include "cli/ranks.hpp"

#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace mesha::cli {
namespace {

int this_rank = 0;
int all_ranks = 1;
int ranks_on_this_machine = 1;
int loud_stderr = -1;

void be_mute() {
  loud_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

int count_neighbours() {
  MPI_Comm neighbours = MPI_COMM_NULL;
  int count = 1;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
  MPI_Comm_size(neighbours, &count);
  MPI_Comm_free(&neighbours);
  return count;
}

}  // namespace

void join_ranks(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  std::atexit([] { MPI_Finalize(); });
  MPI_Comm_rank(MPI_COMM_WORLD, &this_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &all_ranks);
  ranks_on_this_machine = count_neighbours();
  if (this_rank != 0) be_mute();
}

int rank() { return this_rank; }
int rank_count() { return all_ranks; }

// Launchers that bind a rank to its cores have already divided them.
int cores() {
  const int all = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
    const int bound = CPU_COUNT(&mine);
    if (bound > 0 && bound < all) return bound;
  }
  return std::max(1, all / ranks_on_this_machine);
}

std::int64_t smallest_of_all(std::int64_t mine) {
  std::int64_t smallest = mine;
  MPI_Allreduce(&mine, &smallest, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  return smallest;
}

// stdout stays with the first rank.
void speak() {
  if (loud_stderr >= 0) dup2(loud_stderr, STDERR_FILENO);
}

void give_up() { MPI_Abort(MPI_COMM_WORLD, 3); }

}  // namespace mesha::cli
