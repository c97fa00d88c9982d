// Columns of a trace or a graph: growing in blocks while it is read, then contiguous, read-only and shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/platform.h"

namespace sightline {

// A contiguous read-only column. Whoever holds `owner` keeps its memory: an allocation or a mapped file.
template <class T>
class Column {
 public:
  using value_type = T;
  Column() = default;
  Column(const T* data, size_t size, std::shared_ptr<const void> owner)
      : data_(data), size_(size), owner_(std::move(owner)) {}

  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
  std::shared_ptr<const void> owner_;
};

// A new column of `size` values; `fill` gets the memory to write.
template <class T, class Fill>
Column<T> make_column(size_t size, Fill fill) {
  std::shared_ptr<T[]> memory(new T[size > 0 ? size : 1]);
  fill(memory.get());
  T* const data = memory.get();
  return {data, size, std::shared_ptr<const void>(std::move(memory))};
}

template <class T>
Column<T> to_column(std::vector<T>&& values) {
  auto held = std::make_shared<std::vector<T>>(std::move(values));
  const T* const data = held->data();
  const size_t size = held->size();
  return {data, size, std::move(held)};
}

// A column that grows without moving what it has, so that growing needs no second copy.
template <class T>
class GrowingColumn {
 public:
  void push_back(T value) {
    if ((size_ & kMask) == 0 && size_ >> kShift == blocks_.size())
      blocks_.emplace_back(static_cast<T*>(allocate_pages((kMask + 1) * sizeof(T))));
    blocks_[size_ >> kShift][size_ & kMask] = value;
    ++size_;
  }
  size_t size() const { return size_; }
  T& operator[](size_t i) { return blocks_[i >> kShift][i & kMask]; }
  const T& operator[](size_t i) const { return blocks_[i >> kShift][i & kMask]; }

  // The values at `order`, contiguous; this column is then empty.
  Column<T> gather(std::span<const uint32_t> order) {
    Column<T> column = make_column<T>(order.size(), [&](T* to) {
      for (const uint32_t from : order) *to++ = (*this)[from];
    });
    clear();
    return column;
  }
  void clear() {
    blocks_.clear();
    size_ = 0;
  }

 private:
  // Pages go back to the system at once: the heap would keep them as holes between other columns.
  struct FreePages {
    void operator()(T* memory) const { release_pages(memory, (kMask + 1) * sizeof(T)); }
  };
  static_assert(std::is_trivially_destructible_v<T>);
  static constexpr size_t kShift = 16;
  static constexpr size_t kMask = (size_t{1} << kShift) - 1;
  std::vector<std::unique_ptr<T[], FreePages>> blocks_;
  size_t size_ = 0;
};

}  // namespace sightline
