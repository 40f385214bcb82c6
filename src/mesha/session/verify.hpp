// Reads a whole log and recomputes every hash, rule and decision.
#pragma once

#include <cstdint>
#include <string>

#include "mesha/base/result.hpp"
#include "mesha/session/store.hpp"

namespace mesha {

struct Verification {
  bool good = false;
  std::int64_t events = 0;  // how far it was good
  std::string head;         // there
  std::int64_t found = 0;   // the event that has the hash that was asked for
  std::string trouble;      // what is wrong, and at which event
};

// `head`: a hash that was written down earlier, or at least its first 16 digits; it must be the
// hash of some event. Empty: none. An error: there is no such session, or this program lacks what
// its log needs (a format, a learner).
Result<Verification> verify(Store& store, const std::string& session, const std::string& head);

}  // namespace mesha
