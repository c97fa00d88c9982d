// Questions about scalars: the page adds the series it asks about, then asks; docs/kinds/scalar.md has the
// rules.
#include <memory>
#include <optional>
#include <vector>

#include "core/views/auto_smoothing.h"
#include "core/views/groups.h"
#include "core/views/join.h"
#include "core/views/jump_columns.h"
#include "core/views/span_rows.h"
#include "core/views/summary.h"
#include "core/views/view.h"
#include "wasm/answer.h"
#include "wasm/exports.h"
#include "wasm/runs.h"

using namespace sightline;

namespace {

// The series of the question that is being put together.
struct Asked {
  std::vector<Series> series, others;
  std::vector<std::unique_ptr<double[]>> columns;
};

Asked& asked() {
  static Asked held;
  return held;
}

Series series_of(const PackedItem& item, bool superseded) {
  Series out;
  const PackedColumn* steps = item.find("step");
  const PackedColumn* times = item.find("wall_time");
  const PackedColumn* values = item.find("value");
  if (!steps || !times || !values || steps->type != PackedType::kInt64 ||
      times->type != PackedType::kFloat64 ||
      (values->type != PackedType::kFloat32 && values->type != PackedType::kFloat64) ||
      times->size != steps->size || values->size != steps->size)
    return out;
  out.add({static_cast<const int64_t*>(steps->data.get()), static_cast<const double*>(times->data.get()),
           values->data.get(), steps->size, values->type == PackedType::kFloat64});
  const PackedColumn* marks = item.find("superseded");
  if (superseded || !marks || marks->type != PackedType::kUint8 || marks->size != steps->size) return out;
  return out.without({static_cast<const uint8_t*>(marks->data.get()), marks->size});
}

std::optional<std::pair<double, double>> range_of(bool given, double low, double high) {
  if (!given) return std::nullopt;
  return std::pair{low, high};
}

void add_counts(const std::vector<Selection>& selections) {
  Answer& out = answer();
  out.add("total", asked().series, [](const Series& s) { return static_cast<int64_t>(s.size()); });
  out.add("in_range", selections, [](const Selection& s) { return s.n_in_range; });
  out.add("nan", selections, [](const Selection& s) { return s.n_nan; });
  out.add("inf", selections, [](const Selection& s) { return s.n_pos_inf + s.n_neg_inf; });
  out.add("unplaced", selections, [](const Selection& s) { return s.n_unplaced; });
  out.add("before", selections, [](const Selection& s) { return uint8_t{s.before}; });
  out.add("after", selections, [](const Selection& s) { return uint8_t{s.after}; });
  out.add("exact", selections, [](const Selection& s) { return uint8_t{s.exact}; });
}

// Three numbers a mark: which series, which of its rows, and how many it stands for.
void add_marks(const std::vector<Selection>& selections) {
  std::vector<int64_t> marks;
  for (size_t i = 0; i < selections.size(); ++i)
    for (const Mark& mark : selections[i].marks)
      marks.insert(marks.end(), {static_cast<int64_t>(i), mark.position, mark.count});
  answer().add("marks", std::move(marks));
}

}  // namespace

SIGHTLINE_EXPORT(begin) void sightline_begin() {
  asked() = {};
  answer().clear();
}

SIGHTLINE_EXPORT(add_series) void sightline_add_series(size_t entry, size_t item, bool superseded) {
  asked().series.push_back(series_of(entry_items(entry)[item], superseded));
}

// The x of the series that was added last.
SIGHTLINE_EXPORT(add_x) void sightline_add_x(size_t entry, size_t item, bool superseded) {
  Series& series = asked().series.back();
  std::unique_ptr<double[]> xs(new double[series.size() > 0 ? series.size() : 1]);
  join_on_step(series, series_of(entry_items(entry)[item], superseded), xs.get());
  series = series.with_xs(xs.get());
  asked().columns.push_back(std::move(xs));
}

SIGHTLINE_EXPORT(view)
void sightline_view(int x, bool has_range, double low, double high, size_t n_buckets, int smoothing,
                    double amount, bool raw) {
  ViewQuestion question{static_cast<Axis::Kind>(x),
                        {range_of(has_range, low, high), n_buckets},
                        {static_cast<Smoothing::Kind>(smoothing), amount},
                        raw,
                        1};
  View view = make_view(asked().series, question);
  answer().clear();
  add_counts(view.selections);
  add_marks(view.selections);
  answer().add("offsets", std::move(view.offsets));
  answer().add("step", std::move(view.steps));
  answer().add("wall_time", std::move(view.wall_times));
  if (view.is_float64)
    answer().add("value", std::move(view.float64_values));
  else
    answer().add("value", std::move(view.values));
  if (question.smoothing.kind != Smoothing::kNone) answer().add("smoothed", std::move(view.smoothed));
  if (question.x == Axis::kRelative || question.x == Axis::kColumn) answer().add("x", std::move(view.xs));
}

