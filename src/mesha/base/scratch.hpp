// Working memory that keeps its capacity from call to call. It is no part of its owner's value:
// a copy of the owner starts with fresh scratch, and assigning to the owner leaves it alone.
#pragma once

namespace mesha {

template <class T>
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch& /*other*/) {}
  Scratch& operator=(const Scratch& /*other*/) { return *this; }  // NOLINT: nothing is copied
  Scratch(Scratch&&) noexcept = default;
  Scratch& operator=(Scratch&&) noexcept = default;
  ~Scratch() = default;

  T& operator*() { return held_; }
  T* operator->() { return &held_; }

 private:
  T held_{};
};

}  // namespace mesha
