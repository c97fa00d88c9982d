// Histograms for Python: many as columns, in other shapes; and which rows of a series a view shows.
#include "core/views/histograms.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bind/arrays.h"
#include "bind/module.h"
#include "bind/to_numpy.h"
#include "core/views/shown_rows.h"

namespace nb = nanobind;

namespace sightline {
namespace {

template <class T>
using Values = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> as_span(const Values<T>& values) {
  return {values.data(), values.shape(0)};
}

// Holds the arrays that its histograms point into.
struct HistogramTable {
  Values<int64_t> offset;
  Values<double> left, right, count, statistics;
  std::vector<Histogram> histograms;

  std::span<const Histogram> between(size_t begin, size_t end) const {
    if (begin > end || end > histograms.size()) throw nb::index_error("no such histograms");
    return std::span(histograms).subspan(begin, end - begin);
  }
};

constexpr size_t kStatistics = 7;

LoggedStatistics statistics_at(const double* row) {
  return {row[0], row[1], row[2], row[3], row[4], row[5], row[6]};
}

void check(const HistogramTable& table, const Values<uint8_t>& logged) {
  const auto offsets = as_span(table.offset);
  const size_t n_buckets = table.count.shape(0), n = offsets.empty() ? 0 : offsets.size() - 1;
  bool is_valid = !offsets.empty() && offsets.front() == 0 &&
                  offsets.back() == static_cast<int64_t>(n_buckets) && table.left.shape(0) == n_buckets &&
                  table.right.shape(0) == n_buckets && logged.shape(0) == n &&
                  table.statistics.shape(0) == n * kStatistics;
  for (size_t i = 0; i + 1 < offsets.size(); ++i) is_valid &= offsets[i] <= offsets[i + 1];
  if (!is_valid) throw nb::value_error("the columns do not fit each other");
}

void init(HistogramTable* table, Values<int64_t> offset, Values<double> left, Values<double> right,
          Values<double> count, Values<uint8_t> logged, Values<double> statistics) {
  new (table) HistogramTable{offset, left, right, count, statistics, {}};
  check(*table, logged);
  for (size_t i = 0; i + 1 < offset.shape(0); ++i) {
    const auto begin = static_cast<size_t>(offset.data()[i]);
    const size_t size = static_cast<size_t>(offset.data()[i + 1]) - begin;
    Histogram each{
        {left.data() + begin, size}, {right.data() + begin, size}, {count.data() + begin, size}, {}};
    if (logged.data()[i]) each.logged = statistics_at(statistics.data() + i * kStatistics);
    table->histograms.push_back(each);
  }
}

nb::dict facts(const HistogramTable& table) {
  std::vector<HistogramFacts> rows;
  {
    nb::gil_scoped_release unlocked;
    for (const Histogram& each : table.histograms) rows.push_back(histogram_facts(each));
  }
  nb::dict out;
  out["number"] = column(rows, [](const HistogramFacts& f) { return f.number; });
  out["nan"] = column(rows, [](const HistogramFacts& f) { return f.nan; });
  out["inf"] = column(rows, [](const HistogramFacts& f) { return f.inf; });
  out["uncounted"] = column(rows, [](const HistogramFacts& f) { return f.uncounted; });
  out["mean"] = column(rows, [](const HistogramFacts& f) { return f.mean; });
  out["std"] = column(rows, [](const HistogramFacts& f) { return f.std; });
  return out;
}

nb::list faults(const HistogramTable& table) {
  nb::list out;
  for (const Histogram& each : table.histograms) {
    const char* text = histogram_fault(each);
    out.append(text ? nb::object(nb::str(text)) : nb::none());
  }
  return out;
}

nb::object grid(const HistogramTable& table, size_t begin, size_t end, double low, double high,
                size_t n_bins) {
  if (!(low < high) || n_bins == 0) throw nb::value_error("a grid needs low < high and a bin");
  const auto chosen = table.between(begin, end);
  return new_array<float>(chosen.size() * n_bins, [&](float* out) {
    std::vector<double> counts(n_bins);
    for (const Histogram& each : chosen) {
      rebin(each, low, high, counts);
      for (double n : counts) *out++ = static_cast<float>(n);
    }
  });
}

nb::object all_percentiles(const HistogramTable& table, Values<double> points) {
  const size_t n = points.shape(0);
  return new_array<double>(table.histograms.size() * n, [&](double* out) {
    for (const Histogram& each : table.histograms) {
      percentiles(each, as_span(points), out);
      out += n;
    }
  });
}

nb::tuple rows_of(Values<int64_t> steps, Values<double> wall_times, std::optional<Values<uint8_t>> superseded,
                  RowWindow<int64_t> step_window, RowWindow<double> time_window,
                  RowWindow<double> second_window, size_t max_rows, std::optional<int64_t> step) {
  const auto marks = superseded ? as_span(*superseded) : std::span<const uint8_t>();
  const size_t n = steps.shape(0);
  if (wall_times.shape(0) != n || (superseded && marks.size() != n) || max_rows == 0)
    throw nb::value_error("the columns do not fit each other");
  ShownRows found;
  {
    nb::gil_scoped_release unlocked;
    found = shown_rows(as_span(steps), as_span(wall_times), marks,
                       {step_window, time_window, second_window, max_rows, step});
  }
  return nb::make_tuple(to_numpy(std::move(found.rows)), found.total);
}

}  // namespace

void bind_histograms(nb::module_& module) {
  nb::class_<HistogramTable>(module, "Histograms",
                             "Many histograms as columns; `offset` has the first bucket of each.")
      .def("__init__", &init, nb::arg("offset"), nb::arg("left"), nb::arg("right"), nb::arg("count"),
           nb::arg("logged"), nb::arg("statistics"))
      .def("facts", &facts, "Number, what is in no bucket, mean and spread: a column each.")
      .def("faults", &faults, "What is wrong with each, in a sentence, or None.")
      .def("percentiles", &all_percentiles, nb::arg("points"),
           "Values at ten-thousandths, one histogram after the other.")
      .def(
          "range",
          [](const HistogramTable& table, size_t begin, size_t end) {
            return histogram_range(table.between(begin, end));
          },
          nb::arg("begin"), nb::arg("end"), "The range that filled buckets cover; None where there are none.")
      .def("grid", &grid, nb::arg("begin"), nb::arg("end"), nb::arg("low"), nb::arg("high"),
           nb::arg("n_bins"), "Counts in equal bins, one histogram after the other.");
  module.def("shown_rows", &rows_of, nb::arg("steps"), nb::arg("wall_times"), nb::arg("superseded").none(),
             nb::kw_only(), nb::arg("step_window").none(), nb::arg("time_window").none(),
             nb::arg("second_window").none(), nb::arg("max_rows"), nb::arg("step").none(),
             "The rows that a view shows, and how many there are without windows.");
}

}  // namespace sightline
