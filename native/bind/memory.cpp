// The process's memory, for Python.
#include "bind/module.h"
#include "core/base/platform.h"

namespace nb = nanobind;

namespace sightline {

void bind_memory(nb::module_& module) {
  module.def("release_free_memory", &release_free_memory, nb::call_guard<nb::gil_scoped_release>(),
             "Give memory that is free but still held by the heap back to the system.");
}

}  // namespace sightline
