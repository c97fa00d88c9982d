// Trees are matched from the root down, then operations are compared pair by pair.
#include "core/graph/compare.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/base/string_table.h"
#include "core/events/wire_fields.h"

namespace sightline {
namespace {

// Scopes of other names are compared with each other, so only where they are few.
constexpr size_t kMostRenamed = 200;
// Renamed scopes have at least so much of what is in them in common.
constexpr double kLeastInCommon = 0.5;

bool is_operation(const Graph& graph, uint32_t entry) {
  return graph.tree.part[entry] == static_cast<uint8_t>(GraphPart::kOperation);
}

// What is directly in a scope; a series is not in the model, its members are.
void collect_members(const Graph& graph, uint32_t scope, std::vector<uint32_t>& found) {
  const uint32_t end = scope + graph.tree.extent[scope];
  for (uint32_t at = scope + 1; at < end; at += graph.tree.extent[at]) {
    if (graph.tree.part[at] == static_cast<uint8_t>(GraphPart::kSeries))
      collect_members(graph, at, found);
    else
      found.push_back(at);
  }
}

std::vector<uint32_t> members_of(const Graph& graph, uint32_t scope) {
  std::vector<uint32_t> found;
  collect_members(graph, scope, found);
  return found;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "2198", "input.5": numbers that a trace counts up, which are others in another graph.
bool is_made_up(std::string_view label) {
  const size_t digits = label.size() - std::min(label.size(), label.find_last_not_of("0123456789") + 1);
  return digits > 0 && (digits == label.size() || label[label.size() - digits - 1] == '.');
}

// "x.15" without what tells it from another x.
std::string_view without_count(std::string_view label) {
  return is_made_up(label) && !is_digit(label[0]) ? label.substr(0, label.rfind('.')) : label;
}

// Whether two labels are the same with their numbers taken out.
bool is_same_but_for_numbers(std::string_view one, std::string_view other) {
  one = without_count(one);
  other = without_count(other);
  const auto skip = [](std::string_view text, size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
  };
  size_t i = 0, j = 0;
  while (i < one.size() && j < other.size()) {
    if (is_digit(one[i]) && is_digit(other[j])) {
      i = skip(one, i);
      j = skip(other, j);
    } else if (one[i++] != other[j++]) {
      return false;
    }
  }
  return i == one.size() && j == other.size();
}

// Operations and scopes of one label are different things.
uint64_t key_of(const Graph& graph, uint32_t entry) {
  return hash_text(graph.string(graph.tree.label[entry])) * 2 + is_operation(graph, entry);
}

uint64_t structure_of(const Graph& graph, uint32_t entry) {
  return graph.tree.structure_hash[entry] * 2 + is_operation(graph, entry);
}

// By its name; by what it computes where the name says nothing.
uint64_t name_or_structure_of(const Graph& graph, uint32_t entry) {
  const bool is_nameless = is_operation(graph, entry) && is_made_up(graph.string(graph.tree.label[entry]));
  return is_nameless ? structure_of(graph, entry) : key_of(graph, entry);
}

class Matcher {
 public:
  Matcher(const Graph& a, const Graph& b) : a_(a), b_(b) {
    match_.b_of_a.assign(a.size(), kNoMatch);
    match_.a_of_b.assign(b.size(), kNoMatch);
    match_.changes.assign(b.size(), 0);
  }

  GraphMatch match() {
    join(0, 0);
    while (!open_.empty()) {
      const auto [in_a, in_b] = open_.back();
      open_.pop_back();
      match_members(members_of(a_, in_a), members_of(b_, in_b));
    }
    return std::move(match_);
  }

 private:
  void join(uint32_t in_a, uint32_t in_b) {
    match_.b_of_a[in_a] = in_b;
    match_.a_of_b[in_b] = in_a;
    if (is_operation(b_, in_b)) {
      // Numbers alone are counted anew by whatever writes a graph.
      if (!is_same_but_for_numbers(a_.string(a_.tree.label[in_a]), b_.string(b_.tree.label[in_b])))
        match_.changes[in_b] |= kRenamed;
    } else {
      open_.emplace_back(in_a, in_b);
    }
  }

  void match_members(std::vector<uint32_t> in_a, std::vector<uint32_t> in_b) {
    pair_by(in_a, in_b, name_or_structure_of);
    pair_by(in_a, in_b, structure_of);
    // What is left of those was changed; a number that stayed is the best guess then.
    pair_by(in_a, in_b, key_of);
    std::erase_if(in_a, [&](uint32_t entry) { return is_operation(a_, entry); });
    std::erase_if(in_b, [&](uint32_t entry) { return is_operation(b_, entry); });
    if (in_a.size() <= kMostRenamed && in_b.size() <= kMostRenamed) pair_similar(in_a, in_b);
  }

  // Pairs what has the same key, in order, and takes it out of the lists.
  template <class Key>
  void pair_by(std::vector<uint32_t>& in_a, std::vector<uint32_t>& in_b, Key key) {
    if (in_a.empty() || in_b.empty()) return;
    std::unordered_map<uint64_t, std::vector<uint32_t>> by_key;
    for (auto at = in_b.rbegin(); at != in_b.rend(); ++at) by_key[key(b_, *at)].push_back(*at);
    for (const uint32_t entry : in_a) {
      const auto found = by_key.find(key(a_, entry));
      if (found == by_key.end() || found->second.empty()) continue;
      join(entry, found->second.back());
      found->second.pop_back();
    }
    std::erase_if(in_a, [&](uint32_t entry) { return match_.b_of_a[entry] != kNoMatch; });
    std::erase_if(in_b, [&](uint32_t entry) { return match_.a_of_b[entry] != kNoMatch; });
  }

  void pair_similar(const std::vector<uint32_t>& in_a, const std::vector<uint32_t>& in_b) {
    std::vector<std::vector<uint64_t>> keys_b;
    for (const uint32_t entry : in_b) keys_b.push_back(keys_in(b_, entry));
    for (const uint32_t entry : in_a) {
      const std::vector<uint64_t> keys = keys_in(a_, entry);
      double best = kLeastInCommon;
      uint32_t match = kNoMatch;
      for (size_t i = 0; i < in_b.size(); ++i) {
        if (match_.a_of_b[in_b[i]] != kNoMatch) continue;
        const double share = in_common(keys, keys_b[i]);
        if (share > best) best = share, match = in_b[i];
      }
      if (match != kNoMatch) join(entry, match);
    }
  }

  // Labels, sorted, of what is directly in a scope.
  static std::vector<uint64_t> keys_in(const Graph& graph, uint32_t scope) {
    std::vector<uint64_t> keys;
    for (const uint32_t member : members_of(graph, scope)) keys.push_back(key_of(graph, member));
    std::sort(keys.begin(), keys.end());
    return keys;
  }

  static double in_common(const std::vector<uint64_t>& one, const std::vector<uint64_t>& other) {
    std::vector<uint64_t> both;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
    const size_t most = std::max(one.size(), other.size());
    return most == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(most);
  }

  const Graph& a_;
  const Graph& b_;
  GraphMatch match_;
  std::vector<std::pair<uint32_t, uint32_t>> open_;  // scopes that match, whose members are to be matched
};

// Attributes as hashes that do not depend on their order.
struct AttributeHashes {
  uint64_t shapes = 0, others = 0;
};

AttributeHashes hash_attributes(std::string_view node_def) {
  AttributeHashes hashes;
  for_each_field(node_def, [&](const WireField& field) {
    if (field.number != 5) return;
    std::string_view key, value;
    for_each_field(field.bytes, [&](const WireField& inner) {
      if (inner.number == 1) key = inner.bytes;
      if (inner.number == 2) value = inner.bytes;
    });
    const uint64_t hash = hash_text(key) * 3 ^ hash_text(value);
    (key == "_output_shapes" || key == "_output_types" ? hashes.shapes : hashes.others) += hash;
  });
  return hashes;
}

struct InputEdge {
  uint32_t from;  // kNoMatch where the source has no match
  uint16_t output;
  bool is_control;
  bool operator==(const InputEdge&) const = default;
};

// The edges that lead to each entry, in the order of the message.
class Inputs {
 public:
  explicit Inputs(const Graph& graph) : begin_(graph.size() + 1), edge_(graph.edges.to.size()) {
    const Column<uint32_t>& to = graph.edges.to;
    for (size_t i = 0; i < to.size(); ++i) ++begin_[to[i] + 1];
    for (size_t i = 0; i < graph.size(); ++i) begin_[i + 1] += begin_[i];
    std::vector<uint32_t> at(begin_.begin(), begin_.end() - 1);
    for (uint32_t i = 0; i < to.size(); ++i) edge_[at[to[i]]++] = i;
  }

  // Data inputs keep their order; control edges have none.
  template <class Rename>
  std::vector<InputEdge> of(const Graph& graph, uint32_t entry, Rename rename) const {
    std::vector<InputEdge> found;
    for (uint32_t i = begin_[entry]; i < begin_[entry + 1]; ++i) {
      const uint32_t edge = edge_[i];
      found.push_back(
          {rename(graph.edges.from[edge]), graph.edges.output[edge], graph.edges.is_control[edge] != 0});
    }
    const auto control = std::stable_partition(found.begin(), found.end(),
                                               [](const InputEdge& each) { return !each.is_control; });
    std::sort(control, found.end(),
              [](const InputEdge& one, const InputEdge& other) { return one.from < other.from; });
    return found;
  }

 private:
  std::vector<uint32_t> begin_, edge_;
};

std::string_view node_def_of(const Graph& graph, std::string_view message, uint32_t entry) {
  const uint64_t begin = graph.tree.message_offset[entry];
  const uint32_t size = graph.tree.message_size[entry];
  return begin <= message.size() && size <= message.size() - begin ? message.substr(begin, size)
                                                                   : std::string_view{};
}

void find_changes(const Graph& a, std::string_view message_a, const Graph& b, std::string_view message_b,
                  GraphMatch& match) {
  const Inputs inputs_a(a), inputs_b(b);
  for (uint32_t in_b = 1; in_b < b.size(); ++in_b) {
    const uint32_t in_a = match.a_of_b[in_b];
    if (in_a == kNoMatch || !is_operation(b, in_b)) continue;
    uint8_t& changes = match.changes[in_b];
    if (a.string(a.tree.op[in_a]) != b.string(b.tree.op[in_b])) changes |= kOpChanged;
    if (a.string(a.tree.device[in_a]) != b.string(b.tree.device[in_b])) changes |= kDeviceChanged;
    const std::string_view node_a = node_def_of(a, message_a, in_a), node_b = node_def_of(b, message_b, in_b);
    if (node_a != node_b) {
      const AttributeHashes one = hash_attributes(node_a), other = hash_attributes(node_b);
      if (one.shapes != other.shapes) changes |= kShapesChanged;
      if (one.others != other.others) changes |= kAttributesChanged;
    }
    const auto same = [](uint32_t entry) { return entry; };
    const auto to_b = [&](uint32_t entry) { return match.b_of_a[entry]; };
    if (inputs_a.of(a, in_a, to_b) != inputs_b.of(b, in_b, same)) changes |= kInputsChanged;
  }
}

}  // namespace

GraphMatch match_graphs(const Graph& a, std::string_view message_a, const Graph& b,
                        std::string_view message_b) {
  GraphMatch match = Matcher(a, b).match();
  find_changes(a, message_a, b, message_b, match);
  return match;
}

}  // namespace sightline
