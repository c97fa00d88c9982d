#include "core/views/zones.h"

#include <algorithm>
#include <new>

#include "core/views/rising.h"

namespace sightline {
namespace {

template <typename T>
void fill(Bucket* blocks, const T* values, size_t n) {
  for (size_t begin = 0; begin < n; begin += Zones::kBlock)
    (new (blocks++) Bucket)
        ->add_all(values + begin, std::min(Zones::kBlock, n - begin), static_cast<int64_t>(begin));
}

}  // namespace

Zones make_zones(const int64_t* steps, const double* wall_times, const void* values, bool is_float64,
                 size_t n, Bucket* blocks) {
  if (is_float64)
    fill(blocks, static_cast<const double*>(values), n);
  else
    fill(blocks, static_cast<const float*>(values), n);
  return {blocks, n, rises(steps, n), rises(wall_times, n)};
}

}  // namespace sightline
