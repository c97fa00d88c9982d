// Columns that Python hands in, and sets of intervals that go back.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <utility>

#include "bind/to_numpy.h"
#include "core/trace/intervals.h"

namespace sightline {

template <class T>
using Input = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <class T>
std::span<const T> span_of(const Input<T>& array) {
  return {array.data(), array.shape(0)};
}

inline nanobind::tuple to_tuple(Intervals&& intervals) {
  return nanobind::make_tuple(to_numpy(std::move(intervals.begin)), to_numpy(std::move(intervals.end)));
}

}  // namespace sightline
