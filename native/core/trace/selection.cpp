// Selections by one pass over the columns they need.
#include "core/trace/selection.h"

#include <algorithm>
#include <numeric>

namespace sightline {
namespace {

// The steps by their start, to be asked for many slices.
class StepMarks {
 public:
  explicit StepMarks(const Trace& trace) : trace_(trace), order_(trace.steps.start_ns.size()) {
    std::iota(order_.begin(), order_.end(), size_t{0});
    const Column<int64_t>& starts = trace.steps.start_ns;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](size_t left, size_t right) { return starts[left] < starts[right]; });
  }

  bool is_mark(size_t slice) const {
    const Column<int64_t>& starts = trace_.steps.start_ns;
    const int64_t start_ns = trace_.slices.start_ns[slice];
    const auto found = std::lower_bound(order_.begin(), order_.end(), start_ns,
                                        [&](size_t step, int64_t time) { return starts[step] < time; });
    return found != order_.end() && starts[*found] == start_ns &&
           trace_.steps.end_ns[*found] == trace_.end_ns(slice);
  }

 private:
  const Trace& trace_;
  std::vector<size_t> order_;
};

}  // namespace

SliceIndexes by_start(const Trace& trace, SliceIndexes slices, std::vector<int32_t>& room) {
  const auto start = [&](int32_t slice) { return trace.slices.start_ns[static_cast<size_t>(slice)]; };
  const auto is_earlier = [&](int32_t left, int32_t right) { return start(left) < start(right); };
  if (std::is_sorted(slices.begin(), slices.end(), is_earlier)) return slices;
  room.assign(slices.begin(), slices.end());
  std::stable_sort(room.begin(), room.end(), is_earlier);
  return room;
}

std::vector<int32_t> select_slices(const Trace& trace, const SliceFilter& filter) {
  const StepMarks marks(trace);
  const auto is_chosen = [&](size_t i) {
    return filter.categories[trace.slices.category[i]] &&
           filter.track_kinds[trace.tracks.kind[trace.slices.track[i]]] &&
           (filter.with_step_marks || !marks.is_mark(i));
  };
  size_t n_at_most = 0;
  for (size_t i = 0; i < trace.n_slices(); ++i) n_at_most += filter.categories[trace.slices.category[i]];
  std::vector<int32_t> chosen;
  chosen.reserve(n_at_most);
  for (size_t i = 0; i < trace.n_slices(); ++i)
    if (is_chosen(i)) chosen.push_back(static_cast<int32_t>(i));
  return chosen;
}

std::vector<int32_t> step_marks(const Trace& trace) {
  const StepMarks marks(trace);
  std::vector<int32_t> found;
  for (size_t i = 0; i < trace.n_slices(); ++i)
    if (marks.is_mark(i)) found.push_back(static_cast<int32_t>(i));
  return found;
}

Intervals cover_slices(const Trace& trace, SliceIndexes slices) {
  std::vector<int32_t> sorted;
  slices = by_start(trace, slices, sorted);
  Intervals covered;
  covered.begin.reserve(slices.size());
  covered.end.reserve(slices.size());
  for (const int32_t slice : slices) {
    const auto at = static_cast<size_t>(slice);
    const int64_t begin = trace.slices.start_ns[at], end = trace.end_ns(at);
    if (end <= begin) continue;
    if (!covered.end.empty() && begin <= covered.end.back()) {
      covered.end.back() = std::max(covered.end.back(), end);
      continue;
    }
    covered.begin.push_back(begin);
    covered.end.push_back(end);
  }
  return covered;
}

std::vector<uint32_t> distinct_names(const Trace& trace, SliceIndexes slices) {
  std::vector<bool> is_there(trace.string_offsets.size());
  for (const int32_t slice : slices) is_there[trace.slices.name[static_cast<size_t>(slice)]] = true;
  std::vector<uint32_t> names;
  for (size_t name = 0; name < is_there.size(); ++name)
    if (is_there[name]) names.push_back(static_cast<uint32_t>(name));
  return names;
}

void find_names(const Trace& trace, SliceIndexes slices, std::span<const bool> chosen, bool* to) {
  for (const int32_t slice : slices) {
    const uint32_t name = trace.slices.name[static_cast<size_t>(slice)];
    *to++ = name < chosen.size() && chosen[name];
  }
}

std::vector<int32_t> longest_slices(const Trace& trace, SliceIndexes slices, size_t n) {
  const auto dur = [&](size_t place) { return trace.slices.dur_ns[static_cast<size_t>(slices[place])]; };
  const auto comes_first = [&](size_t left, size_t right) {
    return dur(left) != dur(right) ? dur(left) > dur(right) : left < right;
  };
  std::vector<size_t> kept;  // a heap: the one to go next is at its front
  for (size_t place = 0; place < slices.size() && n > 0; ++place) {
    if (kept.size() == n) {
      if (!comes_first(place, kept.front())) continue;
      std::pop_heap(kept.begin(), kept.end(), comes_first);
      kept.pop_back();
    }
    kept.push_back(place);
    std::push_heap(kept.begin(), kept.end(), comes_first);
  }
  std::sort(kept.begin(), kept.end(), comes_first);
  std::vector<int32_t> longest;
  for (const size_t place : kept) longest.push_back(slices[place]);
  return longest;
}

int32_t first_slice_from(const Trace& trace, int64_t time_ns) {
  const Column<int64_t>& starts = trace.slices.start_ns;
  int32_t first = kNoSlice;
  for (size_t track = 0; track < trace.n_tracks(); ++track) {
    const int64_t* const begin = starts.data() + trace.tracks.first_slice[track];
    const int64_t* const end = begin + trace.tracks.n_slices[track];
    const int64_t* const found = std::lower_bound(begin, end, time_ns);
    if (found == end) continue;
    if (first == kNoSlice || *found < starts[static_cast<size_t>(first)])
      first = static_cast<int32_t>(found - starts.data());
  }
  return first;
}

}  // namespace sightline
