#include "mesha/scale/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mesha {
namespace {

std::int64_t index_of(const LoadedPart& loaded) { return loaded.part.shard.index; }

Status check_same_campaign(const LoadedPart& a, const LoadedPart& b) {
  const auto strangers = [&](const std::string& why) {
    return Error{fmt::format("`{}` and `{}` do not belong together: {}", a.path, b.path, why),
                 ErrorKind::conflict};
  };
  if (const std::string what = difference(a.part.campaign, b.part.campaign); !what.empty())
    return strangers(fmt::format("their {} differs", what));
  if (a.part.shard.count != b.part.shard.count) {
    return Error{fmt::format("`{}` is a shard of {}, but `{}` is a shard of {}", a.path,
                             a.part.shard.count, b.path, b.part.shard.count),
                 ErrorKind::conflict};
  }
  for (std::size_t k = 0; k < a.part.rows.size(); ++k) {
    if (a.part.rows[k].row.estimate.method != b.part.rows[k].row.estimate.method)
      return strangers(fmt::format("row {} has another method", k + 1));
  }
  return ok();
}

// Sorted by shard, so equals are neighbours.
Status drop_repeated(std::vector<LoadedPart>& parts) {
  for (std::size_t k = 1; k < parts.size(); ++k) {
    Part twin = parts[k].part;
    twin.file = parts[k - 1].part.file;
    if (index_of(parts[k]) != index_of(parts[k - 1])) continue;
    if (part_text(twin) == part_text(parts[k - 1].part)) continue;
    return Error{fmt::format("`{}` and `{}` are both shard {}/{}, and differ", parts[k - 1].path,
                             parts[k].path, index_of(parts[k]), parts[k].part.shard.count),
                 ErrorKind::conflict};
  }
  const auto repeated = std::ranges::unique(parts, {}, index_of);
  parts.erase(repeated.begin(), repeated.end());
  return ok();
}

Status check_complete(const std::vector<LoadedPart>& parts) {
  const std::int64_t count = parts.front().part.shard.count;
  const std::int64_t missing = count - static_cast<std::int64_t>(parts.size());
  if (missing == 0) return ok();
  constexpr std::size_t most_named = 10;
  std::vector<std::int64_t> named;
  for (std::int64_t i = 0; i < count && named.size() < most_named; ++i) {
    if (!std::ranges::binary_search(parts, i, {}, index_of)) named.push_back(i);
  }
  const std::int64_t more = missing - static_cast<std::int64_t>(named.size());
  return Error{
      fmt::format("{} of {} shards {} missing: {}{}", missing, count, missing == 1 ? "is" : "are",
                  fmt::join(named, ", "), more > 0 ? fmt::format(" and {} more", more) : ""),
      ErrorKind::not_found};
}

Row joined_row(const std::vector<LoadedPart>& parts, std::size_t row) {
  const PartRow& first = parts.front().part.rows[row];
  if (!first.is_additive) {
    const std::int64_t has_it = owner(row, parts.front().part.shard.count);
    return parts[static_cast<std::size_t>(has_it)].part.rows[row].row;
  }
  Row sum = first.row;
  for (std::size_t k = 1; k < parts.size(); ++k)
    sum.estimate.tally += parts[k].part.rows[row].row.estimate.tally;
  conclude(sum.estimate);
  return sum;
}

}  // namespace

Result<Simulated> merge(std::vector<LoadedPart> parts) {
  if (parts.empty()) return Error{"there are no parts to merge"};
  for (const LoadedPart& part : parts) {
    if (auto ok = check_same_campaign(parts.front(), part); !ok) return ok.error();
  }
  std::ranges::stable_sort(parts, {}, index_of);
  if (auto ok = drop_repeated(parts); !ok) return ok.error();
  if (auto ok = check_complete(parts); !ok) return ok.error();
  std::vector<Row> rows;
  rows.reserve(parts.front().part.rows.size());
  for (std::size_t k = 0; k < parts.front().part.rows.size(); ++k)
    rows.push_back(joined_row(parts, k));
  return Simulated{parts.front().part.file, std::move(parts.front().experiment), std::move(rows)};
}

Result<Simulated> merge_files(const std::vector<std::string>& paths) {
  std::vector<LoadedPart> parts;
  for (const std::string& path : paths) {
    auto part = load_part(path);
    if (!part) return part.error();
    parts.push_back(*std::move(part));
  }
  return merge(std::move(parts));
}

}  // namespace mesha