// The amount for the series that were added; 0 where none is needed.
SIGHTLINE_EXPORT(auto_smoothing)
double sightline_auto_smoothing(int x, bool has_range, double low, double high, int smoothing,
                                double width_px) {
  return auto_smoothing(asked().series, static_cast<Axis::Kind>(x), {range_of(has_range, low, high), 1},
                        static_cast<Smoothing::Kind>(smoothing), width_px)
      .amount;
}

SIGHTLINE_EXPORT(spans) void sightline_spans(double low, double high) {
  const std::vector<SpanRow> rows = span_rows(asked().series, {low, high}, 1);
  answer().clear();
  Answer& out = answer();
  out.add("series", rows, [](const SpanRow& s) { return s.series; });
  out.add("n", rows, [](const SpanRow& s) { return s.n; });
  out.add("nan", rows, [](const SpanRow& s) { return s.n_nan; });
  out.add("start_step", rows, [](const SpanRow& s) { return s.start_step; });
  out.add("end_step", rows, [](const SpanRow& s) { return s.end_step; });
  out.add("start", rows, [](const SpanRow& s) { return s.start; });
  out.add("end", rows, [](const SpanRow& s) { return s.end; });
  out.add("min", rows, [](const SpanRow& s) { return s.min; });
  out.add("max", rows, [](const SpanRow& s) { return s.max; });
}

SIGHTLINE_EXPORT(jumps) void sightline_jumps(double step, size_t n_before) {
  const std::vector<Jump> rows = jumps(asked().series, step, n_before, 1);
  answer().clear();
  each_jump_column(rows, [](const char* name, auto values) { answer().add(name, std::move(values)); });
}

SIGHTLINE_EXPORT(smooth) void sightline_smooth(int kind, double amount) {
  for (Series& series : asked().series) {
    std::unique_ptr<double[]> values(new double[series.size() > 0 ? series.size() : 1]);
    smooth(series, {static_cast<Smoothing::Kind>(kind), amount}, values.get());
    series = series.with_values(values.get());
    asked().columns.push_back(std::move(values));
  }
}

// Returns whether the grid has every x that occurs.
SIGHTLINE_EXPORT(common_grid)
bool sightline_common_grid(int x, bool has_range, double low, double high, size_t width_px) {
  CommonGrid grid =
      common_grid(asked().series, static_cast<Axis::Kind>(x), range_of(has_range, low, high), width_px);
  answer().clear();
  answer().add("x", std::move(grid.xs));
  return grid.is_exact;
}

// Groups on the common grid; returns whether that has every x that occurs.
SIGHTLINE_EXPORT(groups)
bool sightline_groups(int x, bool has_range, double low, double high, size_t width_px, const uint32_t* sizes,
                      size_t n_groups, const double* quantiles, size_t n_quantiles) {
  const auto kind = static_cast<Axis::Kind>(x);
  const CommonGrid grid = common_grid(asked().series, kind, range_of(has_range, low, high), width_px);
  GroupColumns made =
      group_columns(asked().series, kind, grid.xs, {sizes, n_groups}, {quantiles, n_quantiles}, 1);
  answer().clear();
  Answer& out = answer();
  out.add("offsets", std::move(made.offsets));
  out.add("x", std::move(made.x));
  out.add("n", std::move(made.n));
  out.add("mean", std::move(made.mean));
  out.add("median", std::move(made.median));
  out.add("min", std::move(made.min));
  out.add("max", std::move(made.max));
  out.add("std", std::move(made.std));
  out.add("stderr", std::move(made.std_error));
  for (size_t i = 0; i < n_quantiles; ++i) out.add("q" + std::to_string(i), std::move(made.quantiles[i]));
  return grid.is_exact;
}

SIGHTLINE_EXPORT(summaries) void sightline_summaries(size_t k) {
  const std::vector<Summary> rows = summarize(asked().series, k, 1);
  answer().clear();
  Answer& out = answer();
  out.add("n", rows, [](const Summary& s) { return s.n; });
  out.add("last", rows, [](const Summary& s) { return s.last; });
  out.add("min", rows, [](const Summary& s) { return s.min; });
  out.add("max", rows, [](const Summary& s) { return s.max; });
  out.add("mean_last", rows, [](const Summary& s) { return s.mean_last; });
  out.add("first_wall_time", rows, [](const Summary& s) { return s.first_wall_time; });
  out.add("last_wall_time", rows, [](const Summary& s) { return s.last_wall_time; });
  out.add("first_step", rows, [](const Summary& s) { return s.first_step; });
  out.add("last_step", rows, [](const Summary& s) { return s.last_step; });
  out.add("step_of_min", rows, [](const Summary& s) { return s.min_step; });
  out.add("step_of_max", rows, [](const Summary& s) { return s.max_step; });
  out.add("first_nan_step", rows, [](const Summary& s) { return s.first_nan_step; });
  out.add("nan", rows, [](const Summary& s) { return s.n_nan; });
  out.add("inf", rows, [](const Summary& s) { return s.n_pos_inf + s.n_neg_inf; });
}
