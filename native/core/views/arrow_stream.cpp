#include "core/views/arrow_stream.h"

#include <cstring>

namespace sightline {
namespace {

using Table = std::shared_ptr<const ArrowTable>;

// What one exported struct owns. Children are owned by their parent unless a consumer has moved them out,
// which it shows by clearing their `release`.
template <class Node>
struct Held {
  Table table;
  std::vector<Node> nodes;
  std::vector<Node*> children;
  Node dictionary{};
  std::string metadata;
  std::vector<const void*> buffers;
};

template <class Node>
void release_node(Node* node) {
  auto* held = static_cast<Held<Node>*>(node->private_data);
  for (Node& child : held->nodes)
    if (child.release) child.release(&child);
  if (held->dictionary.release) held->dictionary.release(&held->dictionary);
  node->release = nullptr;
  delete held;
}

template <class Node, class Fill>
Held<Node>* begin_node(const Table& table, const ArrowColumn& column, Node* out, Fill fill) {
  auto* held = new Held<Node>{};
  held->table = table;
  held->nodes.resize(column.children.size());
  for (size_t i = 0; i < column.children.size(); ++i) {
    fill(table, column.children[i], &held->nodes[i]);
    held->children.push_back(&held->nodes[i]);
  }
  if (column.dictionary) fill(table, *column.dictionary, &held->dictionary);
  *out = Node{};
  out->n_children = static_cast<int64_t>(held->children.size());
  out->children = held->children.data();
  out->dictionary = column.dictionary ? &held->dictionary : nullptr;
  out->private_data = held;
  out->release = release_node<Node>;
  return held;
}

// Key-value pairs as the C interface wants them: counts and lengths in native int32.
std::string packed(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string out;
  auto put = [&](int32_t value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(static_cast<int32_t>(pairs.size()));
  for (const auto& [key, value] : pairs)
    for (const std::string* text : {&key, &value}) {
      put(static_cast<int32_t>(text->size()));
      out += *text;
    }
  return out;
}

void fill_schema(const Table& table, const ArrowColumn& column, ArrowSchema* out) {
  begin_node(table, column, out, fill_schema);
  out->format = column.format.c_str();
  out->name = column.name.c_str();
  out->flags = &column == &table->root ? 0 : ARROW_FLAG_NULLABLE;
}

void fill_array(const Table& table, const ArrowColumn& column, ArrowArray* out) {
  auto* held = begin_node(table, column, out, fill_array);
  held->buffers = column.buffers;
  out->buffers = held->buffers.data();
  out->n_buffers = static_cast<int64_t>(held->buffers.size());
  out->length = column.length;
  out->null_count = column.null_count;
}

struct Stream {
  Table table;
  bool done = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const Table& table = static_cast<Stream*>(stream->private_data)->table;
  fill_schema(table, table->root, out);
  if (!table->metadata.empty()) {
    auto* held = static_cast<Held<ArrowSchema>*>(out->private_data);
    held->metadata = packed(table->metadata);
    out->metadata = held->metadata.data();
  }
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* state = static_cast<Stream*>(stream->private_data);
  *out = ArrowArray{};
  if (state->done) return 0;
  state->done = true;
  fill_array(state->table, state->table->root, out);
  return 0;
}

const char* get_last_error(ArrowArrayStream*) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<Stream*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void export_stream(std::shared_ptr<const ArrowTable> table, ArrowArrayStream* out) {
  *out = ArrowArrayStream{get_schema, get_next, get_last_error, release_stream, new Stream{std::move(table)}};
}

}  // namespace sightline
