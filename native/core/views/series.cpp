#include "core/views/series.h"

#include <atomic>

#include "core/base/parallel.h"
#include "core/views/rising.h"

namespace sightline {

void Series::add(Part part) {
  if (part.size == 0) return;
  part.begin = size_;
  size_ += part.size;
  parts_.push_back(part);
}

bool Series::is_float64() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.is_float64; });
}

size_t Series::part_of(size_t position) const {
  auto after = std::upper_bound(parts_.begin(), parts_.end(), position,
                                [](size_t p, const Part& part) { return p < part.begin; });
  return static_cast<size_t>(after - parts_.begin()) - (after != parts_.begin());
}

namespace {

Part slice(const Part& part, size_t first, size_t size) {
  Part out = part;
  out.steps += first;
  out.wall_times += first;
  out.values = part.with_values([first](auto* v) { return static_cast<const void*>(v + first); });
  if (out.xs) out.xs += first;
  out.n_skipped += first;
  out.size = size;
  return out;
}

}  // namespace

Series Series::without(std::span<const uint8_t> superseded) const {
  Series out;
  for (const Part& part : parts_) {
    const uint8_t* marks = superseded.data() + part.begin;
    for (size_t j = 0; j < part.size;) {
      const uint8_t* end =
          std::find_if(marks + j, marks + part.size, [&](uint8_t m) { return !m != !marks[j]; });
      size_t next = static_cast<size_t>(end - marks);
      if (!marks[j]) out.add(slice(part, j, next - j));
      j = next;
    }
  }
  return out;
}

Series Series::with_values(const double* values) const {
  Series out = *this;
  for (Part& part : out.parts_) {
    part.zones = {};
    part.values = values + part.begin;
    part.is_float64 = true;
  }
  return out;
}

Series Series::with_xs(const double* xs) const {
  Series out = *this;
  for (Part& part : out.parts_) part.xs = xs + part.begin;
  return out;
}

Axis axis_of(const Series& series, Axis::Kind kind) {
  Axis axis{kind, 0};
  if (kind != Axis::kRelative) return axis;
  for (const Part& part : series.parts())
    for (size_t j = 0; j < part.size; ++j)
      if (std::isfinite(part.wall_times[j])) return {kind, part.wall_times[j]};
  return axis;
}

namespace {

bool part_rises(const Part& part, const Axis& axis, size_t first, size_t last) {
  size_t n = last - first;
  if (axis.kind == Axis::kStep) return part.zones.steps_rise || rises(part.steps + first, n);
  // Rising between finite ends is finite everywhere.
  if (!std::isfinite(axis.at(part, first)) || !std::isfinite(axis.at(part, last - 1))) return false;
  if (axis.kind == Axis::kColumn) return rises(part.xs + first, n);
  return part.zones.wall_times_rise || rises(part.wall_times + first, n);
}

bool meet_rising(const Part& left, const Part& right, const Axis& axis) {
  if (axis.kind == Axis::kStep) return left.steps[left.size - 1] <= right.steps[0];
  return axis.at(left, left.size - 1) <= axis.at(right, 0);
}

}  // namespace

bool is_rising(const Series& series, const Axis& axis, size_t n_threads) {
  const auto& parts = series.parts();
  for (size_t k = 1; k < parts.size(); ++k)
    if (!meet_rising(parts[k - 1], parts[k], axis)) return false;
  constexpr size_t kStretch = 256 << 10;
  std::atomic<bool> rising{true};
  parallel_for((series.size() + kStretch - 1) / kStretch, n_threads, [&](size_t i) {
    if (!rising.load(std::memory_order_relaxed)) return;
    // One point more, so that the pair across two stretches is seen too.
    series.each(i * kStretch, std::min(series.size(), (i + 1) * kStretch + 1),
                [&](const Part& part, size_t first, size_t last) {
                  if (!part_rises(part, axis, first, last)) rising.store(false, std::memory_order_relaxed);
                });
  });
  return rising.load();
}

}  // namespace sightline
