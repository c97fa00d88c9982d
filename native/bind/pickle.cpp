// The check of pickles, for Python.
#include "core/pickle/check.h"

#include <nanobind/stl/string.h>

#include "bind/module.h"

namespace nb = nanobind;

namespace sightline {

void bind_pickle(nb::module_& module) {
  module.def(
      "check_pickle",
      [](nb::bytes data, uint64_t max_bytes) {
        const std::string_view bytes(data.c_str(), data.size());
        nb::gil_scoped_release released;
        return check_pickle(bytes, max_bytes);
      },
      nb::arg("data"), nb::arg("max_bytes"),
      "Why a pickle must not be loaded: it holds more than plain data, or too much. Empty where it may be.");
}

}  // namespace sightline
