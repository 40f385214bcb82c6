// A part: what one shard of a campaign found, and the file that carries it. docs/scale.md describes
// the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"
#include "mesha/scale/campaign.hpp"
#include "mesha/simulate/shard.hpp"

namespace mesha {

struct PartRow {
  Row row;  // without failure and interval where tallies add up
  bool is_additive = true;
  bool here = true;  // false: the row is not additive, and another shard has it
};

struct Part {
  Campaign campaign;
  std::string file;  // how the experiment file was called; parts may differ in it
  Shard shard;
  std::vector<PartRow> rows;  // every learner at every budget, in the experiment's order

  RunRange runs() const { return shard.runs(campaign.precision.seed, campaign.precision.trials); }
};

// The shard that has row number `row`, where a row is not additive.
inline std::int64_t owner(std::size_t row, std::int64_t shards) {
  return static_cast<std::int64_t>(row) % shards;
}

// Plays the shard; `experiment` is experiment_of(campaign). Nothing if crew.stop fired, or an error
// if the method asked for cannot be used. Progress counts the runs of all rows.
Result<std::optional<Part>> play_shard(const Campaign& campaign, const std::string& file,
                                       const Experiment& experiment, Shard shard, const Crew& crew);

std::string part_text(const Part& part);

struct LoadedPart {
  std::string path;
  Part part;
  Experiment experiment;
};

// Whatever the text is: a part whose numbers are possible, or a sentence about `path`.
Result<LoadedPart> read_part(std::string_view text, const std::string& path);
Result<LoadedPart> load_part(const std::string& path);

}  // namespace mesha
