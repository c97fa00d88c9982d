// Binning for Python: a table made once from its edges, counting without the GIL.
#include "core/write/histogram.h"

#include <nanobind/ndarray.h>

#include <memory>

#include "bind/module.h"

namespace nb = nanobind;

namespace sightline {

namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const double> as_span(const Doubles& array) { return {array.data(), array.size()}; }

nb::object count(const BinTable& table, const Doubles& values) {
  auto counts = std::make_unique<std::vector<uint64_t>>(table.n_bins());
  {
    nb::gil_scoped_release unlocked;
    table.count(as_span(values), *counts);
  }
  size_t shape[] = {counts->size()};
  uint64_t* data = counts->data();
  nb::capsule owner(counts.release(),
                    [](void* held) noexcept { delete static_cast<std::vector<uint64_t>*>(held); });
  return nb::cast(nb::ndarray<nb::numpy, uint64_t, nb::ndim<1>>(data, 1, shape, owner));
}

}  // namespace

void bind_histogram(nb::module_& module) {
  nb::class_<BinTable>(module, "BinTable", "Bins by their edges; finds the bin of a value in a step or two.")
      .def(
          "__init__", [](BinTable* table, const Doubles& edges) { new (table) BinTable(as_span(edges)); },
          nb::arg("edges"))
      .def("count", &count, nb::arg("values"), "Number of values in each bin; what is outside is in none.");
}

}  // namespace sightline
