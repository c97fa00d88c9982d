// Tags to numbers: stable, found again in any order, whatever the bytes.
#include "core/scan/tag_table.h"

#include <string>

#include "tests/check.h"

using namespace sightline;

int main() {
  TagTable table;
  const auto name = [](uint32_t i) { return std::string(i % 40, 'p') + "/" + std::to_string(i); };
  for (uint32_t i = 0; i < 5000; ++i) CHECK(table.intern(name(i)) == i);
  for (uint32_t i = 0; i < 5000; ++i) CHECK(table.intern(name(i)) == i);
  for (uint32_t i = 5000; i-- > 0;) CHECK(table.intern(name(i)) == i);
  for (uint32_t i = 0; i < 5000; ++i) CHECK(table.intern(name(i * 7919 % 5000)) == i * 7919 % 5000);
  CHECK(table.size() == 5000);
  const uint32_t empty = table.intern("");
  const uint32_t zeros = table.intern(std::string_view("\0\0\0", 3));
  CHECK(empty == 5000 && zeros == 5001 && table.intern(std::string_view("\0\0", 2)) == 5002 &&
        table.intern("") == empty);

  const auto before = table.shared_info(3);
  TagInfo info = table.info(3);
  info.is_scalar = true;
  table.set_info(3, info);
  CHECK(!before->is_scalar && table.info(3).is_scalar && table.intern(name(3)) == 3);
  CHECK(before->name == table.info(3).name && table.nbytes() > 5000 * 20);
}
