// What is computed, apart from its names: hashes from the operations up, refined by how siblings are wired.
#include "core/graph/tree_draft.h"

namespace sightline {
namespace {

// So many rounds tell apart what differs within so many edges.
constexpr int kRounds = 3;

uint64_t mix(uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9u;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

class StructureFinder {
 public:
  StructureFinder(const Children& children, size_t n_entries)
      : children_(children), color_(n_entries), inward_(n_entries), outward_(n_entries) {}

  uint64_t find(uint32_t scope, std::span<const SiblingEdge> edges, std::vector<uint64_t>& structures) {
    const std::span<const uint32_t> members = children_.of(scope);
    for (const uint32_t member : members) color_[member] = structures[member];
    if (!edges.empty())
      for (int round = 0; round < kRounds; ++round) refine(members, edges);
    // Sums do not depend on the order in which a file lists operations.
    uint64_t sum = 0;
    for (const uint32_t member : members) sum += mix(color_[member]);
    return mix(sum ^ members.size() * 0x9e3779b97f4a7c15u);
  }

 private:
  void refine(std::span<const uint32_t> members, std::span<const SiblingEdge> edges) {
    for (const uint32_t member : members) inward_[member] = outward_[member] = 0;
    for (const SiblingEdge& edge : edges) {
      inward_[edge.to] += mix(color_[edge.from] + 1);
      outward_[edge.from] += mix(color_[edge.to] + 2);
    }
    for (const uint32_t member : members)
      color_[member] = mix(color_[member] ^ mix(inward_[member] + 3) ^ mix(outward_[member] + 4));
  }

  const Children& children_;
  std::vector<uint64_t> color_, inward_, outward_;
};

// Scopes so that those inside come before those around them.
std::vector<uint32_t> inside_first(const std::vector<DraftEntry>& entries, const Children& children) {
  std::vector<uint32_t> order, open{0};
  while (!open.empty()) {
    const uint32_t scope = open.back();
    open.pop_back();
    order.push_back(scope);
    for (const uint32_t child : children.of(scope))
      if (entries[child].part != GraphPart::kOperation) open.push_back(child);
  }
  return {order.rbegin(), order.rend()};
}

}  // namespace

std::vector<uint64_t> find_structures(const std::vector<DraftEntry>& entries, const Children& children,
                                      const std::vector<SiblingEdge>& edges,
                                      const std::vector<DraftOperation>& operations) {
  std::vector<uint64_t> structures(entries.size());
  for (size_t i = 0; i < entries.size(); ++i)
    if (entries[i].operation != kNoEntry) structures[i] = mix(operations[entries[i].operation].signature);
  // Where the edges of each scope begin.
  std::vector<uint32_t> begin(entries.size() + 1, 0);
  for (const SiblingEdge& edge : edges) ++begin[edge.scope + 1];
  for (size_t i = 0; i < entries.size(); ++i) begin[i + 1] += begin[i];
  StructureFinder finder(children, entries.size());
  for (const uint32_t scope : inside_first(entries, children)) {
    const std::span own(edges.data() + begin[scope], begin[scope + 1] - begin[scope]);
    structures[scope] = finder.find(scope, own, structures);
  }
  return structures;
}

}  // namespace sightline
