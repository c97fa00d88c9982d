#include "wasm/runs.h"

#include <utility>

#include "wasm/answer.h"
#include "wasm/exports.h"

namespace sightline {
namespace {

std::vector<std::vector<PackedItem>>& entries() {
  static std::vector<std::vector<PackedItem>> held;
  return held;
}

}  // namespace

const std::vector<PackedItem>& entry_items(size_t entry) { return entries()[entry]; }

}  // namespace sightline

using namespace sightline;

// Its place among the entries, or -1 where the bytes are damaged.
SIGHTLINE_EXPORT(load) int sightline_load(const uint8_t* bytes, size_t size) {
  auto items = unpack_columns({bytes, size});
  if (!items) return -1;
  entries().push_back(std::move(*items));
  return static_cast<int>(entries().size() - 1);
}

SIGHTLINE_EXPORT(item_count) size_t sightline_item_count(size_t entry) { return entry_items(entry).size(); }
SIGHTLINE_EXPORT(item_name) const char* sightline_item_name(size_t entry, size_t i) {
  return entry_items(entry)[i].name.data();
}
SIGHTLINE_EXPORT(item_name_size) size_t sightline_item_name_size(size_t entry, size_t i) {
  return entry_items(entry)[i].name.size();
}

// A column of an item as the answer `values`, which is empty where there is none.
SIGHTLINE_EXPORT(item_column)
void sightline_item_column(size_t entry, size_t i, const char* name, size_t name_size) {
  answer().clear();
  const PackedColumn* found = entry_items(entry)[i].find({name, name_size});
  if (!found) return;
  const auto add = [&]<class T>(const T* values) {
    answer().add("values", std::vector<T>(values, values + found->size));
  };
  if (found->type == PackedType::kInt64) add(static_cast<const int64_t*>(found->data.get()));
  if (found->type == PackedType::kFloat64) add(static_cast<const double*>(found->data.get()));
  if (found->type == PackedType::kFloat32) add(static_cast<const float*>(found->data.get()));
  if (found->type == PackedType::kUint8) add(static_cast<const uint8_t*>(found->data.get()));
}
