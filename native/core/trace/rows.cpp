// Rows and windows of them.
#include "core/trace/rows.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace sightline {
namespace {

constexpr size_t kBlock = 16;

// How many entries each level of the index has: blocks of positions, blocks of these, …
std::vector<size_t> level_sizes(size_t n) {
  std::vector<size_t> sizes;
  while (n > kBlock) sizes.push_back(n = (n + kBlock - 1) / kBlock);
  return sizes;
}

std::vector<uint32_t> make_longest(const Column<uint32_t>& order, const Column<int64_t>& dur_ns) {
  std::vector<uint32_t> longest;
  size_t below = 0;  // where the level below begins in `longest`
  size_t n_below = order.size();
  for (const size_t size : level_sizes(order.size())) {
    const size_t begin = longest.size();
    const bool is_first = begin == 0;
    for (size_t block = 0; block < size; ++block) {
      const auto at = [&](size_t i) { return is_first ? static_cast<uint32_t>(i) : longest[below + i]; };
      uint32_t best = at(block * kBlock);
      for (size_t i = block * kBlock + 1; i < std::min((block + 1) * kBlock, n_below); ++i)
        if (dur_ns[order[at(i)]] > dur_ns[order[best]]) best = at(i);
      longest.push_back(best);
    }
    below = begin;
    n_below = size;
  }
  return longest;
}

class WindowReader {
 public:
  WindowReader(const Trace& trace, int64_t begin_ns, int64_t end_ns, uint32_t width_px)
      : trace_(trace), begin_ns_(begin_ns), end_ns_(end_ns) {
    const auto span = static_cast<double>(end_ns) - static_cast<double>(begin_ns);
    px_ns_ = std::max<int64_t>(1, static_cast<int64_t>(span / std::max(1u, width_px)));
    const std::vector<size_t> sizes = level_sizes(trace.rows.order.size());
    size_t begin = 0;
    for (const size_t size : sizes) {
      levels_.push_back(begin);
      begin += size;
    }
  }

  void read_row(size_t row) {
    const uint32_t first = trace_.rows.first[row], last = trace_.rows.first[row + 1];
    uint32_t at = position_from(first, last, begin_ns_);
    if (at > first && end(at - 1) > begin_ns_) --at;
    while (at < last && start(at) < end_ns_) {
      uint32_t next = at + 1;
      if (dur(at) < px_ns_) {
        // All that begin in the same pixel, up to one that is wider than it.
        const int64_t offset = std::max<int64_t>(0, start(at) - begin_ns_);
        const int64_t edge_ns = begin_ns_ + (offset / px_ns_ + 1) * px_ns_;
        next = std::max(next, position_near(at, last, std::min(edge_ns, end_ns_)));
        if (next - at > 1 && dur(next - 1) >= px_ns_) --next;
      }
      emit(row, at, next);
      at = next;
    }
  }

  TraceWindow take() { return std::move(window_); }

 private:
  uint32_t slice(size_t position) const { return trace_.rows.order[position]; }
  int64_t start(size_t position) const { return trace_.slices.start_ns[slice(position)]; }
  int64_t dur(size_t position) const { return trace_.slices.dur_ns[slice(position)]; }
  int64_t end(size_t position) const { return start(position) + dur(position); }

  // The first position from `begin` on whose slice does not start before `time_ns`.
  uint32_t position_from(uint32_t begin, uint32_t last, int64_t time_ns) const {
    while (begin < last) {
      const uint32_t middle = begin + (last - begin) / 2;
      if (start(middle) < time_ns)
        begin = middle + 1;
      else
        last = middle;
    }
    return begin;
  }
  // The same, quick where it is near.
  uint32_t position_near(uint32_t begin, uint32_t last, int64_t time_ns) const {
    uint32_t stride = 1;
    while (stride < last - begin && start(begin + stride) < time_ns) {
      begin += stride;
      stride *= 2;
    }
    return position_from(begin, std::min<uint64_t>(last, uint64_t{begin} + stride + 1), time_ns);
  }

