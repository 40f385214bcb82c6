// Any bytes given as a part of a simulation are refused with a sentence, or can be merged: no
// crash, and counts that add up. Bytes alone would hardly get past the checksum, so they also serve
// as a JSON merge patch on a good part, whose checksum is then put right.
#include "mesha/scale/part.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <string_view>

#include "mesha/io/sealed_json.hpp"
#include "mesha/scale/merge.hpp"
#include "mesha/version.hpp"

namespace mesha {
namespace {

using nlohmann::json;

void must(bool holds) {
  if (!holds) __builtin_trap();
}

constexpr auto experiment_text = R"(
trials = 100
budgets = [6]
[instance]
theta = [1.0]
features = [[0.5], [0.4]]
noise = { kind = "gaussian", sd = 0.2 }
[[learners]]
name = "mesha"
[[learners]]
name = "successive_rejects"
)";

const json& good_part() {
  static const json part = [] {
    const Campaign campaign{
        .text = experiment_text, .precision = {.trials = 100}, .version = std::string(version)};
    const auto experiment = experiment_of(campaign, "seed");
    must(static_cast<bool>(experiment));
    const auto played = play_shard(campaign, "seed", *experiment, {}, {});
    must(played && *played);
    return json::parse(part_text(**played));
  }();
  return part;
}

void check(std::string_view text) {
  auto loaded = read_part(text, "fuzz");
  if (!loaded) {
    must(!loaded.error().sentence.empty());
    return;
  }
  if (loaded->part.shard.count > 1000) return;  // a merge would name every missing one
  const auto merged = merge({*std::move(loaded)});
  if (!merged) {
    must(!merged.error().sentence.empty());
    return;
  }
  for (const Row& one : merged->rows) {
    const Estimate& row = one.estimate;
    const Tally& t = row.tally;
    must(0 <= row.interval.low && row.interval.low <= row.failure);
    must(row.failure <= row.interval.high && row.interval.high <= 1);
    if (t.named.empty()) continue;
    must(std::accumulate(t.named.begin(), t.named.end(), t.nobody_left) == t.trials);
  }
}

void check_patched(std::string_view patch) {
  const json change = json::parse(patch, nullptr, false);
  if (change.is_discarded()) return;
  json part = good_part();
  part.merge_patch(change);
  if (!part.is_object()) return;
  part.erase("checksum");
  part["checksum"] = checksum(part.dump(1, ' ', false, json::error_handler_t::replace));
  check(part.dump(1, ' ', false, json::error_handler_t::replace));
}

}  // namespace
}  // namespace mesha

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t longest = 16384;
  if (size > longest) return -1;                                           // not into the corpus
  const std::string_view text(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  mesha::check(text);
  mesha::check_patched(text);
  return 0;
}
