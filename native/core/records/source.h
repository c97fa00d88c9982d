// Where the bytes of an event file come from: an open file, or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sightline {

class Source {
 public:
  virtual ~Source() = default;
  virtual uint64_t size() = 0;
  // Reads up to `size` bytes at `offset`; fewer only where the bytes end.
  virtual size_t read_at(uint64_t offset, void* into, size_t size) = 0;
  virtual void advise_random(bool) {}
};

class FileSource final : public Source {
 public:
  explicit FileSource(int fd) : fd_(fd) {}
  FileSource(int fd, uint64_t size) : fd_(fd), size_(size) {}  // where it was asked for already
  uint64_t size() override;
  size_t read_at(uint64_t offset, void* into, size_t size) override;
  void advise_random(bool random) override;

 private:
  int fd_;
  std::optional<uint64_t> size_;
  bool random_ = false;
};

class BytesSource final : public Source {
 public:
  explicit BytesSource(std::string_view bytes) : bytes_(bytes) {}
  uint64_t size() override { return bytes_.size(); }
  size_t read_at(uint64_t offset, void* into, size_t size) override;

 private:
  std::string_view bytes_;
};

}  // namespace sightline
