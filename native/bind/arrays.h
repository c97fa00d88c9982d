// numpy arrays over native memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>

namespace sightline {

// A read-only array over memory that `owner` keeps alive.
template <typename T>
nanobind::object view_array(const T* data, size_t size, nanobind::handle owner) {
  using Array = nanobind::ndarray<nanobind::numpy, const T, nanobind::ndim<1>>;
  return nanobind::cast(Array(data, {size}, owner));
}

// An array that owns its memory; `fill` writes it without the GIL.
template <typename T, typename Fill>
nanobind::object new_array(size_t size, Fill fill) {
  auto memory = std::make_unique_for_overwrite<T[]>(size > 0 ? size : 1);
  T* data = memory.get();
  {
    nanobind::gil_scoped_release released;
    fill(data);
  }
  nanobind::capsule owner(memory.release(), [](void* held) noexcept { delete[] static_cast<T*>(held); });
  using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;
  return nanobind::cast(Array(data, {size}, owner));
}

}  // namespace sightline
