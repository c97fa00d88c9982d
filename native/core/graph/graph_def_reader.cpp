// GraphDef { node = 1, library = 2 { function = 1 { signature = 1, node_def = 3, ret = 4 } } }, on the wire.
#include "core/graph/graph_def_reader.h"

#include <string>

#include "core/events/wire_fields.h"
#include "core/graph/draft.h"
#include "core/graph/known_facts.h"

namespace sightline {
namespace {

constexpr std::string_view kBrokenOff = "messages break off";

SetAside set_aside_of(std::string_view name, std::string_view op) {
  // "Const", "prim::Constant", "onnx::Constant".
  if (op == "Const" || op == "Constant" || op.ends_with("::Constant")) return SetAside::kConstant;
  if (op == "SaveV2" || op == "RestoreV2" || op == "ShardedFilename" || op == "MergeV2Checkpoints" ||
      name.starts_with("save/") || name.starts_with("save_"))
    return SetAside::kSaver;
  if (op.ends_with("Summary") || op.ends_with("SummaryV2") || op.ends_with("SummaryWriter"))
    return SetAside::kSummary;
  return SetAside::kNo;
}

class GraphDefReader {
 public:
  explicit GraphDefReader(std::string_view bytes) : bytes_(bytes) {}

  Graph read() {
    size_t n_operations = 0;
    for_each_field(bytes_, [&](const WireField& field) { n_operations += field.number == 1; });
    draft_.reserve(n_operations);
    const bool is_whole = for_each_field(bytes_, [&](const WireField& field) {
      if (field.number == 1) read_operation(field.bytes, "");
      if (field.number == 2) read_library(field.bytes);
    });
    if (!is_whole) draft_.add_problem(kBrokenOff, "the graph");
    return draft_.finish();
  }

 private:
  void read_library(std::string_view library) {
    const bool is_whole = for_each_field(library, [&](const WireField& field) {
      if (field.number == 1) read_function(field.bytes);
    });
    if (!is_whole) draft_.add_problem(kBrokenOff, "the library of functions");
  }

  void read_function(std::string_view function) {
    std::string_view signature;
    for_each_field(function, [&](const WireField& field) {
      if (field.number == 1) signature = field.bytes;
    });
    std::string_view name;
    for_each_field(signature, [&](const WireField& field) {
      if (field.number == 1) name = field.bytes;
    });
    if (name.empty()) return draft_.add_problem("functions have no name", "");
    // OpDef { name = 1, input_arg = 2 { name = 1 } }
    for_each_field(signature, [&](const WireField& field) {
      if (field.number == 2) read_argument(field.bytes, name);
    });
    const bool is_whole = for_each_field(function, [&](const WireField& field) {
      if (field.number == 3) read_operation(field.bytes, name);
      if (field.number == 4) read_result(field.bytes, name);
    });
    if (!is_whole) draft_.add_problem(kBrokenOff, name);
  }

  // What the function returns, as an operation: bodies seldom have one for it.
  void read_result(std::string_view result, std::string_view function) {
    std::string_view name, source;
    for_each_field(result, [&](const WireField& field) {
      if (field.number == 1) name = field.bytes;
      if (field.number == 2) source = field.bytes;
    });
    draft_.add_operation("return " + std::string(name), "Return", "", function, {}, SetAside::kNo, 0, 0);
    draft_.add_input(source);
  }

  void read_argument(std::string_view argument, std::string_view function) {
    std::string_view name;
    for_each_field(argument, [&](const WireField& field) {
      if (field.number == 1) name = field.bytes;
    });
    draft_.add_operation(name, "Arg", "", function, {}, SetAside::kNo, 0, 0);
  }

  // NodeDef { name = 1, op = 2, input = 3, device = 4, attr = 5 }
  void read_operation(std::string_view message, std::string_view function) {
    std::string_view name, op, device, first_attribute;
    const bool is_whole = for_each_field(message, [&](const WireField& field) {
      if (field.number == 1) name = field.bytes;
      if (field.number == 2) op = field.bytes;
      if (field.number == 4) device = field.bytes;
      if (field.number == 5 && first_attribute.empty()) first_attribute = field.bytes;
    });
    if (!is_whole) draft_.add_problem(kBrokenOff, name);
    if (name.empty()) return draft_.add_problem("operations have no name", op);
    // Two gigabytes are the limit of a message.
    draft_.add_operation(name, op, device, function, facts_of(message, op, first_attribute),
                         set_aside_of(name, op), static_cast<uint64_t>(message.data() - bytes_.data()),
                         static_cast<uint32_t>(message.size()));
    for_each_field(message, [&](const WireField& field) {
      if (field.number == 3) draft_.add_input(field.bytes);
    });
  }

  // Most operations of a model have the attributes of one that came before.
  DraftFacts facts_of(std::string_view message, std::string_view op, std::string_view first_attribute) {
    const char* const begin = first_attribute.data();
    const KnownFacts::Key key{
        op, begin ? std::string_view(begin, message.data() + message.size()) : std::string_view{},
        first_attribute.size()};
    if (const DraftFacts* const known = known_.find(key)) return *known;
    DraftFacts facts = draft_.add_facts(read_operation_facts(message, op));
    known_.add(key, facts);
    return facts;
  }

  std::string_view bytes_;
  GraphDraft draft_;
  KnownFacts known_;
};

}  // namespace

Graph read_graph_def(std::string_view bytes) { return GraphDefReader(bytes).read(); }

}  // namespace sightline
