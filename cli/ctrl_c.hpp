// Ctrl-C as a request that long work looks at; also a time limit of a cluster, and a terminal that
// is closed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <stop_token>
#include <thread>

namespace mesha::cli {

// Other threads look at it, which sig_atomic_t is not made for. Milliseconds of a clock that only
// goes forward; 0: not yet.
inline std::atomic<std::int64_t> first_signal_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free,
              "only then a signal handler may set it");

// Launchers signal twice at once, the process and its group: that is one request. A signal more
// than half a second later gets the default action, which ends the program.
inline void on_signal(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 + 1;
  std::int64_t never = 0;
  if (first_signal_at.compare_exchange_strong(never, ms) || ms - first_signal_at < 500) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

inline bool ctrl_c_pressed() { return first_signal_at != 0; }

// A token that fires soon after Ctrl-C, however long the work takes to its next sign of progress.
class CtrlC {
 public:
  CtrlC() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  }
  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread watcher_{[this](const std::stop_token& enough) {
    std::mutex alone;
    std::condition_variable_any never;  // but the end of this object
    std::unique_lock lock(alone);
    while (!enough.stop_requested() && !ctrl_c_pressed())
      never.wait_for(lock, enough, std::chrono::milliseconds(20), [] { return false; });
    if (ctrl_c_pressed()) stop_.request_stop();
  }};
};

}  // namespace mesha::cli
