// The tree of scopes of a graph, before it is put in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/draft.h"

namespace sightline {

// Lists of children, one after the other.
struct Children {
  std::vector<uint32_t> begin;  // one more than entries
  std::vector<uint32_t> entry;

  std::span<const uint32_t> of(uint32_t parent) const {
    return {entry.data() + begin[parent], begin[parent + 1] - begin[parent]};
  }
};

// An edge between two children of one scope, for an edge between operations somewhere below them.
struct SiblingEdge {
  uint32_t scope = 0, from = 0, to = 0;
};

// Entry 0 is the root; it is its own parent.
std::vector<DraftEntry> make_tree(const std::vector<DraftOperation>& operations, StringTable& strings,
                                  std::vector<uint32_t>& entry_of_operation);

Children children_of(const std::vector<DraftEntry>& entries);

// In order of their scopes; edges of an operation to itself are left out.
std::vector<SiblingEdge> sibling_edges(const std::vector<DraftEntry>& entries,
                                       const std::vector<DraftEdge>& edges);

// A hash for each entry, equal where the same is computed.
std::vector<uint64_t> find_structures(const std::vector<DraftEntry>& entries, const Children& children,
                                      const std::vector<SiblingEdge>& edges,
                                      const std::vector<DraftOperation>& operations);

// Puts scopes of one structure whose names count up below an entry of their own: the first, and all others.
void fold_series(std::vector<DraftEntry>& entries, std::vector<uint64_t>& structures,
                 const Children& children, const std::vector<SiblingEdge>& edges, StringTable& strings);

}  // namespace sightline
