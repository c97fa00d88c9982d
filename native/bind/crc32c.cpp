// CRC-32C for Python: the chosen way, and both ways for tests.
#include "core/base/crc32c.h"

#include "bind/module.h"

namespace nb = nanobind;

namespace sightline {

void bind_crc32c(nb::module_& module) {
  module.def(
      "crc32c", [](nb::bytes data, uint32_t crc) { return crc32c(data.c_str(), data.size(), crc); },
      nb::arg("data"), nb::arg("crc") = 0, "CRC-32C of the bytes, continued from `crc`.");
  module.def(
      "crc32c_table", [](nb::bytes data) { return crc32c_table(data.c_str(), data.size()); },
      nb::arg("data"));
  module.def(
      "crc32c_hardware",
      [](nb::bytes data) -> nb::object {
        if (!crc32c_has_hardware()) return nb::none();
        return nb::int_(crc32c_hardware(data.c_str(), data.size()));
      },
      nb::arg("data"), "CRC-32C by the CPU's own instruction, or None where it has none.");
}

}  // namespace sightline
