// Smoothing that follows the density of points: enough for a readable line, none where points are few.
#pragma once

#include <cstddef>
#include <span>

#include "core/views/buckets.h"
#include "core/views/series.h"
#include "core/views/smooth.h"

namespace sightline {

// By the points per pixel of the median series that has some in the window, over `width_px`. The same kind
// with its amount, or none.
Smoothing auto_smoothing(std::span<const Series> series, Axis::Kind x, const Window& window,
                         Smoothing::Kind kind, double width_px);

}  // namespace sightline
