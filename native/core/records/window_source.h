// A part of a file in memory: the bytes from an offset on, as if the file ended where they do.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/records/source.h"

namespace sightline {

// What is before `base` cannot be read; a segment at `base` or later does not need it.
class WindowSource : public Source {
 public:
  explicit WindowSource(std::string_view bytes, uint64_t base = 0) : bytes_(bytes), base_(base) {}

  uint64_t size() override { return base_ + bytes_.size(); }
  size_t read_at(uint64_t offset, void* into, size_t size) override {
    if (offset < base_) throw SourceError("read before the window");
    if (offset - base_ >= bytes_.size()) return 0;
    const size_t got = std::min<uint64_t>(size, bytes_.size() - (offset - base_));
    std::memcpy(into, bytes_.data() + (offset - base_), got);
    return got;
  }
  std::span<const uint8_t> lend(uint64_t offset, size_t) override {
    if (offset < base_) throw SourceError("read before the window");
    const auto* bytes = reinterpret_cast<const uint8_t*>(bytes_.data());
    return std::span(bytes, bytes_.size()).subspan(std::min<uint64_t>(offset - base_, bytes_.size()));
  }

 private:
  std::string_view bytes_;
  uint64_t base_;
};

}  // namespace sightline
