// Packed columns: equal bit by bit when read back, small where they can be, and no harm from damaged bytes.
#include "core/packed/columns.h"

#include <cstring>
#include <limits>

#include "tests/check.h"

using namespace sightline;

namespace {

template <class T>
PackedColumn column(std::string name, PackedType type, std::vector<T> values) {
  auto held = std::make_shared<std::vector<T>>(std::move(values));
  const size_t size = held->size();
  const T* data = held->data();
  return {std::move(name), type, size, std::shared_ptr<const void>(std::move(held), data)};
}

std::vector<PackedItem> two_series() {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<int64_t> steps = {INT64_MIN, -1, 0, 10, INT64_MAX};
  uint32_t payload = 0x7fc12345;
  float nan_with_payload;
  std::memcpy(&nan_with_payload, &payload, 4);
  std::vector<PackedItem> items(3);
  items[0] = {"loss",
              {column<int64_t>("step", PackedType::kInt64, steps),
               column<double>("wall_time", PackedType::kFloat64, {1.7e9, 1.7e9 + 1, inf, -inf, -0.0}),
               column<float>("value", PackedType::kFloat32, {nan_with_payload, -1.5f, 0, 3e38f, -0.0f})}};
  items[1] = {"a/ä",
              {column<int64_t>("step", PackedType::kInt64, steps),
               column<double>("wall_time", PackedType::kFloat64, {1.7e9, 1.7e9 + 2, 0, 1, 2}),
               column<double>("value", PackedType::kFloat64, {0.1, 0.2, 0.3, 1e300, -inf}),
               column<uint8_t>("superseded", PackedType::kUint8, {0, 1, 1, 0, 255})}};
  items[2] = {"", {column<int64_t>("step", PackedType::kInt64, {})}};
  return items;
}

void check_equal(const std::vector<PackedItem>& left, const std::vector<PackedItem>& right) {
  CHECK(left.size() == right.size());
  for (size_t i = 0; i < left.size(); ++i) {
    CHECK(left[i].name == right[i].name && left[i].columns.size() == right[i].columns.size());
    for (size_t j = 0; j < left[i].columns.size(); ++j) {
      const PackedColumn &a = left[i].columns[j], &b = right[i].columns[j];
      CHECK(a.name == b.name && a.type == b.type && a.size == b.size);
      CHECK(a.size == 0 || std::memcmp(a.data.get(), b.data.get(), a.size * bytes_of(a.type)) == 0);
    }
  }
}

}  // namespace

int main() {
  const std::vector<PackedItem> items = two_series();
  const std::vector<uint8_t> bytes = pack_columns(items);
  const auto read = unpack_columns(bytes);
  CHECK(read.has_value());
  check_equal(items, *read);
  CHECK((*read)[0].find("step")->data == (*read)[1].find("step")->data);  // written and held once
  CHECK((*read)[0].find("none") == nullptr);

  CHECK(!unpack_columns({}));
  for (size_t n = 0; n < bytes.size(); ++n) CHECK(!unpack_columns({bytes.data(), n}));
  for (size_t i = 0; i < bytes.size(); ++i)  // must not read or write out of bounds
    for (const uint8_t bit : {1, 2, 128}) {
      std::vector<uint8_t> damaged = bytes;
      damaged[i] ^= bit;
      (void)unpack_columns(damaged);
    }
}
