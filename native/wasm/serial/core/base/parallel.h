// Stands for core/base/parallel.h where there are no threads: tasks one after the other.
#pragma once

#include <cstddef>

namespace sightline {

inline size_t threads_for(size_t, size_t) { return 1; }

template <class Task>
void parallel_for(size_t n_tasks, size_t, const Task& task) {
  for (size_t i = 0; i < n_tasks; ++i) task(i);
}

}  // namespace sightline