  // The position of the longest in a range, by whole blocks where there are some.
  uint32_t longest(size_t begin, size_t end) const {
    auto best = static_cast<uint32_t>(begin);
    const auto consider = [&](uint32_t position) {
      if (dur(position) > dur(best)) best = position;
    };
    const auto entry = [&](size_t level, size_t i) {
      return level == 0 ? static_cast<uint32_t>(i) : trace_.rows.longest[levels_[level - 1] + i];
    };
    for (size_t level = 0; begin < end; ++level, begin /= kBlock, end /= kBlock) {
      const bool is_last = level == levels_.size();
      for (; begin < end && (is_last || begin % kBlock != 0); ++begin) consider(entry(level, begin));
      for (; end > begin && end % kBlock != 0; --end) consider(entry(level, end - 1));
      if (is_last) break;
    }
    return best;
  }

  void emit(size_t row, uint32_t begin, uint32_t end_position) {
    const uint32_t count = end_position - begin;
    window_.track.push_back(trace_.rows.track[row]);
    window_.depth.push_back(trace_.rows.depth[row]);
    window_.slice.push_back(slice(count == 1 ? begin : longest(begin, end_position)));
    window_.start_ns.push_back(start(begin));
    window_.end_ns.push_back(end(end_position - 1));
    window_.count.push_back(count);
  }

  const Trace& trace_;
  int64_t begin_ns_, end_ns_, px_ns_;
  std::vector<size_t> levels_;  // where each begins in the index
  TraceWindow window_;
};

}  // namespace

Trace::Rows make_rows(const Trace& trace) {
  std::vector<uint32_t> tracks, depths, first;
  const size_t n = trace.n_slices();
  std::vector<uint32_t> order(n);
  std::vector<uint32_t> next;
  uint32_t at = 0;
  // By where their slices lie, so that rows lie as the slices do.
  std::vector<uint32_t> by_place(trace.n_tracks());
  std::iota(by_place.begin(), by_place.end(), 0u);
  std::stable_sort(by_place.begin(), by_place.end(), [&](uint32_t left, uint32_t right) {
    return trace.tracks.first_slice[left] < trace.tracks.first_slice[right];
  });
  for (const uint32_t track : by_place) {
    const uint32_t begin = trace.tracks.first_slice[track], size = trace.tracks.n_slices[track];
    next.assign(trace.tracks.n_rows[track] + 1, 0);
    for (uint32_t i = begin; i < begin + size; ++i) ++next[trace.slices.depth[i] + 1];
    for (uint32_t depth = 0; depth < trace.tracks.n_rows[track]; ++depth) {
      tracks.push_back(track);
      depths.push_back(depth);
      first.push_back(at + next[depth]);
      next[depth + 1] += next[depth];
    }
    for (uint32_t i = begin; i < begin + size; ++i) order[at + next[trace.slices.depth[i]]++] = i;
    at += size;
  }
  first.push_back(at);
  Trace::Rows rows;
  rows.track = to_column(std::move(tracks));
  rows.depth = to_column(std::move(depths));
  rows.first = to_column(std::move(first));
  rows.order = to_column(std::move(order));
  rows.longest = to_column(make_longest(rows.order, trace.slices.dur_ns));
  return rows;
}

size_t n_longest(size_t n_slices) {
  const std::vector<size_t> sizes = level_sizes(n_slices);
  return std::accumulate(sizes.begin(), sizes.end(), size_t{0});
}

TraceWindow read_window(const Trace& trace, const std::vector<uint32_t>& tracks, int64_t begin_ns,
                        int64_t end_ns, uint32_t width_px) {
  WindowReader reader(trace, begin_ns, end_ns, width_px);
  std::vector<bool> is_wanted(trace.n_tracks());
  for (const uint32_t track : tracks)
    if (track < is_wanted.size()) is_wanted[track] = true;
  for (size_t row = 0; row < trace.rows.track.size(); ++row)
    if (is_wanted[trace.rows.track[row]]) reader.read_row(row);
  return reader.take();
}

}  // namespace sightline
