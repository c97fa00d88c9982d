// The Arrow C stream: one batch, children that can be moved out, and nothing freed before its last user.
#include "core/views/arrow_stream.h"

#include <cstring>

#include "tests/check.h"

using namespace sightline;

namespace {

std::shared_ptr<ArrowTable> two_columns(std::weak_ptr<void>* watch) {
  auto owner = std::make_shared<std::vector<int64_t>>(std::vector<int64_t>{1, 2, 3});
  *watch = owner;
  auto table = std::make_shared<ArrowTable>();
  table->root.format = "+s";
  table->root.length = 3;
  table->root.buffers = {nullptr};
  for (const char* name : {"a", "b"}) {
    ArrowColumn column;
    column.name = name;
    column.format = "l";
    column.length = 3;
    column.buffers = {nullptr, owner->data()};
    table->root.children.push_back(std::move(column));
  }
  auto values = std::make_unique<ArrowColumn>();
  values->format = "u";
  values->buffers = {nullptr, nullptr, nullptr};
  table->root.children[1].dictionary = std::move(values);
  table->metadata = {{"key", "value"}};
  table->owner = owner;
  return table;
}

}  // namespace

int main() {
  std::weak_ptr<void> watch;
  ArrowArrayStream stream;
  export_stream(two_columns(&watch), &stream);

  ArrowSchema schema;
  CHECK(stream.get_schema(&stream, &schema) == 0);
  CHECK(schema.n_children == 2 && std::strcmp(schema.children[0]->name, "a") == 0);
  CHECK(schema.children[1]->dictionary && std::strcmp(schema.children[1]->dictionary->format, "u") == 0);
  CHECK(std::memcmp(schema.metadata, "\1\0\0\0\3\0\0\0key\5\0\0\0value", 20) == 0);
  schema.release(&schema);

  ArrowArray array;
  CHECK(stream.get_next(&stream, &array) == 0 && array.length == 3);
  ArrowArray end;
  CHECK(stream.get_next(&stream, &end) == 0 && end.release == nullptr);
  stream.release(&stream);

  ArrowArray moved = *array.children[1];
  array.children[1]->release = nullptr;
  array.release(&array);
  CHECK(!watch.expired());
  CHECK(static_cast<const int64_t*>(moved.buffers[1])[2] == 3);
  moved.release(&moved);
  CHECK(watch.expired());
}
