// Histograms in other shapes: counts on a grid of equal bins, values at percentiles, statistics, and what is
// wrong with them. docs/kinds/histogram.md has the rules.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sightline {

// What a producer logged besides the buckets; the names are those of the histogram field.
struct LoggedStatistics {
  double min, max, num, sum, sum_squares, num_nan, num_inf;
};

// Buckets from left to right; the three columns have the same size. They belong to the caller.
struct Histogram {
  std::span<const double> lefts, rights, counts;
  std::optional<LoggedStatistics> logged;
};

struct HistogramFacts {
  double number, nan, inf, uncounted, mean, std;
};

// Mean and standard deviation are exact where the producer logged the sums, else those of the buckets, as if
// the values of each were spread evenly; NaN where all are empty.
HistogramFacts histogram_facts(const Histogram& histogram);

// The range that finite, filled buckets cover, never of no width; nothing where there are none.
std::optional<std::pair<double, double>> histogram_range(std::span<const Histogram> histograms);

// Counts in `out.size()` equal bins from `low` to `high`: a bucket's count is spread evenly over its width, a
// point stays whole. The last bin includes both its ends.
void rebin(const Histogram& histogram, double low, double high, std::span<double> out);

// The values below which the given ten-thousandths of all are, linear within a bucket as in TensorBoard; NaN
// where nothing is counted. `out` has the size of `points`.
void percentiles(const Histogram& histogram, std::span<const double> points, double* out);

// One sentence for people where the buckets are not what a histogram should be; else null.
const char* histogram_fault(const Histogram& histogram);

}  // namespace sightline
