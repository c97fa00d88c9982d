// Views, smoothing, grids and summaries of any series: rules that hold for every input, with zones and
// without.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <vector>

#include "core/views/grid.h"
#include "core/views/join.h"
#include "core/views/summary.h"
#include "core/views/view.h"
#include "tests/check.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

// The first bytes are the question, the rest rows of step, wall time and value.
struct Input {
  uint8_t axis = 0, n_buckets = 1, chunk = 1, smoothing = 0, amount = 0, flags = 0;
  double low = 0, high = 0;
  std::vector<int64_t> steps;
  std::vector<double> wall_times, values;
  std::vector<float> narrow;

  Input(const uint8_t* data, size_t size) {
    uint8_t* small[] = {&axis, &n_buckets, &chunk, &smoothing, &amount, &flags};
    for (uint8_t* byte : small)
      if (size > 0) *byte = *data++, --size;
    take(data, size, low);
    take(data, size, high);
    int64_t step;
    double wall_time, value;
    while (take(data, size, step) && take(data, size, wall_time) && take(data, size, value))
      add(step, wall_time, value);
    if (flags & 1) std::sort(steps.begin(), steps.end());
    // Over again, so that whole blocks are reached; further on, so that x still rises where it did.
    size_t n = steps.size();
    while ((flags & 2) && n > 0 && steps.size() < 5000)
      for (size_t i = 0; i < n; ++i) add((flags & 4) ? steps[i] : steps[n - 1], wall_times[i], values[i]);
  }

  // With the zones of each part in `blocks`, where there are some.
  Series series(std::deque<std::vector<Bucket>>* blocks = nullptr) const {
    Series out;
    size_t step = size_t{chunk} * ((flags & 2) ? 37 : 1) + 1;
    for (size_t i = 0; i < steps.size(); i += step) {
      const void* at = (flags & 8) ? static_cast<const void*>(&narrow[i]) : &values[i];
      Part part{&steps[i], &wall_times[i], at, std::min(step, steps.size() - i), !(flags & 8)};
      if (blocks && Zones::n_blocks(part.size) > 0) {
        Bucket* room = blocks->emplace_back(Zones::n_blocks(part.size)).data();
        part.zones = make_zones(part.steps, part.wall_times, part.values, part.is_float64, part.size, room);
      }
      out.add(part);
    }
    return out;
  }

 private:
  void add(int64_t step, double wall_time, double value) {
    steps.push_back(step);
    wall_times.push_back(wall_time);
    values.push_back(value);
    narrow.push_back(std::abs(value) < 1e38 || !std::isfinite(value) ? static_cast<float>(value) : 1.0f);
  }

  template <class T>
  static bool take(const uint8_t*& data, size_t& size, T& out) {
    if (size < sizeof(T)) return false;
    std::memcpy(&out, data, sizeof(T));
    data += sizeof(T);
    size -= sizeof(T);
    return true;
  }
};

void check_selection(const Selection& shown, const Series& series, size_t n_buckets) {
  const auto& positions = shown.positions;
  for (size_t i = 0; i < positions.size(); ++i) {
    CHECK(positions[i] >= 0 && static_cast<size_t>(positions[i]) < series.size());
    CHECK(i == 0 || positions[i - 1] < positions[i]);
  }
  size_t n_inside = positions.size() - shown.before - shown.after;
  if (shown.exact)
    CHECK(n_inside == static_cast<size_t>(shown.n_in_range));
  else
    CHECK(n_inside > 0 && n_inside <= 7 * 8 * n_buckets && n_inside <= static_cast<size_t>(shown.n_in_range));
  CHECK(shown.n_nan + shown.n_pos_inf + shown.n_neg_inf <= shown.n_in_range);
  CHECK(shown.n_in_range + shown.n_unplaced <= static_cast<int64_t>(series.size()));
  for (const Mark& mark : shown.marks)
    CHECK(mark.count > 1 && std::binary_search(positions.begin(), positions.end(), mark.position));
}

void check_smoothing(const Series& series, const Smoothing& smoothing) {
  std::vector<double> out(series.size());
  smooth(series, smoothing, out.data());
  Summary whole = summarize(series, 3);
  double slack = 1e-9 * std::max(std::abs(whole.min), std::abs(whole.max)) + 1e-300;
  series.each([&](const Part& part, size_t, size_t) {
    for (size_t j = 0; j < part.size; ++j) {
      double raw = part.value(j), got = out[part.begin + j];
      if (!std::isfinite(raw))
        CHECK(std::isnan(raw) ? std::isnan(got) : raw == got);
      else if (slack < 1e298)
        CHECK(got >= whole.min - slack && got <= whole.max + slack);
    }
  });
}

void check_grid(const Series& series, const Axis& axis, double low, double high) {
  if (!(std::isfinite(low) && low < high && std::isfinite(high))) return;
  double grid[] = {low, low / 2 + high / 2, high}, last[3], lowest[3], highest[3];
  if (!(grid[0] < grid[1] && grid[1] < grid[2])) return;
  to_grid(series, axis, grid, {last, lowest, highest});
  for (int i = 0; i < 3; ++i) CHECK(std::isnan(last[i]) || (lowest[i] <= last[i] && last[i] <= highest[i]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  Series series = input.series();
  std::vector<double> xs(series.size());
  join_on_step(series, series, xs.data());
  Axis axis = axis_of(series, static_cast<Axis::Kind>(input.axis % 4));
  if (axis.kind == Axis::kColumn) series = series.with_xs(xs.data());

  Window window{std::nullopt, size_t{input.n_buckets} + 1};
  bool ranged = (input.flags & 16) && std::isfinite(input.low) && std::isfinite(input.high);
  if (ranged) window.range = std::minmax(input.low, input.high);
  Selection shown = select(series, axis, window);
  check_selection(shown, series, window.n_buckets);

  std::deque<std::vector<Bucket>> blocks;
  Series zoned = input.series(&blocks);
  if (axis.kind == Axis::kColumn) zoned = zoned.with_xs(xs.data());
  CHECK(select(zoned, axis, window, 2).positions == shown.positions);
  std::vector<uint8_t> mask(series.size());
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = i / 700 % 2 == (input.amount & 1);
  CHECK(select(zoned.without(mask), axis, window).positions ==
        select(series.without(mask), axis, window).positions);

  double amount = input.amount / 256.0;
  Smoothing kinds[] = {{},
                       {Smoothing::kEma, amount},
                       {Smoothing::kMean, 1 + amount * 100},
                       {Smoothing::kGaussian, amount * 9 + 0.1}};
  check_smoothing(series, kinds[input.smoothing % 4]);
  check_grid(series, axis, std::min(input.low, input.high), std::max(input.low, input.high));
  fuzz_feature = 1 + shown.exact + 2 * shown.before + 4 * shown.after + 8 * !shown.marks.empty() +
                 16 * (axis.kind) + 64 * (shown.n_unplaced > 0) +
                 128 * (shown.positions.size() > 8 * window.n_buckets);
  return 0;
}
