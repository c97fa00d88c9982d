// Questions about histograms: the page adds the series it asks about, then asks; docs/kinds/histogram.md has
// the rules.
#include "core/views/histograms.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/views/shown_rows.h"
#include "wasm/answer.h"
#include "wasm/exports.h"
#include "wasm/runs.h"

using namespace sightline;

namespace {

// The histograms of the question that is being put together, series by series.
struct Asked {
  std::vector<Histogram> histograms;
  std::vector<int64_t> offsets{0}, total, steps;
  std::vector<double> start, wall_times;
  // Of each fault the series; what it says is a line, of a value that cannot be read by its place in the
  // item.
  std::vector<int64_t> fault_series, fault_unread;
  std::vector<uint8_t> fault_text;
};

Asked& asked() {
  static Asked held;
  return held;
}

template <class T>
std::span<const T> column(const PackedItem& item, const char* name, PackedType type) {
  const PackedColumn* found = item.find(name);
  if (!found || found->type != type) return {};
  return {static_cast<const T*>(found->data.get()), found->size};
}

std::span<const double> doubles(const PackedItem& item, const char* name) {
  return column<double>(item, name, PackedType::kFloat64);
}

// The columns of an item; `is_valid` where they fit each other.
struct Columns {
  std::span<const int64_t> steps, offsets, unread;
  std::span<const double> times, left, right, count;
  std::span<const uint8_t> logged, superseded, unread_text;
  std::span<const double> statistics[7];

  explicit Columns(const PackedItem& item)
      : steps(column<int64_t>(item, "step", PackedType::kInt64)),
        offsets(column<int64_t>(item, "offset", PackedType::kInt64)),
        unread(column<int64_t>(item, "unread", PackedType::kInt64)),
        times(doubles(item, "wall_time")),
        left(doubles(item, "left")),
        right(doubles(item, "right")),
        count(doubles(item, "count")),
        logged(column<uint8_t>(item, "logged", PackedType::kUint8)),
        superseded(column<uint8_t>(item, "superseded", PackedType::kUint8)),
        unread_text(column<uint8_t>(item, "unread_text", PackedType::kUint8)) {
    const char* names[] = {"min", "max", "num", "sum", "sum_squares", "num_nan", "num_inf"};
    for (size_t i = 0; i < 7; ++i) statistics[i] = doubles(item, names[i]);
  }

  bool is_valid() const {
    const size_t n = steps.size();
    bool fits = n > 0 && times.size() == n && offsets.size() == n + 1 && logged.size() == n &&
                left.size() == count.size() && right.size() == count.size() &&
                (superseded.empty() || superseded.size() == n) && offsets[0] == 0 &&
                offsets[n] == static_cast<int64_t>(count.size());
    for (const auto& each : statistics) fits = fits && each.size() == n;
    for (size_t i = 0; fits && i < n; ++i) fits = offsets[i] <= offsets[i + 1];
    return fits;
  }

  Histogram at(size_t row) const {
    const auto begin = static_cast<size_t>(offsets[row]), end = static_cast<size_t>(offsets[row + 1]);
    Histogram out{left.subspan(begin, end - begin),
                  right.subspan(begin, end - begin),
                  count.subspan(begin, end - begin),
                  {}};
    if (logged[row])
      out.logged = {statistics[0][row], statistics[1][row], statistics[2][row], statistics[3][row],
                    statistics[4][row], statistics[5][row], statistics[6][row]};
    return out;
  }

  // The line about a value that cannot be read.
  std::span<const uint8_t> unread_line(size_t place) const {
    auto begin = unread_text.begin();
    for (; place > 0 && begin != unread_text.end(); --place) {
      begin = std::find(begin, unread_text.end(), '\n');
      if (begin != unread_text.end()) ++begin;
    }
    return {begin, std::find(begin, unread_text.end(), '\n')};
  }
};

void add_fault(std::span<const uint8_t> text) {
  asked().fault_series.push_back(static_cast<int64_t>(asked().total.size()) - 1);
  asked().fault_text.insert(asked().fault_text.end(), text.begin(), text.end());
  asked().fault_text.push_back('\n');
}

void add_rows(const Columns& columns, const std::vector<int64_t>& rows) {
  for (int64_t row : rows) {
    const auto unread = std::ranges::find(columns.unread, row);
    if (unread != columns.unread.end()) {
      add_fault(columns.unread_line(static_cast<size_t>(unread - columns.unread.begin())));
      continue;
    }
    asked().steps.push_back(columns.steps[row]);
    asked().wall_times.push_back(columns.times[row]);
    asked().histograms.push_back(columns.at(row));
  }
}

void add_faults(size_t begin) {
  for (size_t i = begin; i < asked().histograms.size(); ++i)
    if (const char* text = histogram_fault(asked().histograms[i]))
      add_fault({reinterpret_cast<const uint8_t*>(text), std::strlen(text)});
}

std::span<const Histogram> histograms_of(size_t series) {
  const std::vector<int64_t>& offsets = asked().offsets;
  const auto begin = static_cast<size_t>(offsets[series]), end = static_cast<size_t>(offsets[series + 1]);
  return std::span(asked().histograms).subspan(begin, end - begin);
}

using Range = std::optional<std::pair<double, double>>;

void add_lists(const char* name, std::span<const double> (*get)(const Histogram&)) {
  std::vector<double> values;
  for (const Histogram& each : asked().histograms) {
    const auto list = get(each);
    values.insert(values.end(), list.begin(), list.end());
  }
  answer().add(name, std::move(values));
}

}  // namespace

