#include "core/outline.h"

#include "core/parallel.h"

namespace sightline {
namespace {

void look_at(Bucket& bucket, const Series& series, size_t begin, size_t end) {
  series.each(begin, end, [&](const Part& part, size_t first, size_t last) {
    part.with_values([&](auto* values) {
      bucket.add_all(values + first, last - first, static_cast<int64_t>(part.begin + first));
    });
  });
}

}  // namespace

bool Outline::is_rising(const Series& series, const Axis& axis, size_t n_threads) {
  std::lock_guard lock(mutex_);
  auto& known = axis.kind == Axis::kStep ? rising_by_step_ : rising_by_time_;
  if (!known) known = sightline::is_rising(series, axis, n_threads);
  return *known;
}

const std::vector<Bucket>& Outline::digests(const Series& series, size_t n_threads) {
  std::lock_guard lock(mutex_);
  if (digests_.empty()) {
    constexpr size_t kBlocksPerTask = 64;
    digests_.resize((series.size() + kBlock - 1) / kBlock);
    parallel_for((digests_.size() + kBlocksPerTask - 1) / kBlocksPerTask, n_threads, [&](size_t task) {
      size_t end = std::min(digests_.size(), (task + 1) * kBlocksPerTask);
      for (size_t i = task * kBlocksPerTask; i < end; ++i)
        look_at(digests_[i], series, i * kBlock, std::min(series.size(), (i + 1) * kBlock));
    });
  }
  return digests_;
}

void digest(Bucket& bucket, const Series& series, size_t begin, size_t end, size_t n_threads) {
  size_t first = (begin + Outline::kBlock - 1) / Outline::kBlock, last = end / Outline::kBlock;
  if (!series.outline() || first >= last) return look_at(bucket, series, begin, end);
  const std::vector<Bucket>& digests = series.outline()->digests(series, n_threads);
  look_at(bucket, series, begin, first * Outline::kBlock);
  for (size_t i = first; i < last; ++i) bucket.merge(digests[i]);
  look_at(bucket, series, last * Outline::kBlock, end);
}

}  // namespace sightline
