// NodeDef { attr = 5 { key = 1, value = 2 AttrValue } }
// AttrValue { list = 1, s = 2, i = 3, type = 6, shape = 7, tensor = 8, func = 10 }
#include "core/graph/operation_facts.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/string_table.h"
#include "core/events/wire_fields.h"

namespace sightline {
namespace {

// The attributes that tell operations of one kind apart; others carry names and values, which differ in equal
// blocks.
constexpr std::array<std::string_view, 10> kTelling{"T",           "_output_shapes", "dilations", "dtype",
                                                    "padding",     "parameters",     "shape",     "strides",
                                                    "transpose_a", "transpose_b"};
// More outputs than this are not described.
constexpr size_t kMostOutputs = 64;

// TensorFlow's DataType by number.
constexpr std::array<std::string_view, 31> kTypes{
    "",         "float32",   "float64", "int32",       "uint8",         "int16",   "int8",
    "string",   "complex64", "int64",   "bool",        "qint8",         "quint8",  "qint32",
    "bfloat16", "qint16",    "quint16", "uint16",      "complex128",    "float16", "resource",
    "variant",  "uint32",    "uint64",  "float8_e5m2", "float8_e4m3fn", "",        "",
    "",         "int4",      "uint4"};

std::string_view type_name(uint64_t number) {
  if (number > 100) number -= 100;  // references to variables
  return number < kTypes.size() ? kTypes[number] : std::string_view{};
}

uint64_t bits_of(std::string_view type) {
  if (type == "bool" || type.starts_with("float8")) return 8;
  if (type == "complex64") return 64;
  if (type == "complex128") return 128;
  // "torch.float32", "quint8", "bfloat16": the number at the end.
  const size_t last = type.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == type.size()) return 0;
  uint64_t bits = 0;
  std::from_chars(type.data() + last + 1, type.data() + type.size(), bits);
  return bits <= 128 ? bits : 0;
}

uint64_t saturating_product(uint64_t a, uint64_t b) {
  return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

uint64_t n_bytes_of(uint64_t n_elements, std::string_view type) {
  const uint64_t bits = bits_of(type);
  return bits >= 8 ? saturating_product(n_elements, bits / 8) : saturating_product(n_elements, bits) / 8;
}

struct Shape {
  bool is_known = false;
  bool is_fixed = true;
  uint64_t n_elements = 1;  // sizes that are not fixed count as 1
  std::string text;
};

// TensorShapeProto { dim = 2 { size = 1 }, unknown_rank = 3 }
Shape read_shape(std::string_view message) {
  Shape shape;
  shape.is_known = true;
  for_each_field(message, [&](const WireField& field) {
    if (field.number == 3 && field.value != 0) shape.is_known = false;
    if (field.number != 2) return;
    int64_t size = 0;
    for_each_field(field.bytes, [&](const WireField& inner) {
      if (inner.number == 1) size = static_cast<int64_t>(inner.value);
    });
    if (!shape.text.empty()) shape.text += "×";
    shape.text += size < 0 ? "?" : std::to_string(size);
    if (size < 0)
      shape.is_fixed = false;
    else
      shape.n_elements = saturating_product(shape.n_elements, static_cast<uint64_t>(size));
  });
  if (!shape.is_known) shape.text.clear();
  if (shape.is_known && shape.text.empty()) shape.text = "scalar";
  return shape;
}

class FactsReader {
 public:
  OperationFacts read(std::string_view node_def, std::string_view op) {
    for_each_field(node_def, [&](const WireField& field) {
      if (field.number == 5) read_attribute(field.bytes);
    });
    set_outputs();
    set_sizes(op);
    return std::move(facts_);
  }

 private:
  void read_attribute(std::string_view attribute) {
    std::string_view key, value;
    for_each_field(attribute, [&](const WireField& field) {
      if (field.number == 1) key = field.bytes;
      if (field.number == 2) value = field.bytes;
    });
    if (std::find(kTelling.begin(), kTelling.end(), key) != kTelling.end())
      facts_.hash += hash_text(key) * 3 ^ hash_text(value);
    for_each_field(value, [&](const WireField& field) { read_value(key, field); });
  }

  void read_value(std::string_view key, const WireField& field) {
    switch (field.number) {
      case 1:
        for_each_field(field.bytes, [&](const WireField& item) { read_item(key, item); });
        break;
      case 2:
        if (key == "dtype") dtype_ = field.bytes;
        break;
      case 3:
        if (key == "parameters") has_parameters_ = true, facts_.n_parameters = positive(field.value);
        if (key == "bytes") has_bytes_ = true, facts_.n_bytes = positive(field.value);
        break;
      case 6:
        if (key == "dtype") dtype_ = type_name(field.value);
        if (key == "T") element_type_ = type_name(field.value);
        break;
      case 7:
        if (key == "shape") shape_ = read_shape(field.bytes);
        break;
      case 8:
        if (key == "value") read_tensor(field.bytes);
        break;
      case 10:
        add_function(field.bytes);
        break;
      default:
        break;
    }
  }

  // AttrValue.ListValue { s = 2, shape = 7, func = 9 }
  void read_item(std::string_view key, const WireField& item) {
    if (item.number == 2 && key == "_output_types" && types_.size() < kMostOutputs)
      types_.emplace_back(item.bytes);
    if (item.number == 7 && key == "_output_shapes" && shapes_.size() < kMostOutputs)
      shapes_.push_back(read_shape(item.bytes));
    if (item.number == 9) add_function(item.bytes);
  }

  // TensorProto { dtype = 1, tensor_shape = 2 }
  void read_tensor(std::string_view tensor) {
    Shape shape;
    std::string_view type;
    for_each_field(tensor, [&](const WireField& field) {
      if (field.number == 1) type = type_name(field.value);
      if (field.number == 2) shape = read_shape(field.bytes);
    });
    if (!shape.is_known) shape.text = "scalar", shape.is_known = true;
    constant_bytes_ = n_bytes_of(shape.n_elements, type);
    if (shapes_.empty()) shape_ = std::move(shape);
  }

  // NameAttrList { name = 1 }
  void add_function(std::string_view message) {
    for_each_field(message, [&](const WireField& field) {
      if (field.number == 1 && !field.bytes.empty()) facts_.functions.push_back(field.bytes);
    });
  }

  void set_outputs() {
    if (shapes_.empty() && shape_.is_known) shapes_.push_back(shape_);
    const std::string_view type = dtype_.empty() ? element_type_ : dtype_;
    for (size_t i = 0; i < std::max(shapes_.size(), types_.size()); ++i) {
      OutputFacts output;
      output.type = i < types_.size() ? types_[i] : std::string(type);
      if (i < shapes_.size() && shapes_[i].is_known) {
        output.shape = shapes_[i].text;
        output.n_bytes = n_bytes_of(shapes_[i].n_elements, output.type.empty() ? "float32" : output.type);
      }
      facts_.outputs.push_back(std::move(output));
    }
  }

  void set_sizes(std::string_view op) {
    const bool is_variable =
        op == "VariableV2" || op == "Variable" || op == "VarHandleOp" || op == "AutoReloadVariable";
    if (!has_parameters_ && is_variable && shape_.is_known && shape_.is_fixed)
      facts_.n_parameters = shape_.n_elements;
    if (has_bytes_) return;
    std::string_view type = dtype_;
    if (type.empty() && !types_.empty()) type = types_[0];
    facts_.n_bytes = facts_.n_parameters != 0
                         ? n_bytes_of(facts_.n_parameters, type.empty() ? "float32" : type)
                         : constant_bytes_;
  }

  static uint64_t positive(uint64_t value) { return static_cast<int64_t>(value) < 0 ? 0 : value; }

  OperationFacts facts_;
  std::vector<Shape> shapes_;
  std::vector<std::string> types_;
  Shape shape_;
  std::string_view dtype_, element_type_;
  uint64_t constant_bytes_ = 0;
  bool has_parameters_ = false, has_bytes_ = false;
};

}  // namespace

OperationFacts read_operation_facts(std::string_view node_def, std::string_view op) {
  return FactsReader().read(node_def, op);
}

}  // namespace sightline
