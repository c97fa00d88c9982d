// Questions about single slices of a trace.
#include "core/trace/trace.h"

#include <algorithm>
#include <unordered_map>

namespace sightline {
namespace {

int32_t slice_on(const Trace& trace, uint32_t track, int64_t time_ns) {
  const int64_t* const begin = trace.slices.start_ns.data() + trace.tracks.first_slice[track];
  const int64_t* const after = std::upper_bound(begin, begin + trace.tracks.n_slices[track], time_ns);
  if (after == begin) return kNoSlice;
  auto slice = static_cast<int32_t>(after - 1 - trace.slices.start_ns.data());
  while (slice != kNoSlice && trace.end_ns(static_cast<size_t>(slice)) < time_ns)
    slice = trace.slices.parent[static_cast<size_t>(slice)];
  return slice;
}

bool is_operator(const Trace& trace, size_t slice) {
  const Category category = trace.category(slice);
  return category == Category::cpu_op || category == Category::user_annotation;
}

}  // namespace

int32_t Trace::slice_at(uint32_t track, int64_t time_ns) const {
  const int32_t slice = slice_on(*this, track, time_ns);
  if (slice != kNoSlice) return slice;
  for (uint32_t lane = 0; lane < n_tracks(); ++lane) {
    if (lane == track || tracks.base[lane] != track) continue;
    const int32_t found = slice_on(*this, lane, time_ns);
    if (found != kNoSlice) return found;
  }
  return kNoSlice;
}

void Trace::fill_launchers(int32_t* to) const {
  std::fill_n(to, n_slices(), kNoSlice);
  for (size_t i = 0; i < flows.kind.size(); ++i)
    if (flows.kind[i] == static_cast<uint8_t>(FlowKind::launch))
      to[flows.target[i]] = static_cast<int32_t>(flows.source[i]);
}

void Trace::fill_operators(int32_t* to) const {
  // Every span counts its ids from the same number on.
  std::vector<std::unordered_map<int64_t, int32_t>> by_external_id(span_starts_ns.size() + 1);
  const auto span_of = [this](size_t slice) {
    const auto after = std::upper_bound(span_starts_ns.begin(), span_starts_ns.end(), slices.start_ns[slice]);
    return static_cast<size_t>(after - span_starts_ns.begin());
  };
  const ArgsMember id_now(args, "External id"), id_before(args, "external id");
  const auto external_id = [&](size_t slice) {
    const int64_t id = id_now.integer(slices.args[slice], 0);
    return id != 0 ? id : id_before.integer(slices.args[slice], 0);
  };
  const size_t n = n_slices();
  // Parents stand before their children.
  for (size_t i = 0; i < n; ++i) {
    if (is_operator(*this, i)) {
      to[i] = static_cast<int32_t>(i);
      const int64_t id = external_id(i);
      if (id != 0) by_external_id[span_of(i)].try_emplace(id, to[i]);
    } else {
      to[i] = slices.parent[i] != kNoSlice ? to[slices.parent[i]] : kNoSlice;
    }
  }
  std::vector<int32_t> launchers(n);
  fill_launchers(launchers.data());
  for (size_t i = 0; i < n; ++i) {
    if (!is_device_work(category(i)) && !is_device_call(category(i))) continue;
    const std::unordered_map<int64_t, int32_t>& in_span = by_external_id[span_of(i)];
    const auto found = in_span.find(external_id(i));
    if (found != in_span.end())
      to[i] = found->second;
    else if (launchers[i] != kNoSlice)
      to[i] = to[launchers[i]];
  }
}

}  // namespace sightline
