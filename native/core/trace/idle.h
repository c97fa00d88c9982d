// Why a device stood still: the gaps between the work of one stream, by what they waited for.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/intervals.h"
#include "core/trace/selection.h"
#include "core/trace/trace.h"

namespace sightline {

// Host wait: the launch call began only after the stream had run dry. Kernel wait: launched in time, and the
// gap is short. Other: launched in time, but held back, by another stream or a synchronization.
enum class IdleCause : int8_t { host_wait, kernel_wait, other };
constexpr size_t kIdleCauses = 3;

// Work of one stream, in any order, each with the start of the call that launched it, where that is known.
struct StreamWork {
  IntervalSpans time;
  std::span<const int64_t> launch_start_ns;
  std::span<const bool> has_launch;
};

struct StreamGaps {
  Intervals time;
  std::vector<int8_t> cause;
  std::vector<int64_t> after;  // the place of the work that ended each
};

// Gaps in order of time; none from one of the files that begin at `file_starts_ns` to the next. A gap of at
// most `kernel_wait_ns` is a kernel wait.
StreamGaps find_stream_gaps(const StreamWork& work, std::span<const int64_t> file_starts_ns,
                            int64_t kernel_wait_ns);

// The same of slices of a trace, summed up.
struct IdleSummary {
  std::array<int64_t, kIdleCauses> within_window_ns{};
  std::vector<int32_t> ended_host_waits;  // what ended the longest waits for the host, the longest first
};
IdleSummary sum_idle_time(const Trace& trace, SliceIndexes stream, std::span<const int32_t> launchers,
                          int64_t kernel_wait_ns, int64_t window_begin, int64_t window_end);

}  // namespace sightline
