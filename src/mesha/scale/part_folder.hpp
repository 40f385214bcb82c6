// A folder of parts that several processes fill together, and that a restart goes on with. The
// folder is all they share: a finished shard's part appears there by an atomic rename, and a shard
// that has a part is skipped. Writing a part is idempotent (the same shard gives the same numbers),
// so there is no lock, and a process that dies loses only the shard it was playing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mesha/base/result.hpp"
#include "mesha/scale/merge.hpp"
#include "mesha/scale/part.hpp"

namespace mesha {

// One of the processes that fill the folder: 0 <= index < count.
struct Rank {
  int index = 0;
  int count = 1;
};

class PartFolder {
 public:
  // BASE/<hash of the campaign>; made if it is not there.
  static Result<PartFolder> open(const std::string& base, const Campaign& campaign);

  // The number of shards that parts in the folder belong to, if there are any.
  std::optional<std::int64_t> shards_begun() const;

  std::string part_path(Shard shard) const;
  bool has(Shard shard) const;
  bool holds(Shard shard) const;  // and it can be read
  std::int64_t finished(std::int64_t shards) const;
  Result<Simulated> merged(std::int64_t shards) const;
  void remove() const;  // with all parts; BASE too, if it is then empty

 private:
  explicit PartFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// Enough for load balancing and for a crash to lose little; each large enough to be worth a file.
std::int64_t good_shard_count(std::int64_t trials, int ranks);

// Plays until every shard has its part: first every count-th shard, then what other ranks have not
// finished. A damaged part is played again. False if crew.stop fired. Progress counts
// thousandths of shards.
Result<bool> fill_folder(const PartFolder& folder, const Campaign& campaign,
                         const std::string& file, const Experiment& experiment, std::int64_t shards,
                         Rank rank, const Crew& crew);

}  // namespace mesha
