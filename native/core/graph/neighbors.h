// The far ends of edges by their near ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sightline {

class Neighbors {
 public:
  // near(i) and far(i) give the ends of edge i.
  template <class Near, class Far>
  Neighbors(size_t n_nodes, size_t n_edges, Near near, Far far) : begin_(n_nodes + 1), far_(n_edges) {
    for (size_t i = 0; i < n_edges; ++i) ++begin_[near(i) + 1];
    for (size_t i = 0; i < n_nodes; ++i) begin_[i + 1] += begin_[i];
    std::vector<uint32_t> at(begin_.begin(), begin_.end() - 1);
    for (size_t i = 0; i < n_edges; ++i) far_[at[near(i)]++] = far(i);
  }

  std::span<const uint32_t> of(uint32_t node) const {
    return {far_.data() + begin_[node], far_.data() + begin_[node + 1]};
  }

 private:
  std::vector<uint32_t> begin_, far_;
};

}  // namespace sightline
