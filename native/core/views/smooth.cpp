#include "core/views/smooth.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"

namespace sightline {
namespace {

void copy_values(const Series& series, double* out) {
  series.each([out](const Part& part, size_t, size_t) {
    part.with_values([&](auto* values) { std::copy(values, values + part.size, out + part.begin); });
  });
}

// Debiased: divided by the sum of the weights so far, so that the first values are not drawn to 0. As long as
// all values are equal they stay unchanged, without the rounding of a division.
void ema(double* values, size_t n, double past) {
  double first = 0, sum = 0, total = 0;
  bool constant = true;
  for (size_t i = 0; i < n; ++i) {
    double value = values[i];
    if (!std::isfinite(value)) continue;
    if (total == 0) first = value;
    constant = constant && value == first;
    sum = sum * past + (1 - past) * value;
    total = total * past + (1 - past);
    if (!constant) values[i] = sum / total;
  }
}

// The power of two that brings sums of `n` finite values below overflow: exact to multiply with and to divide
// by.
double down_scale(size_t n) { return std::ldexp(1.0, -(std::ilogb(static_cast<double>(n)) + 1)); }

// Finite values scaled, with `margin` zeros at both ends; `ones` counts them.
struct Terms {
  std::vector<double> values, ones;

  Terms(const double* source, size_t n, size_t margin, double scale)
      : values(n + 2 * margin), ones(n + 2 * margin) {
    for (size_t i = 0; i < n; ++i)
      if (std::isfinite(source[i])) values[margin + i] = source[i] * scale, ones[margin + i] = 1;
  }
};

// Turns terms into sums of w neighbors, the one at i beginning there, without ever subtracting: a window is
// the end of one block of w and the beginning of the next, and both sums are made block by block.
void sum_windows(std::vector<double>& terms, size_t w) {
  for (size_t begin = 0; begin + w <= terms.size(); begin += w) {
    for (size_t i = w - 1; i-- > 0;) terms[begin + i] += terms[begin + i + 1];
    size_t n_heads = std::min(w - 1, terms.size() - begin - w);
    double head = 0;
    for (size_t i = 0; i < n_heads; ++i) {
      head += terms[begin + w + i];
      terms[begin + i + 1] += head;
    }
  }
}

void mean(double* values, size_t n, double amount) {
  size_t half = static_cast<size_t>(std::min(amount / 2, static_cast<double>(n)));
  size_t w = 2 * half + 1;
  if (half == 0) return;
  double scale = down_scale(w);
  Terms terms(values, n, half, scale);
  sum_windows(terms.values, w);
  sum_windows(terms.ones, w);
  for (size_t i = 0; i < n; ++i)
    if (std::isfinite(values[i])) values[i] = terms.values[i] / terms.ones[i] / scale;
}

std::vector<double> bell(double sigma, size_t n) {
  size_t radius = static_cast<size_t>(std::min(std::ceil(3 * sigma), static_cast<double>(n)));
  std::vector<double> out(2 * radius + 1);
  for (size_t j = 0; j < out.size(); ++j) {
    double z = (static_cast<double>(j) - static_cast<double>(radius)) / sigma;
    out[j] = std::exp(-0.5 * z * z);
  }
  return out;
}

void gaussian(double* values, size_t n, double sigma, size_t n_threads) {
  std::vector<double> weights = bell(sigma, n);
  size_t radius = weights.size() / 2;
  double scale = down_scale(weights.size());
  Terms terms(values, n, radius, scale);
  constexpr size_t kTile = 1024;
  parallel_for((n + kTile - 1) / kTile, n_threads, [&](size_t tile) {
    double sums[kTile] = {}, totals[kTile] = {};
    size_t begin = tile * kTile, size = std::min(kTile, n - begin);
    for (size_t j = 0; j < weights.size(); ++j) {
      double weight = weights[j];
      const double *term = &terms.values[begin + j], *one = &terms.ones[begin + j];
      for (size_t i = 0; i < size; ++i) sums[i] += weight * term[i];
      for (size_t i = 0; i < size; ++i) totals[i] += weight * one[i];
    }
    for (size_t i = 0; i < size; ++i)
      if (std::isfinite(values[begin + i])) values[begin + i] = sums[i] / totals[i] / scale;
  });
}

}  // namespace

void smooth(const Series& series, const Smoothing& smoothing, double* out, size_t n_threads) {
  copy_values(series, out);
  switch (smoothing.kind) {
    case Smoothing::kNone:
      return;
    case Smoothing::kEma:
      return ema(out, series.size(), smoothing.amount);
    case Smoothing::kMean:
      return mean(out, series.size(), smoothing.amount);
    case Smoothing::kGaussian:
      return gaussian(out, series.size(), smoothing.amount, n_threads);
  }
}

}  // namespace sightline
