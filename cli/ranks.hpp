// The processes that one mpirun or srun has started together. The ordinary program knows nothing of
// MPI: when a launcher has started it, it becomes `mesha-mpi`, which lies beside it and is the same
// program with cli/mpi/ranks.cpp instead of cli/ranks.cpp. Only the words below pass through MPI;
// results pass through a folder on disk.
#pragma once

#include <cstdint>
#include <string>

#include "mesha/base/result.hpp"

namespace mesha::cli {

// First thing in main().
void join_ranks(int argc, char** argv);

int rank();
int rank_count();

// Cores for this rank alone.
int cores();

// A collective call (MPI_Allreduce).
std::int64_t smallest_of_all(std::int64_t mine);

// stdout and stderr of ranks > 0 go to /dev/null, so messages appear once; this reopens stderr.
void speak();

// Ends all ranks: this one cannot go on.
void give_up();

// What follows is made of these, and the same in both programs (cli/ranks_agree.cpp).
// Did all ranks succeed? A collective call. If not, the first that failed prints why.
bool ranks_agree(bool mine, const std::string& why);

template <class T>
bool ranks_agree(const Result<T>& mine) {
  return ranks_agree(static_cast<bool>(mine), mine ? "" : mine.error().sentence);
}

// This rank cannot go on: it prints its number and why.
int refuse_alone(const std::string& why);

}  // namespace mesha::cli
