// Memory for columns: taken in blocks, never given back one by one, in large regions once there is much of
// it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace sightline {

struct FreeBlock {
  void operator()(std::byte* memory) const;
};
using Block = std::unique_ptr<std::byte, FreeBlock>;

class Arena {
 public:
  // Up to here each block fits what is expected of it. Beyond, memory comes in regions, whose pages are made
  // present all at once; what is left over of one is small against what is there.
  static constexpr size_t kManyBytes = size_t{4} << 20;
  static constexpr size_t kRegion = size_t{1} << 20;

  // The next calls of take() will add up to `size`: one block that fits, while there is little.
  void expect(size_t size);
  // `size` must be a multiple of 8; the result is aligned to 8.
  std::byte* take(size_t size);

  size_t nbytes() const { return nbytes_; }
  // The blocks made since the last call; their owner keeps the memory alive.
  std::vector<Block> release_blocks();

 private:
  void open(size_t size);

  std::vector<Block> blocks_;
  std::byte* at_ = nullptr;
  size_t left_ = 0;
  size_t nbytes_ = 0;
};

}  // namespace sightline
