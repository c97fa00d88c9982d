// Some slices of a trace, given by their indexes: which they are and what they add up to, without copies of
// their columns.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/intervals.h"
#include "core/trace/trace.h"

namespace sightline {

using SliceIndexes = std::span<const int32_t>;

// For each code of a byte, a category or a kind of track, whether it is chosen.
using ChosenCodes = std::array<bool, 256>;

struct SliceFilter {
  ChosenCodes categories{}, track_kinds{};
  bool with_step_marks = true;  // slices that begin and end with a step
};

// The same slices by their start; where they are not so already, in `room`.
SliceIndexes by_start(const Trace& trace, SliceIndexes slices, std::vector<int32_t>& room);

std::vector<int32_t> select_slices(const Trace& trace, const SliceFilter& filter);

// The slices that begin and end with a step.
std::vector<int32_t> step_marks(const Trace& trace);

// The time during which any of them ran, as disjoint intervals in order.
Intervals cover_slices(const Trace& trace, SliceIndexes slices);

// Their names, each once, ascending.
std::vector<uint32_t> distinct_names(const Trace& trace, SliceIndexes slices);

// Whether each one's name is chosen; names beyond `chosen` are not.
void find_names(const Trace& trace, SliceIndexes slices, std::span<const bool> chosen, bool* to);

// The `n` longest, the longest first; of equal ones those that stand first.
std::vector<int32_t> longest_slices(const Trace& trace, SliceIndexes slices, size_t n);

// The slice that starts first at a time or later, or kNoSlice.
int32_t first_slice_from(const Trace& trace, int64_t time_ns);

}  // namespace sightline
