// What holds for every trace, whatever it was read from.
#pragma once

#include "../check.h"
#include "core/trace/rows.h"
#include "core/trace/trace.h"

namespace sightline::testing {

inline void check_nesting(const Trace& trace, size_t slice) {
  const int32_t parent = trace.slices.parent[slice];
  CHECK((parent == kNoSlice) == (trace.slices.depth[slice] == 0));
  CHECK(trace.slices.dur_ns[slice] >= 0 && trace.slices.self_ns[slice] >= 0);
  if (parent == kNoSlice) return;
  const auto above = static_cast<size_t>(parent);
  CHECK(above < slice && trace.slices.track[above] == trace.slices.track[slice]);
  CHECK(trace.slices.depth[above] + 1 == trace.slices.depth[slice]);
  CHECK(trace.slices.start_ns[above] <= trace.slices.start_ns[slice]);
}

inline void check_trace(const Trace& trace) {
  const size_t n = trace.n_slices(), n_strings = trace.string_offsets.size() - 1;
  size_t n_on_tracks = 0;
  for (size_t track = 0; track < trace.n_tracks(); ++track) {
    n_on_tracks += trace.tracks.n_slices[track];
    CHECK(trace.tracks.base[track] < trace.n_tracks());
    CHECK(trace.tracks.process[track] < trace.processes.pid.size());
    for (size_t i = 0; i < trace.tracks.n_slices[track]; ++i)
      CHECK(trace.slices.track[trace.tracks.first_slice[track] + i] == track);
  }
  CHECK(n_on_tracks == n && trace.rows.order.size() == n);
  for (size_t i = 0; i < n; ++i) {
    check_nesting(trace, i);
    CHECK(trace.slices.name[i] < n_strings && trace.slices.raw_category[i] < trace.categories.size());
    if (trace.slices.args[i] != kNoArgs) CHECK(args_text(trace.args, trace.slices.args[i]).front() == '{');
  }
  for (size_t i = 0; i < trace.flows.kind.size(); ++i)
    CHECK(trace.flows.source[i] < n && trace.flows.target[i] < n);
  for (const int32_t slice : trace.memory.slice) CHECK(slice < static_cast<int32_t>(n));
  std::vector<int32_t> operators(n);
  trace.fill_operators(operators.data());
  std::vector<uint32_t> tracks;
  for (uint32_t track = 0; track < trace.n_tracks(); ++track) tracks.push_back(track);
  const int64_t far_ns = int64_t{1} << 62;
  size_t n_shown = 0;
  for (const uint32_t count : read_window(trace, tracks, -far_ns, far_ns, 50).count) n_shown += count;
  CHECK(n_shown == n);
}

}  // namespace sightline::testing
