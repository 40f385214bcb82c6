// A line on stderr that rewrites itself: share done, rate, time left. Only for people at a
// terminal.
#pragma once

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

namespace mesha::cli {

inline std::string rate_text(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.1f} M", per_second / 1e6);
  if (per_second >= 1e3) return fmt::format("{:.0f} k", per_second / 1e3);
  return fmt::format("{:.0f}", per_second);
}

inline std::string time_text(double seconds) {
  constexpr double day = 86400;
  if (seconds >= 1000 * 365.25 * day) return "over 1000 years";
  if (seconds >= 2 * day) return fmt::format("{:.0f} days", seconds / day);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
  if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} s", whole);
}

// Does a person watch? What is piped elsewhere needs no bar.
inline bool at_terminal() { return isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0; }

// The line itself. Not drawn before `quiet` has passed, and then ten times a second at most.
class StatusLine {
 public:
  using Clock = std::chrono::steady_clock;

  explicit StatusLine(bool shown, Clock::duration quiet = {}) : shown_(shown), quiet_(quiet) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // Times and rates count from here.
  void restart() { start_ = Clock::now(); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void draw(const std::invocable auto& text) {  // which is made only if it is time
    const auto now = Clock::now();
    if (!shown_ || now - start_ < quiet_) return;
    if (drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;
    fmt::print(stderr, "\r\033[K{}", text());
    std::fflush(stderr);
  }

  void clear() {
    if (std::exchange(drawn_, false)) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool shown_;
  bool drawn_ = false;
  Clock::duration quiet_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

class ProgressBar : public StatusLine {
 public:
  using StatusLine::StatusLine;

  // `done` of `total`, or of an unknown number if that is 0; `what` says which part is under way.
  // Without a unit no rate is shown.
  void show(double done, double total, const std::string& unit, const std::string& what) {
    draw([&] {
      const double rate = seconds() > 0 ? done / seconds() : 0;
      std::string words;
      if (total > 0) words += fmt::format(" {:3.0f}%", 100 * done / total);
      if (total <= 0) words += fmt::format("{} {}", rate_text(done), unit);
      if (!unit.empty()) words += fmt::format("  {} {}/s", rate_text(rate), unit);
      if (total > 0 && rate > 0) words += "  " + time_text((total - done) / rate) + " left";
      words += "  " + what;
      // One line, whatever the terminal's width: a longer one could not be taken back.
      const std::size_t room = columns() - 1;
      if (words.size() > room) words.resize(room);
      const std::size_t width = total > 0 ? std::min<std::size_t>(28, room - words.size()) : 0;
      const auto full =
          static_cast<std::size_t>(std::min(1.0, done / total) * static_cast<double>(width));
      std::string bar;
      for (std::size_t k = 0; k < width; ++k) bar += k < full ? "█" : "░";
      return bar + words;
    });
  }

 private:
  static std::size_t columns() {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col : 80;
  }
};
}  // namespace mesha::cli
