// Replaces the global allocation functions of this test program. They end in malloc and free, so
// the sanitizers still see every block.
#include "allocation/counting.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> count{0};

void* counted_or_null(std::size_t size, std::size_t alignment) {
  count.fetch_add(1, std::memory_order_relaxed);
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* counted(std::size_t size, std::align_val_t alignment = std::align_val_t{1}) {
  void* block = counted_or_null(size, static_cast<std::size_t>(alignment));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

std::int64_t allocations_so_far() { return count.load(std::memory_order_relaxed); }

// Every form, as a sanitizer brings its own of those that are left out.
// clang-format off
void* operator new(std::size_t n) { return counted(n); }
void* operator new[](std::size_t n) { return counted(n); }
void* operator new(std::size_t n, std::align_val_t a) { return counted(n, a); }
void* operator new[](std::size_t n, std::align_val_t a) { return counted(n, a); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return counted_or_null(n, 1); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return counted_or_null(n, 1); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
// clang-format on
