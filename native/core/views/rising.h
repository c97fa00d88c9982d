// Whether numbers never fall, many at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sightline {

// The sign bit is whether `right` is less than `left`; a NaN counts as less. Written so that plain SSE2 has
// vectors for it.
inline int64_t falls(int64_t left, int64_t right) {
  auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right), d = b - a;
  return static_cast<int64_t>(d ^ ((b ^ a) & (d ^ b)));
}
inline int64_t falls(double left, double right) { return left <= right ? 0 : int64_t{-1}; }

template <class T>
bool rises(const T* x, size_t n) {
  constexpr size_t kBlock = 4096;
  for (size_t j = 0; j + 1 < n; j += kBlock) {
    size_t end = std::min(n - 1, j + kBlock);
    int64_t any = 0;
    for (size_t i = j; i < end; ++i) any |= falls(x[i], x[i + 1]);
    if (any < 0) return false;
  }
  return true;
}

}  // namespace sightline
