// Independent tasks over a few threads; the calling thread takes part.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace sightline {

// Starting a thread costs as much as processing about this many points.
constexpr size_t kPointsPerThread = 128 << 10;

// How many threads `n_points` of work are worth; `wanted` 0 means all the machine has.
inline size_t threads_for(size_t n_points, size_t wanted) {
  if (wanted == 0) wanted = std::max<size_t>(1, std::thread::hardware_concurrency());
  return std::clamp<size_t>(n_points / kPointsPerThread, 1, wanted);
}

// Calls task(0) … task(n_tasks - 1), each once. Tasks must not throw.
template <class Task>
void parallel_for(size_t n_tasks, size_t n_threads, const Task& task) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < n_tasks;) task(i);
  };
  std::vector<std::thread> helpers;
  for (size_t i = 1; i < std::min(n_threads, n_tasks); ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace sightline
