// Ranks that tell each other whether they can go on.
#include <fmt/format.h>

#include <cstdint>

#include "cli/ranks.hpp"
#include "cli/verbs.hpp"

namespace mesha::cli {

bool ranks_agree(bool mine, const std::string& why) {
  const std::int64_t first_failure = smallest_of_all(mine ? rank_count() : rank());
  if (first_failure == rank()) refuse_alone(why);
  return first_failure == rank_count();
}

int refuse_alone(const std::string& why) {
  speak();
  return refuse(rank() > 0 ? fmt::format("rank {}: {}", rank(), why) : why);
}

}  // namespace mesha::cli
