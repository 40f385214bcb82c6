// Ctrl-C as a wish that long work looks at; also a time limit of a cluster, and a terminal that is
// closed.
#pragma once

#include <atomic>
#include <csignal>

namespace mesha::cli {

// Other threads look at it, which sig_atomic_t is not made for.
inline std::atomic<bool> ctrl_c_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free, "only then a signal handler may set it");

// The second signal of a kind ends the program at once.
inline void watch_ctrl_c() {
  struct sigaction once = {};
  once.sa_handler = [](int) { ctrl_c_seen = true; };
  once.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &once, nullptr);
}

inline bool ctrl_c_pressed() { return ctrl_c_seen; }

}  // namespace mesha::cli
