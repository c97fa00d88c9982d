// Gaps of a stream by one sweep.
#include "core/trace/idle.h"

#include <algorithm>

namespace sightline {
namespace {

constexpr size_t kLongestWaits = 5;

struct Gap {
  int64_t begin_ns, end_ns;
  IdleCause cause;
};

// Gaps of work that is handed over by its beginning.
class GapSweep {
 public:
  GapSweep(std::span<const int64_t> file_starts_ns, int64_t kernel_wait_ns)
      : file_starts_ns_(file_starts_ns), kernel_wait_ns_(kernel_wait_ns) {}

  // Calls use(gap) where the stream stood still before this work.
  template <class Use>
  void add(int64_t begin_ns, int64_t end_ns, bool has_launch, int64_t launch_start_ns, Use use) {
    if (!is_first_ && begin_ns > idle_from_ns_ && file_at(last_begin_ns_) == file_at(begin_ns)) {
      const bool waits_for_host = has_launch && launch_start_ns > idle_from_ns_;
      const bool is_short = begin_ns - idle_from_ns_ <= kernel_wait_ns_;
      const IdleCause in_time = is_short ? IdleCause::kernel_wait : IdleCause::other;
      use(Gap{idle_from_ns_, begin_ns, waits_for_host ? IdleCause::host_wait : in_time});
    }
    idle_from_ns_ = is_first_ ? end_ns : std::max(idle_from_ns_, end_ns);
    last_begin_ns_ = begin_ns;
    is_first_ = false;
  }

 private:
  ptrdiff_t file_at(int64_t time_ns) const {
    return std::upper_bound(file_starts_ns_.begin(), file_starts_ns_.end(), time_ns) -
           file_starts_ns_.begin();
  }

  std::span<const int64_t> file_starts_ns_;
  int64_t kernel_wait_ns_;
  bool is_first_ = true;
  int64_t idle_from_ns_ = 0, last_begin_ns_ = 0;
};

}  // namespace

StreamGaps find_stream_gaps(const StreamWork& work, std::span<const int64_t> file_starts_ns,
                            int64_t kernel_wait_ns) {
  GapSweep sweep(file_starts_ns, kernel_wait_ns);
  StreamGaps gaps;
  for_each_by_begin(work.time.begin, [&](size_t i) {
    sweep.add(work.time.begin[i], work.time.end[i], work.has_launch[i], work.launch_start_ns[i],
              [&](const Gap& gap) {
                gaps.time.begin.push_back(gap.begin_ns);
                gaps.time.end.push_back(gap.end_ns);
                gaps.cause.push_back(static_cast<int8_t>(gap.cause));
                gaps.after.push_back(static_cast<int64_t>(i));
              });
  });
  return gaps;
}

IdleSummary sum_idle_time(const Trace& trace, SliceIndexes stream, std::span<const int32_t> launchers,
                          int64_t kernel_wait_ns, int64_t window_begin, int64_t window_end) {
  struct Wait {
    int64_t length_ns;
    int32_t slice;
  };
  IdleSummary summary;
  std::vector<Wait> longest;
  std::vector<int32_t> room;
  const auto clamped = [&](int64_t time_ns) { return std::clamp(time_ns, window_begin, window_end); };
  GapSweep sweep({trace.span_starts_ns.data(), trace.span_starts_ns.size()}, kernel_wait_ns);
  for (const int32_t slice : by_start(trace, stream, room)) {
    const auto at = static_cast<size_t>(slice);
    const int32_t launcher = launchers[at];
    const bool has_launch = launcher != kNoSlice;
    const int64_t launch_ns = has_launch ? trace.slices.start_ns[static_cast<size_t>(launcher)] : 0;
    sweep.add(trace.slices.start_ns[at], trace.end_ns(at), has_launch, launch_ns, [&](const Gap& gap) {
      summary.within_window_ns[static_cast<size_t>(gap.cause)] += clamped(gap.end_ns) - clamped(gap.begin_ns);
      const int64_t length_ns = gap.end_ns - gap.begin_ns;
      if (gap.cause != IdleCause::host_wait) return;
      if (longest.size() == kLongestWaits && length_ns <= longest.back().length_ns) return;
      const auto is_longer = [](const Wait& left, const Wait& right) {
        return left.length_ns > right.length_ns;
      };
      const Wait wait{length_ns, slice};
      longest.insert(std::upper_bound(longest.begin(), longest.end(), wait, is_longer), wait);
      if (longest.size() > kLongestWaits) longest.pop_back();
    });
  }
  for (const Wait& wait : longest) summary.ended_host_waits.push_back(wait.slice);
  return summary;
}

}  // namespace sightline
