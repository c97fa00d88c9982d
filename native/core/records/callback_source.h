// Bytes by a function: whatever can read a range (a decompressor, an object store, a test's script).
#pragma once

#include <functional>
#include <utility>

#include "core/records/source.h"

namespace sightline {

class CallbackSource final : public Source {
 public:
  // Reads up to `size` bytes at `offset` and returns how many; 0 where the bytes end. It may return fewer
  // than there are, and may throw SourceError.
  using Read = std::function<size_t(uint64_t offset, void* into, size_t size)>;

  // Lends bytes as Source::lend() says.
  using Lend = std::function<std::span<const uint8_t>(uint64_t offset, size_t size)>;

  CallbackSource(uint64_t size, Read read, Lend lend = {})
      : size_(size), read_(std::move(read)), lend_(std::move(lend)) {}

  uint64_t size() override { return size_; }
  size_t read_at(uint64_t offset, void* into, size_t size) override {
    size_t got = 0;
    while (got < size) {
      size_t n = 0;
      try {
        n = read_(offset + got, static_cast<char*>(into) + got, size - got);
      } catch (const SourceError&) {
        if (got == 0) throw;  // else whoever reads on from here gets the error
      }
      if (n == 0) break;
      got += n;
    }
    return got;
  }
  std::span<const uint8_t> lend(uint64_t offset, size_t size) override {
    return lend_ ? lend_(offset, size) : std::span<const uint8_t>();
  }

 private:
  uint64_t size_;
  Read read_;
  Lend lend_;
};

}  // namespace sightline
