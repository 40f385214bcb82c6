// The processes that one mpirun or srun has started together. The ordinary program knows nothing of
// MPI: when a launcher has started it, it becomes `mesha-mpi`, which lies beside it and is the same
// program with cli/mpi/ranks.cpp instead of cli/ranks.cpp. Only the words below pass through MPI;
// results pass through a folder on disk.
#pragma once

#include <cstdint>

namespace mesha::cli {

// First thing in main().
void join_ranks(int argc, char** argv);

int rank();
int rank_count();

// Cores for this rank alone.
int cores();

// All ranks call it together.
std::int64_t smallest_of_all(std::int64_t mine);

// Other ranks than the first are mute from the start, because all would say the same.
void speak();

// Ends all ranks: this one cannot go on.
void give_up();

}  // namespace mesha::cli
