// CRC-32C for loops over short pieces: the instruction in place, without a call or a compiler flag.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"
#include "core/base/crc32c.h"

namespace sightline {

struct TableCrc {
  static uint32_t of_word(uint64_t word) { return crc32c_table(&word, 8); }
  static uint32_t of(const uint8_t* bytes, size_t size) { return crc32c_table(bytes, size); }
};

#if defined(__x86_64__) || defined(__aarch64__)

// Only where crc32c_has_hardware(). Written as assembly because an intrinsic would need its whole caller
// compiled for a CPU that has it.
struct HardwareCrc {
  static uint32_t of_word(uint64_t word) {
    uint64_t crc = 0xffffffffu;
    eat8(crc, word);
    return ~static_cast<uint32_t>(crc);
  }
  static uint32_t of(const uint8_t* bytes, size_t size) {
    uint64_t crc = 0xffffffffu;
    for (; size >= 8; size -= 8, bytes += 8) eat8(crc, load<uint64_t>(bytes));
    if (size & 4) {
      eat4(crc, load<uint32_t>(bytes));
      bytes += 4;
    }
    if (size & 2) {
      eat2(crc, load<uint16_t>(bytes));
      bytes += 2;
    }
    if (size & 1) eat1(crc, *bytes);
    return ~static_cast<uint32_t>(crc);
  }

 private:
#if defined(__x86_64__)
  static void eat8(uint64_t& crc, uint64_t word) { asm("crc32q %1, %0" : "+r"(crc) : "rm"(word)); }
  static void eat4(uint64_t& crc, uint32_t word) { asm("crc32l %1, %k0" : "+r"(crc) : "rm"(word)); }
  static void eat2(uint64_t& crc, uint16_t word) { asm("crc32w %1, %k0" : "+r"(crc) : "rm"(word)); }
  static void eat1(uint64_t& crc, uint8_t word) { asm("crc32b %1, %k0" : "+r"(crc) : "rm"(word)); }
#else
  static void eat8(uint64_t& crc, uint64_t word) {
    asm(".arch_extension crc\n\tcrc32cx %w0, %w0, %1" : "+r"(crc) : "r"(word));
  }
  static void eat4(uint64_t& crc, uint32_t word) {
    asm(".arch_extension crc\n\tcrc32cw %w0, %w0, %w1" : "+r"(crc) : "r"(word));
  }
  static void eat2(uint64_t& crc, uint32_t word) {
    asm(".arch_extension crc\n\tcrc32ch %w0, %w0, %w1" : "+r"(crc) : "r"(word));
  }
  static void eat1(uint64_t& crc, uint32_t word) {
    asm(".arch_extension crc\n\tcrc32cb %w0, %w0, %w1" : "+r"(crc) : "r"(word));
  }
#endif
};

#else

using HardwareCrc = TableCrc;

#endif

}  // namespace sightline
