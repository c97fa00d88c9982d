// Views by hand-made cases: what the Python twins check at random, here under the sanitizers.
#include "core/views/view.h"

#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "core/views/grid.h"
#include "core/views/join.h"
#include "core/views/nonfinite.h"
#include "core/views/summary.h"
#include "tests/check.h"

using namespace sightline;

namespace {

struct Data {
  std::vector<int64_t> steps;
  std::vector<double> wall_times, values;

  void add(int64_t step, double value) {
    steps.push_back(step);
    wall_times.push_back(static_cast<double>(steps.size()));
    values.push_back(value);
  }
  // In chunks of at most `size`.
  Series series(size_t size) const {
    Series out;
    for (size_t i = 0; i < steps.size(); i += size)
      out.add({&steps[i], &wall_times[i], &values[i], std::min(size, steps.size() - i), true});
    return out;
  }
  // The same with the zones of each chunk.
  Series zoned(size_t size) {
    Series out, plain = series(size);
    for (Part part : plain.parts()) {
      Bucket* room = blocks.emplace_back(Zones::n_blocks(part.size)).data();
      if (room)
        part.zones = make_zones(part.steps, part.wall_times, part.values, part.is_float64, part.size, room);
      out.add(part);
    }
    return out;
  }
  std::deque<std::vector<Bucket>> blocks;
};

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Data long_series(size_t n) {
  Data data;
  for (size_t i = 0; i < n; ++i) data.add(static_cast<int64_t>(i), std::sin(static_cast<double>(i) * 0.01));
  data.values[n / 2] = 7;
  data.values[n / 3] = data.values[n / 3 + 1] = kNan;
  return data;
}

void test_long_series() {
  Data data = long_series(50'000);
  for (size_t chunk : {50'000u, 4'096u, 333u})
    for (size_t n_threads : {1u, 3u}) {
      Series series = data.series(chunk);
      Selection shown = select(series, axis_of(series, Axis::kStep), {std::nullopt, 10}, n_threads);
      CHECK(!shown.exact && shown.n_in_range == 50'000 && shown.n_nan == 2);
      CHECK(shown.marks.size() == 1 && shown.marks[0].count == 2 && shown.marks[0].position == 50'000 / 3);
      CHECK(std::binary_search(shown.positions.begin(), shown.positions.end(), 25'000));
      CHECK(shown.positions.front() == 0 && shown.positions.back() == 49'999);
      CHECK(shown.positions.size() <= 41);
    }
}

// Whatever the chunks, the ranges and what is left out: zones change nothing but the time it takes.
void test_zones() {
  Data data = long_series(20'000);
  for (size_t chunk : {20'000u, 4'096u, 333u, 100u}) {
    Series plain = data.series(chunk), zoned = data.zoned(chunk);
    std::vector<uint8_t> mask(20'000);
    for (size_t i = 0; i < mask.size(); ++i) mask[i] = i % 3'001 < 700;
    for (auto range : {std::optional<std::pair<double, double>>{}, std::optional{std::pair{511.5, 15'000.0}}})
      for (size_t n_buckets : {1u, 7u, 60u}) {
        Window window{range, n_buckets};
        CHECK(select(zoned, {}, window, 2).positions == select(plain, {}, window).positions);
        CHECK(select(zoned.without(mask), {}, window).positions ==
              select(plain.without(mask), {}, window).positions);
      }
    Summary a = summarize(plain, 3), b = summarize(zoned, 3);
    CHECK(a.min_step == b.min_step && a.max_step == b.max_step && a.first_nan_step == b.first_nan_step);
    CHECK(a.n_nan == b.n_nan && a.min == b.min && a.max == b.max);
  }
}

void test_ends() {
  Series none;
  CHECK(select(none, {}, {}).positions.empty());
  CHECK(summarize(none, 3).n == 0);
  smooth(none, {Smoothing::kMean, 5}, nullptr);
  to_grid(none, {}, {}, {});

  Data one;
  one.add(std::numeric_limits<int64_t>::max(), kNan);
  Series series = one.series(1);
  CHECK(select(series, {}, {}).positions.size() == 1);
  Selection outside = select(series, {}, {std::pair{0.0, 1.0}, 5});
  CHECK(outside.n_in_range == 0 && outside.after && !outside.before && outside.positions.size() == 1);
}

void test_view_of_several() {
  Data data = long_series(9'000);
  std::vector<Series> several = {data.series(100), Series{}, data.series(9'000)};
  ViewQuestion question;
  question.window.n_buckets = 7;
  question.smoothing = {Smoothing::kGaussian, 3};
  question.n_threads = 2;
  View view = make_view(several, question);
  CHECK(view.offsets.size() == 4 && view.offsets[1] == view.offsets[2]);
  CHECK(view.offsets[3] == 2 * view.offsets[1] && view.is_float64);
  CHECK(view.smoothed.size() == view.steps.size());
}

void test_join_and_grid() {
  Data data, other;
  for (int64_t step : {3, 1, 2, 2}) data.add(step, static_cast<double>(step));
  for (int64_t step : {2, 1, 2}) other.add(step, static_cast<double>(other.steps.size()));
  double xs[4];
  join_on_step(data.series(2), other.series(2), xs);
  CHECK(std::isnan(xs[0]) && xs[1] == 1 && xs[2] == 2 && xs[3] == 2);

  double grid[] = {0, 1.5, 2.5, 9, 10}, last[5], low[5], high[5];
  to_grid(data.series(3), {}, grid, {last, low, high});
  CHECK(std::isnan(last[0]) && last[1] == 1 && last[2] == 2 && last[3] == 3 && std::isnan(last[4]));
}

void test_nonfinite() {
  Data data = long_series(3'000);
  data.values[2'000] = -std::numeric_limits<double>::infinity();
  for (size_t chunk : {3'000u, 700u, 64u})
    for (const Series& series : {data.series(chunk), data.zoned(chunk)}) {
      Nonfinite all = count_nonfinite(series, 0, 3'000);
      CHECK(all.n_nan == 2 && all.n_inf == 1 && all.first_nan_step == 1'000);
      Nonfinite second = count_nonfinite(series, 1'001, 2'000);
      CHECK(second.n_nan == 1 && second.n_inf == 0 && second.first_nan_step == 1'001);
      CHECK(!count_nonfinite(series, 1'002, 3'000).first_nan_step);
    }
}

void test_mask() {
  Data data = long_series(1'000);
  std::vector<uint8_t> mask(1'000);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = i % 7 < 3;
  Series current = data.series(64).without(mask);
  size_t n = 0;
  current.each([&](const Part& part, size_t, size_t last) {
    for (size_t j = 0; j < last; ++j, ++n) CHECK(!mask[static_cast<size_t>(part.steps[j])]);
  });
  CHECK(n == current.size() && n == static_cast<size_t>(std::count(mask.begin(), mask.end(), 0)));
}

}  // namespace

int main() {
  test_long_series();
  test_zones();
  test_ends();
  test_view_of_several();
  test_join_and_grid();
  test_nonfinite();
  test_mask();
}
