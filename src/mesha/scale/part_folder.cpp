#include "mesha/scale/part_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "mesha/io/durable_file.hpp"

namespace mesha {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".part";
constexpr std::int64_t steps_per_share = 1000;  // of progress

// "12-of-64.part" -> 64
std::optional<std::int64_t> shares_in_name(const std::string& name) {
  const auto of = name.find("-of-");
  if (of == std::string::npos || !name.ends_with(ending)) return std::nullopt;
  const char* last = name.data() + name.size() - ending.size();
  std::int64_t shares = 0;
  const auto read = std::from_chars(name.data() + of + 4, last, shares);
  if (read.ec != std::errc{} || read.ptr != last) return std::nullopt;
  if (shares < 1 || shares > most_shares) return std::nullopt;
  return shares;
}

// The own shares first, then those of the next seats in turn, so that helpers spread.
std::vector<std::int64_t> order_of_play(std::int64_t shares, Seat seat) {
  std::vector<std::int64_t> order;
  for (int k = 0; k < seat.size; ++k) {
    const int whose = (seat.rank + k) % seat.size;
    for (std::int64_t i = whose; i < shares; i += seat.size) order.push_back(i);
  }
  return order;
}

// Looks now and then whether somebody else was faster.
class OvertakenCheck {
 public:
  OvertakenCheck(const PartFolder& folder, Share share)
      : folder_(folder), share_(share), damaged_(folder.has(share)) {}

  bool operator()() {
    const auto now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(200)) return false;
    last_ = now;
    return damaged_ ? folder_.holds(share_) : folder_.has(share_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const PartFolder& folder_;
  Share share_;
  bool damaged_;  // what is there
  Clock::time_point last_ = Clock::now();
};

}  // namespace

Result<PartFolder> PartFolder::open(const std::string& base, const Campaign& campaign) {
  const std::string path = (fs::path(base) / hash(campaign)).string();
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Error{"cannot make the folder `" + path + "`: " + error.message()};
  return PartFolder(path);
}

std::optional<std::int64_t> PartFolder::shares_begun() const {
  std::map<std::int64_t, std::int64_t> parts;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_, error)) {
    if (const auto shares = shares_in_name(entry.path().filename().string())) ++parts[*shares];
  }
  const auto most = std::ranges::max_element(parts, {}, [](const auto& p) { return p.second; });
  if (most == parts.end()) return std::nullopt;
  return most->first;
}

std::string PartFolder::part_path(Share share) const {
  return fmt::format("{}/{}-of-{}{}", path_, share.index, share.count, ending);
}

bool PartFolder::has(Share share) const {
  std::error_code error;
  return fs::exists(part_path(share), error);
}

bool PartFolder::holds(Share share) const {
  return has(share) && static_cast<bool>(load_part(part_path(share)));
}

std::int64_t PartFolder::finished(std::int64_t shares) const {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < shares; ++i) count += holds({i, shares}) ? 1 : 0;
  return count;
}

Result<Merged> PartFolder::merged(std::int64_t shares) const {
  std::vector<std::string> paths;
  paths.reserve(static_cast<std::size_t>(shares));
  for (std::int64_t i = 0; i < shares; ++i) paths.push_back(part_path({i, shares}));
  return merge_files(paths);
}

void PartFolder::remove() const {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  fs::remove(fs::path(path_).parent_path(), ignored);  // refuses if there is anything in it
}

std::int64_t good_share_count(std::int64_t trials, int seats) {
  constexpr std::int64_t shares_per_seat = 16;
  constexpr std::int64_t least_shares = 64;
  constexpr std::int64_t least_runs = 4096;
  constexpr std::int64_t many_runs = 1LL << 18;  // more are too many to lose, up to
  constexpr std::int64_t many_shares = 1024;     // files that nobody minds
  std::int64_t shares = least_shares;
  while (shares < shares_per_seat * seats && 2 * shares <= most_shares) shares *= 2;
  while (shares < many_shares && trials / shares > many_runs) shares *= 2;
  while (shares > 1 && trials / shares < least_runs) shares /= 2;
  return shares;
}

Result<bool> fill_folder(const PartFolder& folder, const Campaign& campaign,
                         const std::string& file, const Experiment& experiment, std::int64_t shares,
                         Seat seat, const Crew& crew) {
  std::int64_t seen = 0;
  for (const std::int64_t index : order_of_play(shares, seat)) {
    const Share share{index, shares};
    const std::int64_t before = steps_per_share * seen++;
    const auto tell = [&](double part) {
      const auto steps = static_cast<std::int64_t>(part * steps_per_share);
      if (crew.on_progress) crew.on_progress({before + steps, steps_per_share * shares});
    };
    tell(0);
    if (crew.stop.stop_requested()) return false;
    if (folder.holds(share)) continue;
    std::stop_source enough;
    const std::stop_callback ended(crew.stop, [&enough] { enough.request_stop(); });
    OvertakenCheck overtaken(folder, share);
    const auto look = [&](const Progress& now) {
      tell(static_cast<double>(now.done) / static_cast<double>(now.total));
      if (overtaken()) enough.request_stop();
    };
    auto part =
        play_share(campaign, file, experiment, share,
                   {.threads = crew.threads, .on_progress = look, .stop = enough.get_token()});
    if (!part) return part.error();
    if (crew.stop.stop_requested()) return false;
    if (!*part) continue;
    if (auto ok = write_durably(folder.part_path(share), part_text(**part)); !ok) return ok.error();
  }
  return true;
}

}  // namespace mesha
