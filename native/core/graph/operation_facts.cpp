// NodeDef { op = 2, attr = 5 { key = 1, value = 2 } }: shapes and types out of the attributes.
#include "core/graph/operation_facts.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/events/wire_fields.h"

namespace sightline {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kFloatBytes = 4;

struct NamedSize {
  std::string_view name;
  double bytes;
};
constexpr std::array<NamedSize, 16> kSizes{{{"float64", 8},
                                            {"float32", 4},
                                            {"float16", 2},
                                            {"bfloat16", 2},
                                            {"int64", 8},
                                            {"int32", 4},
                                            {"int16", 2},
                                            {"int8", 1},
                                            {"uint64", 8},
                                            {"uint32", 4},
                                            {"uint16", 2},
                                            {"uint8", 1},
                                            {"bool", 1},
                                            {"complex64", 8},
                                            {"complex128", 16},
                                            {"half", 2}}};

// "float32" and "torch.float32"; 0 where it is none of these.
double size_of_name(std::string_view name) {
  if (const size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  const auto found =
      std::find_if(kSizes.begin(), kSizes.end(), [&](const NamedSize& each) { return each.name == name; });
  return found == kSizes.end() ? 0 : found->bytes;
}

// TensorFlow's DataType, which has the same numbers plus 100 for references.
double size_of_type(uint64_t type) {
  switch (type % 100) {
    case 1:
    case 3:
    case 12:
    case 13:
    case 22:
      return 4;
    case 2:
    case 8:
    case 9:
    case 23:
      return 8;
    case 4:
    case 6:
    case 10:
    case 11:
    case 15:
    case 24:
    case 25:
      return 1;
    case 5:
    case 14:
    case 16:
    case 17:
    case 19:
      return 2;
    case 18:
      return 16;
    default:
      return 0;
  }
}

// TensorShapeProto { dim = 2 { size = 1 }, unknown_rank = 3 }
double n_elements(std::string_view shape) {
  double n = 1;
  for_each_field(shape, [&](const WireField& field) {
    if (field.number == 3 && field.value != 0) n = kUnknown;
    if (field.number != 2) return;
    int64_t size = 0;
    for_each_field(field.bytes, [&](const WireField& dim) {
      if (dim.number == 1) size = static_cast<int64_t>(dim.value);
    });
    if (size >= 0) n *= static_cast<double>(size);
  });
  return n;
}

class NodeFacts {
 public:
  explicit NodeFacts(std::string_view node) {
    for_each_field(node, [&](const WireField& field) {
      if (field.number == 2) op_ = field.bytes;
      if (field.number == 5) read_attribute(field.bytes);
    });
  }

  double n_parameters() const {
    const bool is_variable = op_ == "VarHandleOp" || op_ == "Variable" || op_ == "VariableV2";
    return is_variable ? shape_ : parameters_;
  }
  double element_bytes(size_t output = 0) const {
    if (output < output_sizes_.size() && output_sizes_[output] > 0) return output_sizes_[output];
    return element_bytes_ > 0 ? element_bytes_ : kFloatBytes;
  }
  const std::vector<double>& outputs() const { return outputs_; }

 private:
  void read_attribute(std::string_view attribute) {
    std::string_view key, value;
    for_each_field(attribute, [&](const WireField& field) {
      if (field.number == 1) key = field.bytes;
      if (field.number == 2) value = field.bytes;
    });
    // AttrValue { list = 1, s = 2, i = 3, type = 6, shape = 7 }
    for_each_field(value, [&](const WireField& field) {
      if (key == "parameters" && field.number == 3) parameters_ = static_cast<double>(field.value);
      if (key == "shape" && field.number == 7) shape_ = n_elements(field.bytes);
      if (key == "dtype" && field.number == 2) element_bytes_ = size_of_name(field.bytes);
      if (key == "dtype" && field.number == 6) element_bytes_ = size_of_type(field.value);
      if (key == "T" && field.number == 6 && element_bytes_ == 0) element_bytes_ = size_of_type(field.value);
      if (key == "_output_shapes" && field.number == 1) read_shapes(field.bytes);
      if (key == "_output_types" && field.number == 1) read_types(field.bytes);
    });
  }

  // ListValue { s = 2, shape = 7 }
  void read_shapes(std::string_view list) {
    for_each_field(list, [&](const WireField& field) {
      if (field.number == 7) outputs_.push_back(n_elements(field.bytes));
    });
  }
  void read_types(std::string_view list) {
    for_each_field(list, [&](const WireField& field) {
      if (field.number == 2) output_sizes_.push_back(size_of_name(field.bytes));
    });
  }

  std::string_view op_;
  double parameters_ = 0, shape_ = 0, element_bytes_ = 0;
  std::vector<double> outputs_, output_sizes_;
};

}  // namespace

OperationFacts operation_facts(const Graph& graph, std::string_view message) {
  const GraphTree& tree = graph.tree;
  OperationFacts facts;
  facts.n_parameters.resize(graph.size());
  facts.parameter_bytes.resize(graph.size());
  facts.output_begin.push_back(0);
  for (size_t entry = 0; entry < graph.size(); ++entry) {
    const uint64_t begin = tree.message_offset[entry];
    const uint32_t size = tree.message_size[entry];
    if (size > 0 && begin <= message.size() && size <= message.size() - begin) {
      const NodeFacts node(message.substr(begin, size));
      facts.n_parameters[entry] = node.n_parameters();
      facts.parameter_bytes[entry] = node.n_parameters() * node.element_bytes();
      for (size_t output = 0; output < node.outputs().size(); ++output)
        facts.output_bytes.push_back(node.outputs()[output] * node.element_bytes(output));
    }
    facts.output_begin.push_back(static_cast<uint32_t>(facts.output_bytes.size()));
  }
  return facts;
}

}  // namespace sightline
