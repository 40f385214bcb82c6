// A broken promise between two pieces of our own code. What the world gets wrong is a Result.
#pragma once

#include <stdexcept>

namespace mesha {

struct BrokenPromise : std::logic_error {
  using std::logic_error::logic_error;
};

inline void expects(bool kept, const char* sentence) {
  if (!kept) [[unlikely]] {
    throw BrokenPromise(sentence);
  }
}

}  // namespace mesha
