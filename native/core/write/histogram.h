// Counts values into bins with given edges: bin i has edges[i] <= x < edges[i + 1], the last one its end
// too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sightline {

// Finds a value's bin by the value's leading bits (sign, exponent, four bits of mantissa) and then steps
// upwards. Exact for any rising edges; quick where few edges share their leading bits, as with edges that
// grow by a factor.
class BinTable {
 public:
  explicit BinTable(
      std::span<const double> edges);  // throws std::invalid_argument unless rising and at least two

  size_t n_bins() const { return upper_.size(); }

  // Adds to counts[n_bins()]. Values outside the edges, NaN and infinities beyond them are in no bin.
  void count(std::span<const double> values, std::span<uint64_t> counts) const;

 private:
  double first_;
  double last_;
  std::vector<double>
      upper_;  // the upper end of each bin; the last one's is NaN, so that stepping ends there
  std::vector<uint32_t> start_;  // by leading bits: the bin of the smallest double with these bits
};

}  // namespace sightline
