// A saved file with bytes changed at random, in memory that is aligned as a mapped one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <string>

#include "core/base/bytes.h"
#include "core/base/platform.h"
#include "core/base/saved_columns.h"

namespace sightline::fuzzing {

struct Damaged {
  std::shared_ptr<char[]> memory;
  size_t size;
};

// The bytes that `save(path)` writes to a file.
template <class Save>
std::string saved_bytes(const std::string& name, Save&& save) {
  const std::string path =
      std::filesystem::temp_directory_path() / (name + "." + std::to_string(process_id()));
  save(path);
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
}

// Three bytes of the input change one: where, and to what. A last odd byte cuts the file short.
inline Damaged damaged(std::string bytes, const uint8_t* data, size_t size) {
  for (size_t i = 0; i + 3 <= size; i += 3)
    bytes[load<uint16_t>(data + i) % bytes.size()] = static_cast<char>(data[i + 2]);
  if (size % 3 != 0) bytes.resize(bytes.size() * data[size - 1] / 256);
  std::shared_ptr<char[]> memory(new (std::align_val_t{kColumnAlign}) char[bytes.size() + 1],
                                 [](char* held) { operator delete[](held, std::align_val_t{kColumnAlign}); });
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  return {std::move(memory), bytes.size()};
}

}  // namespace sightline::fuzzing
