#include "mesha/scale/part_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "mesha/io/durable_file.hpp"
#include "mesha/io/numbers.hpp"

namespace mesha {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".part";
constexpr std::int64_t steps_per_shard = 1000;  // of progress

// "12-of-64.part" -> 64
std::optional<std::int64_t> shards_in_name(const std::string& name) {
  const auto of = name.find("-of-");
  if (of == std::string::npos || !name.ends_with(ending)) return std::nullopt;
  const std::size_t digits = of + 4;
  const auto shards = whole_text_as<std::int64_t>(
      std::string_view(name).substr(digits, name.size() - ending.size() - digits));
  return shards && *shards >= 1 && *shards <= most_shards ? shards : std::nullopt;
}

// The own shards first, then those of the next ranks in turn, so that idle ranks spread.
std::vector<std::int64_t> shard_order(std::int64_t shards, Rank rank) {
  std::vector<std::int64_t> order;
  for (int k = 0; k < rank.count; ++k) {
    const int whose = (rank.index + k) % rank.count;
    for (std::int64_t i = whose; i < shards; i += rank.count) order.push_back(i);
  }
  return order;
}

// Polls whether another process has written this shard's part.
auto overtaken_check(const PartFolder& folder, Shard shard) {
  using Clock = std::chrono::steady_clock;
  return [&folder, shard, damaged = folder.has(shard), last = Clock::now()]() mutable {
    if (Clock::now() - last < std::chrono::milliseconds(200)) return false;
    last = Clock::now();
    return damaged ? folder.holds(shard) : folder.has(shard);
  };
}

}  // namespace

Result<PartFolder> PartFolder::open(const std::string& base, const Campaign& campaign) {
  const std::string path = (fs::path(base) / hash(campaign)).string();
  if (auto made = make_folder(path); !made) return made.error();
  return PartFolder(path);
}

std::optional<std::int64_t> PartFolder::shards_begun() const {
  std::map<std::int64_t, std::int64_t> parts;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_, error)) {
    if (const auto shards = shards_in_name(entry.path().filename().string())) ++parts[*shards];
  }
  const auto most = std::ranges::max_element(parts, {}, [](const auto& p) { return p.second; });
  if (most == parts.end()) return std::nullopt;
  return most->first;
}

std::string PartFolder::part_path(Shard shard) const {
  return fmt::format("{}/{}-of-{}{}", path_, shard.index, shard.count, ending);
}

bool PartFolder::has(Shard shard) const {
  std::error_code error;
  return fs::exists(part_path(shard), error);
}

bool PartFolder::holds(Shard shard) const {
  return has(shard) && static_cast<bool>(load_part(part_path(shard)));
}

std::int64_t PartFolder::finished(std::int64_t shards) const {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < shards; ++i) count += holds({i, shards}) ? 1 : 0;
  return count;
}

Result<Simulated> PartFolder::merged(std::int64_t shards) const {
  std::vector<std::string> paths;
  paths.reserve(static_cast<std::size_t>(shards));
  for (std::int64_t i = 0; i < shards; ++i) paths.push_back(part_path({i, shards}));
  return merge_files(paths);
}

void PartFolder::remove() const {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  fs::remove(fs::path(path_).parent_path(), ignored);  // refuses if there is anything in it
}

std::int64_t good_shard_count(std::int64_t trials, int ranks) {
  constexpr std::int64_t shards_per_rank = 16;
  constexpr std::int64_t least_shards = 64;
  constexpr std::int64_t least_runs = 4096;
  constexpr std::int64_t max_runs_per_shard = 1LL << 18;  // what a crash may lose, up to
  constexpr std::int64_t max_shards = 1024;               // files
  std::int64_t shards = least_shards;
  while (shards < shards_per_rank * ranks && 2 * shards <= most_shards) shards *= 2;
  while (shards < max_shards && trials / shards > max_runs_per_shard) shards *= 2;
  while (shards > 1 && trials / shards < least_runs) shards /= 2;
  return shards;
}

Result<bool> fill_folder(const PartFolder& folder, const Campaign& campaign,
                         const std::string& file, const Experiment& experiment, std::int64_t shards,
                         Rank rank, const Crew& crew) {
  std::int64_t seen = 0;
  for (const std::int64_t index : shard_order(shards, rank)) {
    const Shard shard{index, shards};
    const std::int64_t before = steps_per_shard * seen++;
    const auto tell = [&](double part) {
      const auto steps = static_cast<std::int64_t>(part * steps_per_shard);
      if (crew.on_progress) crew.on_progress({before + steps, steps_per_shard * shards});
    };
    tell(0);
    if (crew.stop.stop_requested()) return false;
    if (folder.holds(shard)) continue;
    std::stop_source enough;
    const std::stop_callback ended(crew.stop, [&enough] { enough.request_stop(); });
    auto overtaken = overtaken_check(folder, shard);
    const auto look = [&](const Progress& now) {
      tell(static_cast<double>(now.done) / static_cast<double>(now.total));
      if (overtaken()) enough.request_stop();
    };
    auto part =
        play_shard(campaign, file, experiment, shard,
                   {.threads = crew.threads, .on_progress = look, .stop = enough.get_token()});
    if (!part) return part.error();
    if (crew.stop.stop_requested()) return false;
    if (!*part) continue;
    if (auto ok = write_durably(folder.part_path(shard), part_text(**part)); !ok) return ok.error();
  }
  return true;
}

}  // namespace mesha
