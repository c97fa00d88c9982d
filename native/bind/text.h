// Text of files to Python's: bytes that are not UTF-8 are shown, not refused.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

namespace sightline {

inline nanobind::str to_text(std::string_view bytes) {
  PyObject* text =
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace");
  if (text == nullptr) throw nanobind::python_error();
  return nanobind::steal<nanobind::str>(text);
}

}  // namespace sightline
