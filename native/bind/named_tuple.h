// Named tuples of Python types, for results that come by the thousand.
#pragma once

#include <nanobind/nanobind.h>

#include <array>

namespace sightline {

// A named tuple, made without a call of its type.
template <class... Items>
nanobind::object named(nanobind::handle type, const Items&... items) {
  namespace nb = nanobind;
  std::array<nb::object, sizeof...(Items)> objects{nb::cast(items)...};
  auto* const made_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  PyObject* made = made_type->tp_alloc(made_type, static_cast<Py_ssize_t>(objects.size()));
  if (made == nullptr) throw nb::python_error();
  for (size_t i = 0; i < objects.size(); ++i)
    PyTuple_SET_ITEM(made, static_cast<Py_ssize_t>(i), objects[i].release().ptr());
  return nb::steal(made);
}

inline void check_named_tuple(nanobind::handle type) {
  if (!PyType_Check(type.ptr()) ||
      !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type))
    throw nanobind::type_error("a type of named tuples is needed");
}

}  // namespace sightline
