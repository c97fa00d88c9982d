#include "core/views/digest.h"

namespace sightline {
namespace {

void add_rows(Bucket& bucket, const Part& part, size_t first, size_t last) {
  part.with_values([&](auto* values) {
    bucket.add_all(values + first, last - first, static_cast<int64_t>(part.begin + first));
  });
}

// Whole blocks by their digests, the ragged ends point by point.
void digest(Bucket& bucket, const Part& part, size_t first, size_t last) {
  const size_t skipped = part.n_skipped;  // from places in the part to places in the chunk
  const size_t begin = part.zones.begin_within(first + skipped), end = part.zones.end_within(last + skipped);
  if (!part.zones.blocks || begin >= end) return add_rows(bucket, part, first, last);
  add_rows(bucket, part, first, begin * Zones::kBlock - skipped);
  const auto shift = static_cast<int64_t>(part.begin) - static_cast<int64_t>(skipped);
  for (size_t i = begin; i < end; ++i) bucket.merge(part.zones.blocks[i], shift);
  add_rows(bucket, part, std::min(last, end * Zones::kBlock - skipped), last);
}

}  // namespace

void digest(Bucket& bucket, const Series& series, size_t begin, size_t end) {
  series.each(begin, end,
              [&](const Part& part, size_t first, size_t last) { digest(bucket, part, first, last); });
}

}  // namespace sightline
