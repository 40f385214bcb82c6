// How often this program has asked for memory.
#pragma once

#include <cstdint>

std::int64_t allocations_so_far();
