// RunMetadata { step_stats = 1 { dev_stats = 1 { device = 1, node_stats = 2 { node_name = 1,
//   all_end_rel_micros = 5, memory = 6 { total_bytes = 2 }, all_end_rel_nanos = 14 } } } }
#include "core/graph/step_statistics.h"

#include <unordered_map>

#include "core/events/wire_fields.h"

namespace sightline {
namespace {

// Nobody trains on more; a bad message may claim any number.
constexpr size_t kMostDevices = 65536;

// Operations by name. Those in bodies of functions also by their name there: a step runs them inlined.
class OperationNames {
 public:
  explicit OperationNames(const Graph& graph) {
    const GraphTree& tree = graph.tree;
    uint32_t body_end = 0, body = 0;
    for (uint32_t i = 1; i < graph.size(); ++i) {
      if (tree.part[i] == static_cast<uint8_t>(GraphPart::kFunction)) {
        body = i;
        body_end = i + tree.extent[i];
      }
      if (tree.part[i] != static_cast<uint8_t>(GraphPart::kOperation)) continue;
      const std::string_view name = graph.string(tree.name[i]);
      whole_.emplace(name, i);
      const size_t local = graph.string(tree.name[body]).size() + 1;
      // An operation outside that is named like the function is in its scope too.
      if (i < body_end && name.size() > local) inlined_.emplace(name.substr(local), i);
    }
  }

  // 0 where there is none: the root is no operation.
  uint32_t find(std::string_view name) const {
    for (const auto* names : {&whole_, &inlined_})
      if (const auto found = names->find(name); found != names->end()) return found->second;
    return 0;
  }

 private:
  std::unordered_map<std::string_view, uint32_t> whole_, inlined_;
};

struct Measured {
  std::string_view name;
  uint64_t micros = 0, nanos = 0, memory = 0;

  uint64_t time_ns() const {
    const auto micros_or_none = static_cast<int64_t>(micros) > 0 ? micros : 0;
    return static_cast<int64_t>(nanos) > 0 ? nanos : micros_or_none * 1000;
  }
};

Measured read_measured(std::string_view message) {
  Measured found;
  for_each_field(message, [&](const WireField& field) {
    if (field.number == 1) found.name = field.bytes;
    if (field.number == 5) found.micros = field.value;
    if (field.number == 14) found.nanos = field.value;
    if (field.number == 6)
      for_each_field(field.bytes, [&](const WireField& inner) {
        if (inner.number == 2 && static_cast<int64_t>(inner.value) > 0) found.memory += inner.value;
      });
  });
  // Kernels are named "operation:Op", some "operation = Op(…)".
  found.name = found.name.substr(0, found.name.find(" = "));
  return found;
}

class StatisticsReader {
 public:
  explicit StatisticsReader(const Graph& graph) : graph_(graph), names_(graph) {
    found_.time_ns.resize(graph.size());
    found_.memory_bytes.resize(graph.size());
    found_.device.resize(graph.size());
    kernel_ns_.resize(graph.size());
  }

  StepStatistics read(std::string_view run_metadata) {
    for_each_field(run_metadata, [&](const WireField& step_stats) {
      if (step_stats.number != 1) return;
      for_each_field(step_stats.bytes, [&](const WireField& field) {
        if (field.number == 1) read_device(field.bytes);
      });
    });
    for (size_t i = 1; i < graph_.size(); ++i) {
      found_.n_measured += found_.device[i] != 0;
      // What ran on a device took as long as its kernels, not as long as their launch.
      if (kernel_ns_[i] != 0) found_.time_ns[i] = kernel_ns_[i];
    }
    for (size_t i = graph_.size(); i-- > 1;) {
      found_.time_ns[graph_.tree.parent[i]] += found_.time_ns[i];
      found_.memory_bytes[graph_.tree.parent[i]] += found_.memory_bytes[i];
    }
    return std::move(found_);
  }

 private:
  void read_device(std::string_view message) {
    std::string_view device;
    for_each_field(message, [&](const WireField& field) {
      if (field.number == 1) device = field.bytes;
    });
    // "/device:GPU:0/stream:all" has the kernels of all streams, each of which is listed by itself as well.
    const bool is_stream = device.find("/stream:") != std::string_view::npos;
    if ((is_stream && !device.ends_with("/stream:all")) || found_.devices.size() >= kMostDevices) return;
    found_.devices.emplace_back(device);
    for_each_field(message, [&](const WireField& field) {
      if (field.number == 2) add(read_measured(field.bytes), is_stream);
    });
  }

  void add(const Measured& measured, bool is_kernel) {
    uint32_t entry = names_.find(measured.name);
    if (entry == 0) entry = names_.find(measured.name.substr(0, measured.name.rfind(':')));
    if (entry == 0) {
      ++found_.n_unmatched;
      return;
    }
    (is_kernel ? kernel_ns_ : found_.time_ns)[entry] += measured.time_ns();
    found_.memory_bytes[entry] += measured.memory;
    if (!is_kernel || found_.device[entry] == 0)
      found_.device[entry] = static_cast<uint32_t>(found_.devices.size());
  }

  const Graph& graph_;
  OperationNames names_;
  StepStatistics found_;
  std::vector<uint64_t> kernel_ns_;
};

}  // namespace

StepStatistics read_step_statistics(const Graph& graph, std::string_view run_metadata) {
  return StatisticsReader(graph).read(run_metadata);
}

}  // namespace sightline
