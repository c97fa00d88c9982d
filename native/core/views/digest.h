// A digest of the values of a stretch of a series.
#pragma once

#include "core/views/bucket.h"
#include "core/views/series.h"

namespace sightline {

// Adds the values at [begin, end) to `bucket`, by zones where there are some.
void digest(Bucket& bucket, const Series& series, size_t begin, size_t end);

}  // namespace sightline
