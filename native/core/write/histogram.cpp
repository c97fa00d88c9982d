// The bin table: one lookup and, for edges that grow by 1.1, at most one step per value.
#include "core/write/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace sightline {

namespace {

constexpr int kLeadingBits = 16;
constexpr int kShift = 64 - kLeadingBits;
constexpr uint64_t kTrailing = (uint64_t{1} << kShift) - 1;

double smallest_of(uint64_t leading) {
  bool negative = leading >> (kLeadingBits - 1) != 0;
  return std::bit_cast<double>(leading << kShift | (negative ? kTrailing : 0));
}

}  // namespace

BinTable::BinTable(std::span<const double> edges) {
  if (edges.size() < 2) throw std::invalid_argument("bins need at least two edges");
  for (size_t i = 1; i < edges.size(); ++i) {
    if (!(edges[i - 1] <= edges[i])) throw std::invalid_argument("bin edges must rise");
  }
  first_ = edges.front();
  last_ = edges.back();
  upper_.assign(edges.begin() + 1, edges.end());
  upper_.back() = std::numeric_limits<double>::quiet_NaN();
  start_.resize(size_t{1} << kLeadingBits);
  for (uint64_t leading = 0; leading < start_.size(); ++leading) {
    double low = smallest_of(leading);
    auto bin = std::isnan(low) ? upper_.begin() : std::upper_bound(upper_.begin(), upper_.end() - 1, low);
    start_[leading] = static_cast<uint32_t>(bin - upper_.begin());
  }
}

void BinTable::count(std::span<const double> values, std::span<uint64_t> counts) const {
  if (counts.size() != n_bins()) throw std::invalid_argument("one count per bin is needed");
  for (double value : values) {
    if (!(value >= first_ && value <= last_)) continue;  // NaN too
    uint32_t bin = start_[std::bit_cast<uint64_t>(value) >> kShift];
    bin += value >= upper_[bin];  // without a branch: about every other value of growing bins takes this step
    while (value >= upper_[bin]) ++bin;
    ++counts[bin];
  }
}

}  // namespace sightline
