// Views, smoothing, summaries and grids for Python: columns in, columns out, without the GIL.
#include "core/views/view.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "bind/module.h"
#include "bind/series.h"
#include "bind/to_numpy.h"
#include "core/base/parallel.h"
#include "core/views/auto_smoothing.h"
#include "core/views/grid.h"
#include "core/views/groups.h"
#include "core/views/jump_columns.h"
#include "core/views/span_rows.h"
#include "core/views/summary.h"

namespace nb = nanobind;

namespace sightline {
namespace {

Axis::Kind axis_kind(const SeriesSet& set, const std::string& x) {
  if (x == "step") return Axis::kStep;
  if (x == "wall") return Axis::kWallTime;
  if (x == "relative") return Axis::kRelative;
  if (x == "column" && set.has_xs) return Axis::kColumn;
  throw nb::value_error("x must be step, wall, relative, or column after join()");
}

nb::dict counts_of(const std::vector<Selection>& selections, const SeriesSet& set) {
  nb::dict out;
  out["total"] = column(set.series, [](const Series& s) { return static_cast<int64_t>(s.size()); });
  out["in_range"] = column(selections, [](const Selection& s) { return s.n_in_range; });
  out["nan"] = column(selections, [](const Selection& s) { return s.n_nan; });
  out["pos_inf"] = column(selections, [](const Selection& s) { return s.n_pos_inf; });
  out["neg_inf"] = column(selections, [](const Selection& s) { return s.n_neg_inf; });
  out["unplaced"] = column(selections, [](const Selection& s) { return s.n_unplaced; });
  out["before"] = column(selections, [](const Selection& s) { return uint8_t{s.before}; });
  out["after"] = column(selections, [](const Selection& s) { return uint8_t{s.after}; });
  out["exact"] = column(selections, [](const Selection& s) { return uint8_t{s.exact}; });
  return out;
}

nb::dict marks_of(const std::vector<Selection>& selections) {
  nb::dict out;
  for (size_t i = 0; i < selections.size(); ++i) {
    if (selections[i].marks.empty()) continue;
    nb::list marks;
    for (const Mark& mark : selections[i].marks) marks.append(nb::make_tuple(mark.position, mark.count));
    out[nb::int_(i)] = marks;
  }
  return out;
}

nb::dict view(const SeriesSet& set, const std::string& x, std::optional<std::pair<double, double>> range,
              size_t n_buckets, const std::string& smoothing, double amount, bool raw, size_t n_threads) {
  if (n_buckets < 1 || n_buckets > (1 << 24)) throw nb::value_error("n_buckets is out of range");
  if (range && !(std::isfinite(range->first) && std::isfinite(range->second)))
    throw nb::value_error("the range must be finite");
  ViewQuestion question{
      axis_kind(set, x), {range, n_buckets}, smoothing_of(smoothing, amount), raw, n_threads};
  View made;
  {
    nb::gil_scoped_release unlocked;
    made = make_view(set.series, question);
  }
  nb::dict out = counts_of(made.selections, set);
  out["marks"] = marks_of(made.selections);
  out["offsets"] = to_numpy(std::move(made.offsets));
  out["step"] = to_numpy(std::move(made.steps));
  out["wall_time"] = to_numpy(std::move(made.wall_times));
  out["value"] =
      made.is_float64 ? to_numpy(std::move(made.float64_values)) : to_numpy(std::move(made.values));
  if (question.smoothing.kind != Smoothing::kNone) out["smoothed"] = to_numpy(std::move(made.smoothed));
  if (question.x == Axis::kRelative || question.x == Axis::kColumn) out["x"] = to_numpy(std::move(made.xs));
  return out;
}

nb::object smoothed(const SeriesSet& set, size_t i, const std::string& kind, double amount,
                    size_t n_threads) {
  const Series& series = set.series.at(i);
  Smoothing smoothing = smoothing_of(kind, amount);
  std::vector<double> out(series.size());
  {
    nb::gil_scoped_release unlocked;
    smooth(series, smoothing, out.data(), threads_for(series.size(), n_threads));
  }
  return to_numpy(std::move(out));
}

nb::dict summaries(const SeriesSet& set, size_t k, size_t n_threads) {
  std::vector<Summary> rows;
  {
    nb::gil_scoped_release unlocked;
    rows = summarize(set.series, k, n_threads);
  }
  nb::dict out;
  out["n"] = column(rows, [](const Summary& s) { return s.n; });
  out["nan"] = column(rows, [](const Summary& s) { return s.n_nan; });
  out["pos_inf"] = column(rows, [](const Summary& s) { return s.n_pos_inf; });
  out["neg_inf"] = column(rows, [](const Summary& s) { return s.n_neg_inf; });
  out["first_step"] = column(rows, [](const Summary& s) { return s.first_step; });
  out["last_step"] = column(rows, [](const Summary& s) { return s.last_step; });
  out["first_wall_time"] = column(rows, [](const Summary& s) { return s.first_wall_time; });
  out["last_wall_time"] = column(rows, [](const Summary& s) { return s.last_wall_time; });
  out["last"] = column(rows, [](const Summary& s) { return s.last; });
  out["min"] = column(rows, [](const Summary& s) { return s.min; });
  out["max"] = column(rows, [](const Summary& s) { return s.max; });
  out["step_of_min"] = column(rows, [](const Summary& s) { return s.min_step; });
  out["step_of_max"] = column(rows, [](const Summary& s) { return s.max_step; });
  out["mean_last"] = column(rows, [](const Summary& s) { return s.mean_last; });
  out["first_nan_step"] = column(rows, [](const Summary& s) { return s.first_nan_step; });
  return out;
}

nb::object auto_amount(const SeriesSet& set, const std::string& kind, const std::string& x,
                       std::optional<std::pair<double, double>> range, double width_px) {
  Axis::Kind axis = axis_kind(set, x);
  // Any amount that is valid for all: only the kind counts.
  Smoothing::Kind wanted = smoothing_of(kind, kind == "window" ? 1 : 0.5).kind;
  Smoothing found;
  {
    nb::gil_scoped_release unlocked;
    found = auto_smoothing(set.series, axis, {range, 1}, wanted, width_px);
  }
  return found.kind == Smoothing::kNone ? nb::none() : nb::cast(found.amount);
}

nb::dict spans(const SeriesSet& set, std::pair<double, double> range, size_t n_threads) {
  std::vector<SpanRow> rows;
  {
    nb::gil_scoped_release unlocked;
    rows = span_rows(set.series, range, n_threads);
  }
  nb::dict out;
  out["series"] = column(rows, [](const SpanRow& s) { return s.series; });
  out["n"] = column(rows, [](const SpanRow& s) { return s.n; });
  out["nan"] = column(rows, [](const SpanRow& s) { return s.n_nan; });
  out["start_step"] = column(rows, [](const SpanRow& s) { return s.start_step; });
  out["end_step"] = column(rows, [](const SpanRow& s) { return s.end_step; });
  out["start"] = column(rows, [](const SpanRow& s) { return s.start; });
  out["end"] = column(rows, [](const SpanRow& s) { return s.end; });
  out["min"] = column(rows, [](const SpanRow& s) { return s.min; });
  out["max"] = column(rows, [](const SpanRow& s) { return s.max; });
  return out;
}

nb::dict jump_columns(const SeriesSet& set, double step, size_t n_before, size_t n_threads) {
  std::vector<Jump> rows;
  {
    nb::gil_scoped_release unlocked;
    rows = jumps(set.series, step, n_before, n_threads);
  }
  nb::dict out;
  each_jump_column(rows, [&](const char* name, auto values) { out[name] = to_numpy(std::move(values)); });
  return out;
}

nb::tuple grid_of(const SeriesSet& set, const std::string& x, std::optional<std::pair<double, double>> range,
                  size_t width_px) {
  Axis::Kind kind = axis_kind(set, x);
  CommonGrid grid;
  {
    nb::gil_scoped_release unlocked;
    grid = common_grid(set.series, kind, range, width_px);
  }
  return nb::make_tuple(to_numpy(std::move(grid.xs)), grid.is_exact);
}

nb::dict groups(const SeriesSet& set, const std::string& x,
                nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> grid,
                std::vector<uint32_t> sizes, std::vector<double> quantiles, size_t n_threads) {
  Axis::Kind kind = axis_kind(set, x);
  uint64_t n = 0;
  for (uint32_t size : sizes) n += size;
  if (n != set.series.size()) throw nb::value_error("every series must be in one group");
  for (double q : quantiles)
    if (!(q >= 0 && q <= 1)) throw nb::value_error("quantiles must be from 0 to 1");
  GroupColumns made;
  {
    nb::gil_scoped_release unlocked;
    made = group_columns(set.series, kind, {grid.data(), grid.shape(0)}, sizes, quantiles, n_threads);
  }
  nb::dict out;
  out["offsets"] = to_numpy(std::move(made.offsets));
  out["x"] = to_numpy(std::move(made.x));
  out["n"] = to_numpy(std::move(made.n));
  out["mean"] = to_numpy(std::move(made.mean));
  out["median"] = to_numpy(std::move(made.median));
  out["min"] = to_numpy(std::move(made.min));
  out["max"] = to_numpy(std::move(made.max));
  out["std"] = to_numpy(std::move(made.std));
  out["stderr"] = to_numpy(std::move(made.std_error));
  for (size_t i = 0; i < made.quantiles.size(); ++i)
    out[nb::str(("q" + std::to_string(i)).c_str())] = to_numpy(std::move(made.quantiles[i]));
  return out;
}

using Matrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

nb::object matrix(std::vector<double>&& values, size_t n_rows, size_t n_columns) {
  auto* held = new std::vector<double>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return nb::cast(Matrix(held->data(), {n_rows, n_columns}, owner));
}

nb::tuple on_grid(const SeriesSet& set, const std::string& x,
                  nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> grid,
                  size_t n_threads) {
  Axis::Kind kind = axis_kind(set, x);
  size_t n_rows = set.series.size(), n_columns = grid.shape(0);
  GridRows rows;
  {
    nb::gil_scoped_release unlocked;
    rows = to_grid(set.series, kind, {grid.data(), n_columns}, n_threads);
  }
  return nb::make_tuple(matrix(std::move(rows.last), n_rows, n_columns),
                        matrix(std::move(rows.lowest), n_rows, n_columns),
                        matrix(std::move(rows.highest), n_rows, n_columns));
}

nb::tuple occurring_xs(const SeriesSet& set, const std::string& x,
                       std::optional<std::pair<double, double>> range, size_t limit) {
  Axis::Kind kind = axis_kind(set, x);
  Occurring found;
  {
    nb::gil_scoped_release unlocked;
    found = occurring(set.series, kind, range, limit);
  }
  nb::object xs = found.few ? to_numpy(std::move(found.xs)) : nb::none();
  return nb::make_tuple(xs, found.low, found.high);
}

}  // namespace

void bind_view(nb::module_& module) {
  module.def("view", &view, nb::arg("series"), nb::kw_only(), nb::arg("x") = "step",
             nb::arg("range").none() = nb::none(), nb::arg("n_buckets") = 1000, nb::arg("smoothing") = "none",
             nb::arg("amount") = 0.0, nb::arg("raw") = true, nb::arg("n_threads") = 0,
             "What to show of each series: flat columns, offsets, counts and marks.");
  module.def("smoothed", &smoothed, nb::arg("series"), nb::arg("i"), nb::arg("kind"), nb::arg("amount"),
             nb::arg("n_threads") = 0, "All values of one series, smoothed.");
  module.def("summaries", &summaries, nb::arg("series"), nb::kw_only(), nb::arg("k") = 10,
             nb::arg("n_threads") = 0, "What each series comes to, as columns.");
  module.def("auto_smoothing", &auto_amount, nb::arg("series"), nb::kw_only(), nb::arg("kind"), nb::arg("x"),
             nb::arg("range").none() = nb::none(), nb::arg("width_px"),
             "The amount of smoothing by the density of points; None where none is needed.");
  module.def("spans", &spans, nb::arg("series"), nb::kw_only(), nb::arg("range"), nb::arg("n_threads") = 0,
             "A row per series that has points: its ends and extremes between two steps.");
  module.def("jumps", &jump_columns, nb::arg("series"), nb::kw_only(), nb::arg("step"), nb::arg("n_before"),
             nb::arg("n_threads") = 0,
             "A row per series that has a value up to the step: how it compares with those before it.");
  module.def("on_grid", &on_grid, nb::arg("series"), nb::kw_only(), nb::arg("x"), nb::arg("grid"),
             nb::arg("n_threads") = 0, "Each series on a common grid: carried, lowest and highest values.");
  module.def("occurring_xs", &occurring_xs, nb::arg("series"), nb::kw_only(), nb::arg("x"),
             nb::arg("range").none() = nb::none(), nb::arg("limit"),
             "Every x that occurs, once (None where more than `limit`), and the lowest and highest of them.");
  module.def("common_grid", &grid_of, nb::arg("series"), nb::kw_only(), nb::arg("x"),
             nb::arg("range").none() = nb::none(), nb::arg("width_px"),
             "The grid of x for several series, and whether it has every x that occurs.");
  module.def("groups", &groups, nb::arg("series"), nb::kw_only(), nb::arg("x"), nb::arg("grid"),
             nb::arg("sizes"), nb::arg("quantiles"), nb::arg("n_threads") = 0,
             "Groups of so many series each on a grid: flat columns, group after group.");
}

}  // namespace sightline
