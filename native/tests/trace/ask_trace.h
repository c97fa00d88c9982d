// Every question that native code answers about a trace.
#pragma once

#include <vector>

#include "../check.h"
#include "core/trace/rows.h"
#include "core/trace/trace.h"

namespace sightline::testing {

inline void ask_trace(const Trace& trace) {
  std::vector<int32_t> of_slices(trace.n_slices());
  trace.fill_launchers(of_slices.data());
  trace.fill_operators(of_slices.data());
  std::vector<uint32_t> tracks;
  for (uint32_t track = 0; track < trace.n_tracks(); ++track) {
    tracks.push_back(track);
    trace.slice_at(track, 5000);
  }
  const int64_t far_ns = int64_t{1} << 62;
  read_window(trace, tracks, -far_ns, far_ns, 50);
  const ArgsMember member(trace.args, "correlation");
  for (const uint32_t record : trace.slices.args) {
    args_text(trace.args, record);
    member.number(record);
    member.integer(record, 0);
    member.text(record);
  }
  size_t n_bytes = 0;
  for (uint32_t id = 0; id + 1 < trace.string_offsets.size(); ++id) n_bytes += trace.string(id).size();
  CHECK(n_bytes <= trace.string_bytes.size());
}

}  // namespace sightline::testing
