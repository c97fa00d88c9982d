// Points on their way to their columns. A training loop logs many tags a step: what repeats is stored once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace sightline {

// Numbers in the order they came, each once where it is repeated. Compared bit by bit, so that every NaN is
// preserved.
template <typename T>
class Runs {
 public:
  explicit Runs(size_t capacity) : numbers_(std::make_unique_for_overwrite<T[]>(capacity)) {}

  // The place of the number; the next number's is this one or the one behind it.
  uint32_t add(T number) {
    const auto bits = std::bit_cast<uint64_t>(number);
    size_ += size_ == 0 || bits != last_;
    last_ = bits;
    numbers_[size_ - 1] = number;
    return size_ - 1;
  }
  void clear() { size_ = 0; }

  uint32_t size() const { return size_; }
  const T* data() const { return numbers_.get(); }
  T operator[](uint32_t place) const { return numbers_[place]; }

 private:
  std::unique_ptr<T[]> numbers_;
  uint64_t last_ = 0;
  uint32_t size_ = 0;
};

struct Row {
  double value;
  uint32_t tag;
  uint32_t step;  // its place in Rows::steps
  uint32_t wall_time;
  bool is_float64;
};

class Rows {
 public:
  static constexpr size_t kMax =
      16 << 10;  // so that they stay in the second-level cache until they are placed

  void add(uint32_t tag, int64_t step, double wall_time, double value, bool is_float64) {
    rows_[size_++] = {value, tag, steps_.add(step), wall_times_.add(wall_time), is_float64};
  }
  void clear() {
    size_ = 0;
    steps_.clear();
    wall_times_.clear();
  }

  bool is_full() const { return size_ == kMax; }
  std::span<const Row> all() const { return {rows_.get(), size_}; }
  const Runs<int64_t>& steps() const { return steps_; }
  const Runs<double>& wall_times() const { return wall_times_; }

 private:
  std::unique_ptr<Row[]> rows_ = std::make_unique_for_overwrite<Row[]>(kMax);
  size_t size_ = 0;
  Runs<int64_t> steps_{kMax};
  Runs<double> wall_times_{kMax};
};

}  // namespace sightline
