// SeriesSet for Python: takes columns without a copy.
#include "bind/series.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "bind/module.h"
#include "core/base/parallel.h"
#include "core/scan/columns.h"
#include "core/views/join.h"

namespace nb = nanobind;

namespace sightline {
namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Mask = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void add_part(Series& out, nb::handle columns) {
  auto steps = nb::cast<Column<int64_t>>(columns[0], false);
  auto wall_times = nb::cast<Column<double>>(columns[1], false);
  Part part{steps.data(), wall_times.data(), nullptr, steps.shape(0), false};
  Column<float> narrow;
  Column<double> values64;
  size_t n_values;
  if (nb::try_cast(columns[2], narrow, false)) {
    part.values = narrow.data();
    n_values = narrow.shape(0);
  } else {
    values64 = nb::cast<Column<double>>(columns[2], false);
    part.values = values64.data();
    part.is_float64 = true;
    n_values = values64.shape(0);
  }
  if (wall_times.shape(0) != part.size || n_values != part.size)
    throw nb::value_error("columns differ in length");
  out.add(part);
}

// A list of native snapshots, of others (with arrays()), or of (steps, wall times, values).
void add_series(SeriesSet& set, nb::list chunks, std::optional<Mask> superseded) {
  Series series;
  for (nb::handle item : chunks) {
    if (nb::isinstance<Chunks>(item) || nb::isinstance<nb::tuple>(item)) {
      if (nb::isinstance<Chunks>(item))
        nb::cast<const Chunks&>(item).add_to(series);
      else
        add_part(series, item);
      set.owners.push_back(nb::borrow(item));
      continue;
    }
    nb::object arrays = item.attr("arrays")();
    for (nb::handle columns : arrays) add_part(series, columns);
    set.owners.push_back(arrays);
    set.owners.push_back(nb::borrow(item));
  }
  if (superseded) {
    if (superseded->shape(0) != series.size())
      throw nb::value_error("the mask does not have one entry a point");
    series = series.without({reinterpret_cast<const uint8_t*>(superseded->data()), series.size()});
  }
  set.series.push_back(std::move(series));
}

void join(SeriesSet& set, const SeriesSet& others) {
  if (set.series.size() != others.series.size())
    throw nb::value_error("as many x series as series are needed");
  nb::gil_scoped_release unlocked;
  for (size_t i = 0; i < set.series.size(); ++i) {
    std::unique_ptr<double[]> xs(new double[set.series[i].size()]);
    join_on_step(set.series[i], others.series[i], xs.get());
    set.series[i] = set.series[i].with_xs(xs.get());
    set.columns.push_back(std::move(xs));
  }
  set.has_xs = true;
}

void smooth_all(SeriesSet& set, const std::string& kind, double amount) {
  Smoothing smoothing = smoothing_of(kind, amount);
  nb::gil_scoped_release unlocked;
  for (Series& series : set.series) {
    std::unique_ptr<double[]> values(new double[series.size()]);
    smooth(series, smoothing, values.get(), threads_for(series.size(), 0));
    series = series.with_values(values.get());
    set.columns.push_back(std::move(values));
  }
}

}  // namespace

Smoothing smoothing_of(const std::string& kind, double amount) {
  if (kind == "none") return {};
  if (kind == "ema" && amount >= 0 && amount < 1) return {Smoothing::kEma, amount};
  if (kind == "window" && amount >= 1 && std::isfinite(amount)) return {Smoothing::kMean, amount};
  if (kind == "gaussian" && amount > 0 && std::isfinite(amount)) return {Smoothing::kGaussian, amount};
  throw nb::value_error("smoothing must be ema in [0, 1), window of at least 1 or gaussian above 0");
}

void bind_series(nb::module_& module) {
  nb::class_<SeriesSet>(module, "SeriesSet",
                        "Scalar series for the kernels; not copied; holds references to their arrays.")
      .def(nb::init<>())
      .def("add", &add_series, nb::arg("chunks"), nb::arg("superseded").none() = nb::none(),
           "Add a series: its chunks in order, and a mask of points to leave out.")
      .def("join", &join, nb::arg("others"), "Make x of each series the value of the other at the same step.")
      .def("smooth", &smooth_all, nb::arg("kind"), nb::arg("amount"),
           "Put smoothed values in place of all values.")
      .def("__len__", [](const SeriesSet& set) { return set.series.size(); })
      .def(
          "count", [](const SeriesSet& set, size_t i) { return set.series.at(i).size(); }, nb::arg("i"),
          "How many points of series i are not left out.");
}

}  // namespace sightline
