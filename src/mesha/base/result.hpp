// A value, or an error: a sentence meant for the end user, and its kind for programs.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "mesha/base/expects.hpp"

namespace mesha {

// What a program can do about an error. The command line prints the sentence alone.
enum class ErrorKind {
  invalid,      // the input is wrong: mend it
  not_found,    // it names something that does not exist
  conflict,     // it contradicts what is there already, or came too late
  unavailable,  // a file, a disk or a lock cannot be had now: try again later
  corrupt,      // what was stored is damaged
  unsupported,  // understood, but this version or this method cannot do it
};

// NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): it cannot see into std::variant's union
struct Error {
  std::string sentence;
  ErrorKind kind = ErrorKind::invalid;

  // The same kind of error, said in a wider context.
  Error with(std::string wider) const { return {std::move(wider), kind}; }
};

inline Error unsupported(std::string sentence) {
  return {std::move(sentence), ErrorKind::unsupported};
}

template <class T>
class [[nodiscard]] Result {
 public:
  // Meant to convert: `return value;` and `return Error{...};`.
  // NOLINTBEGIN(google-explicit-constructor)
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}
  // NOLINTEND(google-explicit-constructor)

  explicit operator bool() const { return held_.index() == 0; }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    expects(held_.index() == 1, "a Result that holds a value was asked for its error");
    return *std::get_if<1>(&held_);
  }

 private:
  const T& value() const {
    expects(held_.index() == 0, "a Result that holds an error was asked for its value");
    return *std::get_if<0>(&held_);
  }
  T& value() {
    expects(held_.index() == 0, "a Result that holds an error was asked for its value");
    return *std::get_if<0>(&held_);
  }

  std::variant<T, Error> held_;
};

// For a call that yields nothing.
using Status = Result<std::monostate>;
inline Status ok() { return std::monostate{}; }

}  // namespace mesha
