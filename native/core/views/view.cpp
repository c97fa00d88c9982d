#include "core/views/view.h"

#include <memory>

#include "core/base/parallel.h"

namespace sightline {
namespace {

struct Chosen {
  Axis axis;
  Selection selection;
  std::vector<double> smoothed;  // of the selected points
};

Chosen choose(const Series& series, const ViewQuestion& question, size_t n_threads) {
  Chosen out;
  out.axis = axis_of(series, question.x);
  if (question.smoothing.kind == Smoothing::kNone) {
    out.selection = select(series, out.axis, question.window, n_threads);
    return out;
  }
  std::unique_ptr<double[]> smoothed(new double[series.size()]);
  smooth(series, question.smoothing, smoothed.get(), n_threads);
  out.selection = select(series.with_values(smoothed.get()), out.axis, question.window, n_threads);
  if (question.raw && !out.selection.exact)
    out.selection = united(select(series, out.axis, question.window, n_threads), out.selection);
  for (int64_t position : out.selection.positions)
    out.smoothed.push_back(smoothed[static_cast<size_t>(position)]);
  return out;
}

// Calls use(part, j, row) for each selected point.
template <class Use>
void each_selected(const Series& series, const Selection& selection, size_t row, Use&& use) {
  size_t k = 0;
  for (int64_t position : selection.positions) {
    size_t at = static_cast<size_t>(position);
    while (at >= series.parts()[k].begin + series.parts()[k].size) ++k;
    use(series.parts()[k], at - series.parts()[k].begin, row++);
  }
}

void gather(View& view, const Series& series, const Chosen& chosen, size_t begin) {
  each_selected(series, chosen.selection, begin, [&](const Part& part, size_t j, size_t row) {
    view.steps[row] = part.steps[j];
    view.wall_times[row] = part.wall_times[j];
    if (view.is_float64)
      view.float64_values[row] = part.value(j);
    else
      view.values[row] = static_cast<const float*>(part.values)[j];
    if (!view.xs.empty()) view.xs[row] = chosen.axis.at(part, j);
  });
  if (!view.smoothed.empty())
    std::copy(chosen.smoothed.begin(), chosen.smoothed.end(),
              view.smoothed.begin() + static_cast<ptrdiff_t>(begin));
}

}  // namespace

View make_view(std::span<const Series> series, const ViewQuestion& question) {
  View view;
  size_t n_points = 0;
  for (const Series& each : series)
    n_points += each.size(), view.is_float64 = view.is_float64 || each.is_float64();
  size_t n_threads = threads_for(n_points, question.n_threads);
  size_t n_inside = series.size() < n_threads ? n_threads : 1;  // few big series: threads inside each
  std::vector<Chosen> chosen(series.size());
  parallel_for(series.size(), n_inside > 1 ? 1 : n_threads,
               [&](size_t i) { chosen[i] = choose(series[i], question, n_inside); });

  view.offsets.push_back(0);
  for (const Chosen& each : chosen)
    view.offsets.push_back(view.offsets.back() + static_cast<int64_t>(each.selection.positions.size()));
  size_t n_rows = static_cast<size_t>(view.offsets.back());
  view.steps.resize(n_rows);
  view.wall_times.resize(n_rows);
  if (view.is_float64)
    view.float64_values.resize(n_rows);
  else
    view.values.resize(n_rows);
  if (question.smoothing.kind != Smoothing::kNone) view.smoothed.resize(n_rows);
  if (question.x == Axis::kRelative || question.x == Axis::kColumn) view.xs.resize(n_rows);
  for (size_t i = 0; i < series.size(); ++i) {
    gather(view, series[i], chosen[i], static_cast<size_t>(view.offsets[i]));
    view.selections.push_back(std::move(chosen[i].selection));
    for (Mark& mark : view.selections.back().marks) {  // from position to row within the series
      const auto& positions = view.selections.back().positions;
      mark.position = std::lower_bound(positions.begin(), positions.end(), mark.position) - positions.begin();
    }
    view.selections.back().positions = {};
  }
  return view;
}

}  // namespace sightline
