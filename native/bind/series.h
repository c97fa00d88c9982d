// Many series as the kernels take them, with references to the arrays they are in.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "core/views/series.h"
#include "core/views/smooth.h"

namespace sightline {

struct SeriesSet {
  SeriesSet() = default;
  SeriesSet(const SeriesSet&) = delete;

  std::vector<Series> series;
  std::vector<nanobind::object> owners;
  std::vector<std::unique_ptr<double[]>> columns;
  bool has_xs = false;
};

Smoothing smoothing_of(const std::string& kind, double amount);

}  // namespace sightline
