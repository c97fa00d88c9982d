// The process's memory, for Python.
#include "bind/module.h"
#include "core/base/mapped_pages.h"
#include "core/base/platform.h"

namespace nb = nanobind;

namespace sightline {

void bind_memory(nb::module_& module) {
  module.def("bound_mapped_pages", &bound_mapped_pages, nb::arg("max_bytes"),
             "Drop the pages of mapped files after about so many bytes of them were used; 0 for never.");
  module.def("release_free_memory", &release_free_memory, nb::call_guard<nb::gil_scoped_release>(),
             "Give memory that is free but still held by the heap back to the system.");
}

}  // namespace sightline
