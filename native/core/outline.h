// What is worth remembering of a long series between views: whether x rises, and a digest of every block of points.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "core/bucket.h"
#include "core/series.h"

namespace sightline {

// Belongs to one series that does not change any more; filled when first asked, by whichever thread comes first.
class Outline {
 public:
  static constexpr size_t kBlock = 2048;

  bool is_rising(const Series& series, const Axis& axis, size_t n_threads);
  // Block i is positions [i * kBlock, (i + 1) * kBlock), the last one may be shorter.
  const std::vector<Bucket>& digests(const Series& series, size_t n_threads);

 private:
  std::mutex mutex_;  // no other lock is taken under it
  std::optional<bool> rising_by_step_, rising_by_time_;
  std::vector<Bucket> digests_;
};

// Adds the values at [begin, end) to `bucket`, by digests where the series has an outline.
void digest(Bucket& bucket, const Series& series, size_t begin, size_t end, size_t n_threads = 1);

}  // namespace sightline
