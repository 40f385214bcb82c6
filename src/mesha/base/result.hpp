// A value, or one sentence for the person who must put things right.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "mesha/base/expects.hpp"

namespace mesha {

struct Error {
  std::string sentence;
};

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

// For a check that yields nothing but its verdict.
using Status = Result<std::monostate>;
inline Status ok() { return std::monostate{}; }

}  // namespace mesha
