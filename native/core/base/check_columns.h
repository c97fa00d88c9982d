// Passes over columns that hold indexes and come from a file, which may be damaged. Each is one loop without
// branches.
#pragma once

#include "core/base/column.h"

namespace sightline {

template <class T>
bool all_below(const Column<T>& values, size_t limit) {
  bool good = true;
  for (const T value : values) good &= static_cast<size_t>(value) < limit;
  return good;
}

// Begins of texts or rows: ascending, and the last one is where all end.
template <class T>
bool are_offsets(const Column<T>& offsets, size_t end) {
  bool good = !offsets.empty() && offsets[0] == 0 && offsets[offsets.size() - 1] == end;
  for (size_t i = 1; i < offsets.size(); ++i) good &= offsets[i - 1] <= offsets[i];
  return good;
}

template <class... Columns>
bool have_size(size_t size, const Columns&... columns) {
  return ((columns.size() == size) && ...);
}

}  // namespace sightline
