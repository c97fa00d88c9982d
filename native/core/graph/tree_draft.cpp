// Scopes by the slashes of names.
#include "core/graph/tree_draft.h"

#include <algorithm>
#include <string>

namespace sightline {
namespace {

// Deeper names stay whole in their last part: a name of nothing but slashes must not make a tree of that
// depth.
constexpr int kMaxDepth = 64;

class TreeMaker {
 public:
  TreeMaker(StringTable& strings, std::vector<DraftEntry>& entries) : strings_(strings), entries_(entries) {
    entries_.push_back({});
  }

  // The scope that a name is in, made where it is new, and where the name's last part begins.
  uint32_t scope_of(std::string_view name, uint32_t function, size_t& last) {
    // Operations of one scope mostly follow each other.
    const size_t length = last_scope_.size();
    if (length > 0 && function == last_function_ && name.size() > length && name.starts_with(last_scope_) &&
        name.find('/', length) == std::string_view::npos) {
      last = length;
      return last_entry_;
    }
    const uint32_t scope = find_or_make(name, function, last);
    last_function_ = function;
    last_scope_.assign(name.substr(0, last));
    return last_entry_ = scope;
  }

  // The scope of this name, or kNoEntry.
  uint32_t find(uint32_t name) const { return name < scope_of_.size() ? scope_of_[name] : kNoEntry; }

 private:
  uint32_t find_or_make(std::string_view name, uint32_t function, size_t& last) {
    last = 0;
    uint32_t scope = 0;
    size_t from = 0;
    for (int depth = 0; depth < kMaxDepth; ++depth) {
      const size_t slash = name.find('/', from);
      if (slash == std::string_view::npos || slash + 1 == name.size()) break;
      const bool is_function = depth == 0 && function != 0;
      scope =
          child(scope, name.substr(0, slash), from, is_function ? GraphPart::kFunction : GraphPart::kScope);
      last = from = slash + 1;
    }
    return scope;
  }

  uint32_t child(uint32_t parent, std::string_view name, size_t label_from, GraphPart part) {
    const uint32_t id = strings_.intern(name);
    if (id >= scope_of_.size()) scope_of_.resize(id + size_t{1024}, kNoEntry);
    if (scope_of_[id] != kNoEntry) return scope_of_[id];
    const auto entry = static_cast<uint32_t>(entries_.size());
    // The table moves its bytes when it grows, and `name` may be one of its strings.
    const std::string label(name.substr(label_from));
    entries_.push_back({parent, strings_.intern(label), id, kNoEntry, entry, part});
    return scope_of_[id] = entry;
  }

  StringTable& strings_;
  std::vector<DraftEntry>& entries_;
  std::vector<uint32_t> scope_of_;  // by string
  // Of the last operation: its function, its scope's name with the slash at the end, and the scope.
  uint32_t last_function_ = 0, last_entry_ = 0;
  std::string last_scope_;
};

}  // namespace

std::vector<DraftEntry> make_tree(const std::vector<DraftOperation>& operations, StringTable& strings,
                                  std::vector<uint32_t>& entry_of_operation) {
  std::vector<DraftEntry> entries;
  TreeMaker maker(strings, entries);
  entry_of_operation.resize(operations.size());
  entries.reserve(operations.size() + operations.size() / 4);
  // The table moves its bytes when it grows.
  std::string name;
  for (uint32_t i = 0; i < operations.size(); ++i) {
    name.assign(strings[operations[i].name]);
    size_t last;
    const uint32_t scope = maker.scope_of(name, operations[i].function, last);
    const auto entry = static_cast<uint32_t>(entries.size());
    entry_of_operation[i] = entry;
    entries.push_back({scope, strings.intern(std::string_view(name).substr(last)), operations[i].name, i,
                       entry, GraphPart::kOperation});
  }
  // An operation named like a scope is the scope's own: it goes inside, in the manner of TensorFlow's names.
  for (uint32_t i = 0; i < operations.size(); ++i) {
    const uint32_t scope = maker.find(operations[i].name);
    if (scope == kNoEntry) continue;
    DraftEntry& entry = entries[entry_of_operation[i]];
    entry.parent = scope;
    entry.label = strings.intern("(" + std::string(strings[entry.label]) + ")");
  }
  return entries;
}

Children children_of(const std::vector<DraftEntry>& entries) {
  Children children;
  children.begin.assign(entries.size() + 1, 0);
  for (size_t i = 1; i < entries.size(); ++i) ++children.begin[entries[i].parent + 1];
  for (size_t i = 0; i < entries.size(); ++i) children.begin[i + 1] += children.begin[i];
  children.entry.resize(entries.empty() ? 0 : entries.size() - 1);
  std::vector<uint32_t> next(children.begin.begin(), children.begin.end() - 1);
  for (uint32_t i = 1; i < entries.size(); ++i) children.entry[next[entries[i].parent]++] = i;
  for (size_t i = 0; i < entries.size(); ++i)
    std::stable_sort(children.entry.begin() + children.begin[i],
                     children.entry.begin() + children.begin[i + 1],
                     [&](uint32_t a, uint32_t b) { return entries[a].place < entries[b].place; });
  return children;
}

std::vector<SiblingEdge> sibling_edges(const std::vector<DraftEntry>& entries,
                                       const std::vector<DraftEdge>& edges) {
  // An operation may be in a scope that was made after it, so that depths are not known in one pass.
  std::vector<uint32_t> depth(entries.size(), 0);
  for (uint32_t i = 1; i < entries.size(); ++i)
    for (uint32_t at = i; at != 0; at = entries[at].parent) ++depth[i];
  std::vector<SiblingEdge> found;
  found.reserve(edges.size());
  for (const DraftEdge& edge : edges) {
    uint32_t from = edge.from, to = edge.to;
    if (from == to) continue;
    while (depth[from] > depth[to]) from = entries[from].parent;
    while (depth[to] > depth[from]) to = entries[to].parent;
    while (entries[from].parent != entries[to].parent) {
      from = entries[from].parent;
      to = entries[to].parent;
    }
    if (from != to) found.push_back({entries[from].parent, from, to});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const SiblingEdge& a, const SiblingEdge& b) { return a.scope < b.scope; });
  return found;
}

}  // namespace sightline
