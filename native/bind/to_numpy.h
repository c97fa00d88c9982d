// Vectors to numpy without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

namespace sightline {

template <class T>
nanobind::object to_numpy(std::vector<T>&& values) {
  namespace nb = nanobind;
  auto* held = new std::vector<T>(std::move(values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(held->data(), {held->size()}, owner));
}

// One column of a row-wise list.
template <class Rows, class Get>
nanobind::object column(const Rows& rows, Get get) {
  std::vector<std::decay_t<decltype(get(*rows.begin()))>> out;
  out.reserve(rows.size());
  for (const auto& row : rows) out.push_back(get(row));
  return to_numpy(std::move(out));
}

}  // namespace sightline
