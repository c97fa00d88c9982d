// Repeated scopes, such as the blocks of a transformer, folded to one entry.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/graph/tree_draft.h"

namespace sightline {
namespace {

constexpr size_t kLeastMembers = 3;
// Looking for ways around a series costs its scope's edges, for every series.
constexpr size_t kMostSiblings = 20'000;

// A name with its numbers taken out: those of a series differ in them alone.
std::string without_numbers(std::string_view label) {
  std::string pattern;
  bool was_digit = false;
  for (const char c : label) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit)
      pattern += c;
    else if (!was_digit)
      pattern += '#';
    was_digit = is_digit;
  }
  return pattern;
}

// The edges of one scope, to follow.
class SiblingGraph {
 public:
  SiblingGraph(std::span<const uint32_t> siblings, std::span<const SiblingEdge> edges) {
    for (uint32_t i = 0; i < siblings.size(); ++i) index_[siblings[i]] = i;
    next_.resize(siblings.size());
    for (const SiblingEdge& edge : edges) next_[index_.at(edge.from)].push_back(index_.at(edge.to));
  }

  // Whether some way leads from members through others back to members: one box for all would then
  // stand before and after those others.
  bool leads_around(const std::vector<uint32_t>& members) const {
    std::vector<uint8_t> is_member(next_.size()), is_seen(next_.size());
    for (const uint32_t member : members) is_member[index_.at(member)] = 1;
    std::vector<uint32_t> open;
    const auto visit = [&](uint32_t from) {
      for (const uint32_t to : next_[from])
        if (!is_member[to] && !is_seen[to]) {
          is_seen[to] = 1;
          open.push_back(to);
        }
    };
    for (const uint32_t member : members) visit(index_.at(member));
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      for (const uint32_t to : next_[at])
        if (is_member[to]) return true;
      visit(at);
    }
    return false;
  }

 private:
  std::map<uint32_t, uint32_t> index_;
  std::vector<std::vector<uint32_t>> next_;
};

class SeriesFolder {
 public:
  SeriesFolder(std::vector<DraftEntry>& entries, std::vector<uint64_t>& structures, StringTable& strings)
      : entries_(entries), structures_(structures), strings_(strings) {}

  void fold(uint32_t scope, std::span<const uint32_t> siblings, std::span<const SiblingEdge> edges) {
    std::map<std::pair<uint64_t, std::string>, std::vector<uint32_t>> alike;
    for (const uint32_t sibling : siblings) {
      if (entries_[sibling].part != GraphPart::kScope) continue;
      std::string pattern = without_numbers(strings_[entries_[sibling].label]);
      if (pattern.find('#') != std::string::npos)
        alike[{structures_[sibling], std::move(pattern)}].push_back(sibling);
    }
    std::erase_if(alike, [](const auto& item) { return item.second.size() < kLeastMembers; });
    if (alike.empty()) return;
    const SiblingGraph graph(siblings, edges);
    for (const auto& [_, members] : alike)
      if (!graph.leads_around(members)) wrap(scope, members);
  }

 private:
  void wrap(uint32_t scope, const std::vector<uint32_t>& members) {
    const uint32_t all = add(scope, members);
    const std::vector<uint32_t> others(members.begin() + 1, members.end());
    const uint32_t rest = add(all, others);
    entries_[members.front()].parent = all;
    for (const uint32_t other : others) entries_[other].parent = rest;
  }

  uint32_t add(uint32_t parent, const std::vector<uint32_t>& members) {
    const auto text = [&](uint32_t string) { return std::string(strings_[string]); };
    const DraftEntry first = entries_[members.front()], last = entries_[members.back()];
    DraftEntry series;
    series.parent = parent;
    series.label = strings_.intern(text(first.label) + " … " + text(last.label));
    series.name = strings_.intern(text(first.name) + " … " + text(last.label));
    series.place = first.place;
    series.part = GraphPart::kSeries;
    const auto entry = static_cast<uint32_t>(entries_.size());
    entries_.push_back(series);
    structures_.push_back(structures_[members.front()] + members.size());
    return entry;
  }

  std::vector<DraftEntry>& entries_;
  std::vector<uint64_t>& structures_;
  StringTable& strings_;
};

}  // namespace

void fold_series(std::vector<DraftEntry>& entries, std::vector<uint64_t>& structures,
                 const Children& children, const std::vector<SiblingEdge>& edges, StringTable& strings) {
  SeriesFolder folder(entries, structures, strings);
  size_t at = 0;
  const auto n_scopes = static_cast<uint32_t>(children.begin.size() - 1);
  for (uint32_t scope = 0; scope < n_scopes; ++scope) {
    const size_t begin = at;
    while (at < edges.size() && edges[at].scope == scope) ++at;
    const std::span<const uint32_t> siblings = children.of(scope);
    if (siblings.size() >= kLeastMembers && siblings.size() <= kMostSiblings)
      folder.fold(scope, siblings, {edges.data() + begin, at - begin});
  }
}

}  // namespace sightline
