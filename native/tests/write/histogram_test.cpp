// Bins against a plain search: default edges, shared leading bits, equal edges and special values.
#include "core/write/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "tests/check.h"

using sightline::BinTable;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> growing_edges() {
  std::vector<double> positive;
  for (double v = 1e-12; v < 1e20; v *= 1.1) positive.push_back(v);
  std::vector<double> edges;
  for (size_t i = positive.size(); i-- > 0;) edges.push_back(-positive[i]);
  edges.push_back(0.0);
  edges.insert(edges.end(), positive.begin(), positive.end());
  return edges;
}

std::vector<uint64_t> slowly(const std::vector<double>& edges, const std::vector<double>& values) {
  std::vector<uint64_t> counts(edges.size() - 1);
  for (double x : values) {
    for (size_t i = counts.size(); i-- > 0;) {
      bool last = i + 1 == counts.size();
      if (edges[i] <= x && (x < edges[i + 1] || (last && x == edges[i + 1]))) {
        ++counts[i];
        break;
      }
    }
  }
  return counts;
}

void check_same(const std::vector<double>& edges, const std::vector<double>& values) {
  std::vector<uint64_t> counts(edges.size() - 1);
  BinTable(edges).count(values, counts);
  CHECK(counts == slowly(edges, values));
}

std::vector<double> around(const std::vector<double>& edges) {
  std::vector<double> values = {0.0,
                                -0.0,
                                kInf,
                                -kInf,
                                kNan,
                                -kNan,
                                5e-324,
                                -5e-324,
                                1e308,
                                -1e308,
                                std::bit_cast<double>(uint64_t{0x7ff0000000000001})};
  for (double edge : edges) {
    values.push_back(edge);
    values.push_back(std::nextafter(edge, -kInf));
    values.push_back(std::nextafter(edge, kInf));
  }
  return values;
}

void refuses(std::vector<double> edges) {
  bool refused = false;
  try {
    BinTable table(edges);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

}  // namespace

int main() {
  std::vector<double> growing = growing_edges();
  check_same(growing, around(growing));
  for (std::vector<double> edges : {std::vector<double>{0, 1},
                                    {0, 0},
                                    {-1, 0, 0, 0, 1},
                                    {1.0, 1.0001, 1.0002, 1.5},
                                    {-3, -2.999, 7},
                                    {-kInf, 0, kInf},
                                    {2, kInf},
                                    {-kInf, -2}}) {
    check_same(edges, around(edges));
  }

  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> values(2000);
  for (double& value : values) value = normal(random) * std::pow(10.0, normal(random) * 5);
  check_same(growing, values);
  for (int round = 0; round < 50; ++round) {  // any bits at all
    std::vector<double> edges(2 + random() % 20);
    for (double& edge : edges) do
        edge = std::bit_cast<double>(random());
      while (std::isnan(edge));
    std::sort(edges.begin(), edges.end());
    for (double& value : values) value = std::bit_cast<double>(random());
    check_same(edges, values);
  }

  refuses({});
  refuses({1});
  refuses({1, 0});
  refuses({0, kNan, 1});
}
