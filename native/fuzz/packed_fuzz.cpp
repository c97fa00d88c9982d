// Any bytes as packed columns: read or refused, and what was read packs and reads back equal.
#include <cstdint>
#include <cstring>

#include "../tests/check.h"
#include "core/packed/columns.h"

using namespace sightline;

extern uint64_t fuzz_feature;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto items = unpack_columns({data, size});
  if (!items) return 0;
  const auto again = unpack_columns(pack_columns(*items));
  CHECK(again && again->size() == items->size());
  for (size_t i = 0; i < items->size(); ++i)
    for (size_t j = 0; j < (*items)[i].columns.size(); ++j) {
      const PackedColumn &left = (*items)[i].columns[j], &right = (*again)[i].columns[j];
      CHECK(left.size == right.size &&
            std::memcmp(left.data.get(), right.data.get(), left.size * bytes_of(left.type)) == 0);
    }
  fuzz_feature = 1 + items->size() % 32;
  return 0;
}
