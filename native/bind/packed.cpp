// Packed columns for Python: items of named numpy columns to bytes and back.
#include <nanobind/stl/string.h>

#include "bind/arrays.h"
#include "bind/module.h"
#include "bind/text.h"
#include "core/packed/columns.h"

namespace nb = nanobind;

namespace sightline {
namespace {

template <class T>
using Values = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
bool take(PackedColumn& column, nb::handle array, PackedType type) {
  Values<T> values;
  if (!nb::try_cast(array, values, false)) return false;
  column.type = type;
  column.size = values.shape(0);
  column.data = {values.data(), [](const void*) {}};  // the caller holds the array
  return true;
}

PackedColumn column_of(nb::handle name, nb::handle array) {
  PackedColumn column{nb::cast<std::string>(name), {}, 0, nullptr};
  if (!take<int64_t>(column, array, PackedType::kInt64) &&
      !take<double>(column, array, PackedType::kFloat64) &&
      !take<float>(column, array, PackedType::kFloat32) && !take<uint8_t>(column, array, PackedType::kUint8))
    throw nb::type_error("columns must be contiguous arrays of int64, float64, float32 or uint8");
  return column;
}

nb::bytes pack(nb::list items) {
  std::vector<PackedItem> taken;
  for (nb::handle item : items) {
    PackedItem& each = taken.emplace_back();
    each.name = nb::cast<std::string>(item[0]);
    for (auto [name, array] : nb::cast<nb::dict>(item[1])) each.columns.push_back(column_of(name, array));
  }
  std::vector<uint8_t> bytes;
  {
    nb::gil_scoped_release unlocked;
    bytes = pack_columns(taken);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

template <class T>
nb::object array_of(const PackedColumn& column) {
  auto* held = new std::shared_ptr<const void>(column.data);
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::shared_ptr<const void>*>(p); });
  return view_array(static_cast<const T*>(column.data.get()), column.size, owner);
}

nb::object to_array(const PackedColumn& column) {
  switch (column.type) {
    case PackedType::kInt64:
      return array_of<int64_t>(column);
    case PackedType::kFloat64:
      return array_of<double>(column);
    case PackedType::kFloat32:
      return array_of<float>(column);
    default:
      return array_of<uint8_t>(column);
  }
}

nb::list unpack(nb::bytes bytes) {
  std::optional<std::vector<PackedItem>> items;
  {
    nb::gil_scoped_release unlocked;
    items = unpack_columns({reinterpret_cast<const uint8_t*>(bytes.c_str()), bytes.size()});
  }
  if (!items) throw nb::value_error("the packed columns are damaged");
  nb::list out;
  for (const PackedItem& item : *items) {
    nb::dict columns;
    for (const PackedColumn& column : item.columns) columns[to_text(column.name)] = to_array(column);
    out.append(nb::make_tuple(to_text(item.name), columns));
  }
  return out;
}

}  // namespace

void bind_packed(nb::module_& module) {
  module.def("pack_columns", &pack, nb::arg("items"),
             "Pack (name, columns by name) into bytes that gzip makes small.");
  module.def("unpack_columns", &unpack, nb::arg("data"),
             "The items that were packed, bit by bit; ValueError where the bytes are damaged.");
}

}  // namespace sightline
