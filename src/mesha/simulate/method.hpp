// THE list of ways to a failure probability. docs/methods.md describes them.
#pragma once

#include <optional>
#include <string_view>

namespace mesha {

enum class Method {
  automatic,  // the best of the others for the case at hand
  general,    // any learner, any strategy, any noise: simulate/many_runs
  kernel,     // affine learners, many runs per vector register
  exact,      // affine learners that start afresh each epoch, no sampling: simulate/exact
  rare,       // affine learners, importance sampling: simulate/rare
};

struct MethodName {
  Method method;
  std::string_view name;
};
inline constexpr MethodName all_methods[] = {{Method::automatic, "auto"},
                                             {Method::general, "general"},
                                             {Method::kernel, "kernel"},
                                             {Method::exact, "exact"},
                                             {Method::rare, "rare"}};

constexpr std::string_view name(Method method) {
  for (const MethodName& entry : all_methods) {
    if (entry.method == method) return entry.name;
  }
  return "";
}

constexpr std::optional<Method> method_named(std::string_view name) {
  for (const MethodName& entry : all_methods) {
    if (entry.name == name) return entry.method;
  }
  return std::nullopt;
}

}  // namespace mesha
