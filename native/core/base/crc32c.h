// CRC-32C (Castagnoli) as event files use it: in hardware where the CPU has it, else by table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sightline {

// The CRC-32C of `size` bytes, continued from `crc` (0 to begin).
uint32_t crc32c(const void* data, size_t size, uint32_t crc = 0);

// The two ways behind crc32c(); equal in result, apart for tests.
uint32_t crc32c_table(const void* data, size_t size, uint32_t crc = 0);
uint32_t crc32c_hardware(const void* data, size_t size, uint32_t crc = 0);
bool crc32c_has_hardware();

// Records store CRCs masked, so that a CRC over bytes that hold CRCs stays strong.
inline uint32_t mask_crc(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8u; }
inline uint32_t masked_crc32c(const void* data, size_t size) { return mask_crc(crc32c(data, size)); }

}  // namespace sightline
