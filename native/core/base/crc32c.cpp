// CRC-32C: slicing-by-8 tables, SSE4.2 and ARMv8 instructions, chosen once at run time.
#include "core/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__)
#include <arm_acle.h>

#include "core/base/platform.h"
#endif

namespace sightline {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78u;  // reflected

using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) ? kPolynomial : 0u);
    tables[0][byte] = crc;
  }
  for (size_t slice = 1; slice < 8; ++slice)
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t previous = tables[slice - 1][byte];
      tables[slice][byte] = (previous >> 8) ^ tables[0][previous & 0xffu];
    }
  return tables;
}

constexpr Tables kTables = make_tables();

template <typename T>
T load(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

uint32_t crc32c_table(const void* data, size_t size, uint32_t crc) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  crc = ~crc;
  for (; size >= 8; size -= 8, bytes += 8) {
    const uint32_t low = load<uint32_t>(bytes) ^ crc;
    const uint32_t high = load<uint32_t>(bytes + 4);
    crc = kTables[7][low & 0xff] ^ kTables[6][(low >> 8) & 0xff] ^ kTables[5][(low >> 16) & 0xff] ^
          kTables[4][low >> 24] ^ kTables[3][high & 0xff] ^ kTables[2][(high >> 8) & 0xff] ^
          kTables[1][(high >> 16) & 0xff] ^ kTables[0][high >> 24];
  }
  for (; size > 0; --size, ++bytes) crc = (crc >> 8) ^ kTables[0][(crc ^ *bytes) & 0xffu];
  return ~crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) uint32_t crc32c_hardware(const void* data, size_t size, uint32_t crc) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  uint64_t is_float64 = ~crc;
  for (; size >= 8; size -= 8, bytes += 8) is_float64 = _mm_crc32_u64(is_float64, load<uint64_t>(bytes));
  auto narrow = static_cast<uint32_t>(is_float64);
  if (size & 4) {
    narrow = _mm_crc32_u32(narrow, load<uint32_t>(bytes));
    bytes += 4;
  }
  for (size &= 3; size > 0; --size, ++bytes) narrow = _mm_crc32_u8(narrow, *bytes);
  return ~narrow;
}

bool crc32c_has_hardware() { return __builtin_cpu_supports("sse4.2"); }

#elif defined(__aarch64__)

__attribute__((target("+crc"))) uint32_t crc32c_hardware(const void* data, size_t size, uint32_t crc) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  crc = ~crc;
  for (; size >= 8; size -= 8, bytes += 8) crc = __crc32cd(crc, load<uint64_t>(bytes));
  for (; size > 0; --size, ++bytes) crc = __crc32cb(crc, *bytes);
  return ~crc;
}

bool crc32c_has_hardware() { return arm_has_crc32(); }

#else

uint32_t crc32c_hardware(const void* data, size_t size, uint32_t crc) {
  return crc32c_table(data, size, crc);
}
bool crc32c_has_hardware() { return false; }

#endif

uint32_t crc32c(const void* data, size_t size, uint32_t crc) {
  static const auto chosen = crc32c_has_hardware() ? crc32c_hardware : crc32c_table;
  return chosen(data, size, crc);
}

}  // namespace sightline
