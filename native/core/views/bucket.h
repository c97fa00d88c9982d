// One bucket: the places of its first, last, lowest and highest finite value and of what is not finite.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace sightline {

// First place and number of one sort of value.
struct Sort {
  int64_t first = -1;
  int64_t count = 0;

  void add(int64_t position) {
    if (count++ == 0) first = position;
  }
  void merge(const Sort& later, int64_t shift) {
    if (count == 0 && later.count > 0) first = later.first + shift;
    count += later.count;
  }
};

struct Bucket {
  int64_t first = -1, last = -1, lowest = -1, highest = -1;
  double low = 0, high = 0;
  Sort nan, pos_inf, neg_inf;

  void add(double value, int64_t position) {
    if (!std::isfinite(value)) return (std::isnan(value) ? nan : value > 0 ? pos_inf : neg_inf).add(position);
    if (first < 0) {
      first = lowest = highest = position;
      low = high = value;
    } else if (value < low) {
      low = value;
      lowest = position;
    } else if (value > high) {
      high = value;
      highest = position;
    }
    last = position;
  }

  // Adds the content of another bucket, all of it later; its positions are `shift` short of ours.
  void merge(const Bucket& later, int64_t shift) {
    nan.merge(later.nan, shift);
    pos_inf.merge(later.pos_inf, shift);
    neg_inf.merge(later.neg_inf, shift);
    if (later.first < 0) return;
    if (first < 0) first = later.first + shift;
    if (lowest < 0 || later.low < low) low = later.low, lowest = later.lowest + shift;
    if (highest < 0 || later.high > high) high = later.high, highest = later.highest + shift;
    last = later.last + shift;
  }

  // Adds `n` neighboring values; as add() for each, but fast.
  template <class T>
  void add_all(const T* values, size_t n, int64_t position) {
    size_t j = 0;
    for (; j + kBlock <= n; j += kBlock) add_block(values + j, position + static_cast<int64_t>(j));
    for (; j < n; ++j) add(values[j], position + static_cast<int64_t>(j));
  }

 private:
  static constexpr size_t kBlock = 256;
  static constexpr size_t kLanes = 32;  // side by side, so that the compiler uses vectors without fast-math

  template <class T>
  void add_block(const T* values, int64_t position) {
    T lows[kLanes], highs[kLanes];
    std::make_unsigned_t<std::conditional_t<sizeof(T) == 4, int32_t, int64_t>> odd = 0;
    for (size_t k = 0; k < kLanes; ++k) lows[k] = highs[k] = values[k];
    for (size_t j = 0; j < kBlock; j += kLanes)
      for (size_t k = 0; k < kLanes; ++k) {
        T value = values[j + k];
        lows[k] = value < lows[k] ? value : lows[k];
        highs[k] = value > highs[k] ? value : highs[k];
      }
    for (size_t j = 0; j < kBlock; ++j) odd |= not_finite(values[j]);
    if (odd) {
      for (size_t j = 0; j < kBlock; ++j) add(values[j], position + static_cast<int64_t>(j));
      return;
    }
    T least = lows[0], most = highs[0];
    for (size_t k = 1; k < kLanes; ++k) {
      least = lows[k] < least ? lows[k] : least;
      most = highs[k] > most ? highs[k] : most;
    }
    if (first < 0 || least < low) low = least, lowest = position + place_of(values, least);
    if (first < 0 || most > high) high = most, highest = position + place_of(values, most);
    if (first < 0) first = position;
    last = position + static_cast<int64_t>(kBlock) - 1;
  }

  // Not 0 for NaN and infinities: their exponent is all ones, so that adding 1 to it carries.
  template <class T>
  static auto not_finite(T value) {
    if constexpr (sizeof(T) == 4)
      return ((std::bit_cast<uint32_t>(value) & 0x7f800000u) + 0x00800000u) & 0x80000000u;
    else
      return ((std::bit_cast<uint64_t>(value) & 0x7ff0000000000000u) + 0x0010000000000000u) &
             0x8000000000000000u;
  }

  template <class T>
  static int64_t place_of(const T* values, T wanted) {
    int64_t j = 0;
    while (values[j] != wanted) ++j;
    return j;
  }
};

}  // namespace sightline