SIGHTLINE_EXPORT(begin_histograms) void sightline_begin_histograms() {
  asked() = {};
  answer().clear();
}

// The windows are `[has, first, last]` of steps, times and seconds, then `[has, step]`: 11 numbers.
SIGHTLINE_EXPORT(add_histograms)
bool sightline_add_histograms(size_t entry, size_t item, bool superseded, size_t max_steps,
                              const double* windows) {
  const Columns columns(entry_items(entry)[item]);
  if (!columns.is_valid()) return false;
  auto window = [&](size_t at) {
    return windows[at] ? Range({windows[at + 1], windows[at + 2]}) : std::nullopt;
  };
  RowsQuestion question{{}, window(3), window(6), max_steps, {}};
  if (const Range steps = window(0))
    question.steps = {static_cast<int64_t>(steps->first), static_cast<int64_t>(steps->second)};
  if (windows[9]) question.step = static_cast<int64_t>(windows[10]);
  const auto marks = superseded ? std::span<const uint8_t>() : columns.superseded;
  const ShownRows shown = shown_rows(columns.steps, columns.times, marks, question);
  asked().total.push_back(static_cast<int64_t>(shown.total));
  asked().start.push_back(columns.times[0]);
  add_rows(columns, shown.rows);
  add_faults(static_cast<size_t>(asked().offsets.back()));
  asked().offsets.push_back(static_cast<int64_t>(asked().histograms.size()));
  return true;
}

// What every answer has.
SIGHTLINE_EXPORT(histogram_rows)
void sightline_histogram_rows(const double* points, size_t n_points) {
  answer().clear();
  Answer& out = answer();
  const std::vector<Histogram>& shown = asked().histograms;
  std::vector<HistogramFacts> facts;
  std::vector<double> values(shown.size() * n_points);
  for (size_t i = 0; i < shown.size(); ++i) {
    facts.push_back(histogram_facts(shown[i]));
    percentiles(shown[i], {points, n_points}, values.data() + i * n_points);
  }
  out.add("offsets", std::vector(asked().offsets));
  out.add("total", std::vector(asked().total));
  out.add("start", std::vector(asked().start));
  out.add("fault_series", std::vector(asked().fault_series));
  out.add("fault_text", std::vector(asked().fault_text));
  out.add("step", std::vector(asked().steps));
  out.add("wall_time", std::vector(asked().wall_times));
  out.add("number", facts, [](const HistogramFacts& f) { return f.number; });
  out.add("nan", facts, [](const HistogramFacts& f) { return f.nan; });
  out.add("inf", facts, [](const HistogramFacts& f) { return f.inf; });
  out.add("uncounted", facts, [](const HistogramFacts& f) { return f.uncounted; });
  out.add("mean", facts, [](const HistogramFacts& f) { return f.mean; });
  out.add("std", facts, [](const HistogramFacts& f) { return f.std; });
  out.add("value", std::move(values));
}

// Adds counts on a grid, and the range of each series.
SIGHTLINE_EXPORT(histogram_grid)
void sightline_histogram_grid(size_t n_bins, bool has_range, double low, double high, bool common) {
  Range shared = has_range ? Range({low, high}) : std::nullopt;
  if (!shared && common) shared = histogram_range(asked().histograms);
  std::vector<float> counts;
  std::vector<double> ranges, row(n_bins);
  for (size_t series = 0; series + 1 < asked().offsets.size(); ++series) {
    const auto shown = histograms_of(series);
    const Range own = shared ? shared : histogram_range(shown);
    const auto [first, last] = own.value_or(std::pair{0.0, 1.0});
    ranges.insert(ranges.end(), {first, last});
    for (const Histogram& each : shown) {
      rebin(each, first, last, row);
      for (double n : row) counts.push_back(static_cast<float>(n));
    }
  }
  answer().add("ranges", std::move(ranges));
  answer().add("count", std::move(counts));
}

// Adds all buckets, and where those of each histogram begin.
SIGHTLINE_EXPORT(histogram_buckets) void sightline_histogram_buckets() {
  std::vector<int64_t> offsets{0};
  for (const Histogram& each : asked().histograms)
    offsets.push_back(offsets.back() + static_cast<int64_t>(each.counts.size()));
  answer().add("bucket_offsets", std::move(offsets));
  add_lists("left", [](const Histogram& each) { return each.lefts; });
  add_lists("right", [](const Histogram& each) { return each.rights; });
  add_lists("count", [](const Histogram& each) { return each.counts; });
}
