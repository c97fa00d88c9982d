// CRC-32C: published vectors, and hardware against table on every length and alignment.
#include "core/base/crc32c.h"

#include <string>

#include "tests/check.h"

using namespace sightline;

int main() {
  CHECK(crc32c("123456789", 9) == 0xe3069283u);
  CHECK(crc32c(std::string(32, '\0').data(), 32) == 0x8a9136aau);
  CHECK(crc32c("6789", 4, crc32c("12345", 5)) == 0xe3069283u);
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes.push_back(static_cast<char>(i * 151 + 7));
  for (size_t begin = 0; begin < 9; ++begin)
    for (size_t size = 0; begin + size < bytes.size(); ++size) {
      const char* data = bytes.data() + begin;
      if (crc32c_has_hardware()) CHECK(crc32c_hardware(data, size) == crc32c_table(data, size));
      CHECK(crc32c(data, size) == crc32c_table(data, size));
    }
}
