// Memory for columns: taken in blocks, never given back one by one, in huge pages once there is much of it.
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
  // Beyond this much, memory comes in large regions that the kernel may back with huge pages. What is left over of a
  // region is small against it, and a quarter of the time of loading went into page faults.
  static constexpr size_t kManyBytes = size_t{16} << 20;
  static constexpr size_t kRegion = size_t{8} << 20;

  // The next takes will sum up to `size`: one block that fits, while there is little.
  void expect(size_t size);
  // `size` must be a multiple of 8; so aligned is what comes.
  std::byte* take(size_t size);

  size_t nbytes() const { return nbytes_; }
  // The blocks made since the last call; whoever holds them keeps the memory alive.
  std::vector<Block> release_blocks();

 private:
  void open(size_t size, bool is_region);

  std::vector<Block> blocks_;
  std::byte* at_ = nullptr;
  size_t left_ = 0;
  size_t nbytes_ = 0;
};

}  // namespace sightline
