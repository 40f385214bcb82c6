// Under a sanitizer a code path need not be taken as often: there a test plays a tenth of its
// random cases.
#pragma once

namespace mesha::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // GCC
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)  // clang
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

// Of the same type, so that it compares with the loop's counter.
template <class Count = int>
constexpr Count repetitions(Count cases) {
  return sanitized ? (cases + 9) / 10 : cases;
}

}  // namespace mesha::testing
