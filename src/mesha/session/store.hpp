// Where events are kept. Two verbs, read() and append(), and a lock around them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/base/result.hpp"

namespace mesha {

struct StoredEvent {
  std::int64_t seq = 0;  // 1, 2, ... within the session
  std::string text;      // see event.hpp
  std::string hash;      // see chain.hpp
};

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  virtual Result<std::vector<std::string>> names() = 0;  // of all sessions, in order of creation

  // Calls `take` for every event after the `after`-th, in order, until it returns false. A session
  // that does not exist has no events.
  using Take = std::function<bool(std::int64_t seq, std::string_view text, std::string_view hash)>;
  virtual Status read(const std::string& session, std::int64_t after, const Take& take) = 0;
  virtual Result<StoredEvent> last(const std::string& session) = 0;  // seq 0: there is none

  // All or nothing, and durable when it returns. Optimistic concurrency: an error unless the
  // first event's number is the next one. Number 1 begins a new session.
  virtual Status append(const std::string& session, std::span<const StoredEvent> events) = 0;

  // A serializable write transaction: other writers wait. An error from `work` rolls it back.
  virtual Status exclusively(const std::function<Status()>& work) = 0;
  // Snapshot isolation for all that `work` reads; does not block writers.
  virtual Status snapshot(const std::function<Status()>& work) = 0;
};

enum class Access {
  create,  // read and write; makes the store if there is none
  write,   // read and write
  read,    // only read: also from a file or a disk that cannot be written
};

// "sqlite:FILE"
Result<std::unique_ptr<Store>> open_store(const std::string& address, Access access);

}  // namespace mesha
