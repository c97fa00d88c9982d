// The Arrow C stream for Python: lends any buffers as a capsule.
#include "core/views/arrow_stream.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/module.h"

namespace nb = nanobind;

namespace sightline {
namespace {

// Py_buffers, released under the GIL by whichever thread is last.
struct Buffers {
  std::vector<Py_buffer> held;
  ~Buffers() {
    if (held.empty() || !Py_IsInitialized()) return;
    nb::gil_scoped_acquire gil;
    for (Py_buffer& buffer : held) PyBuffer_Release(&buffer);
  }
  const void* take(nb::handle object) {
    if (object.is_none()) return nullptr;
    Py_buffer buffer;
    if (PyObject_GetBuffer(object.ptr(), &buffer, PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
    held.push_back(buffer);
    return buffer.buf;
  }
};

// A column is (name, format, length, null_count, buffers, children, dictionary or None).
ArrowColumn column_of(nb::tuple tuple, Buffers& buffers) {
  ArrowColumn column;
  column.name = nb::cast<std::string>(tuple[0]);
  column.format = nb::cast<std::string>(tuple[1]);
  column.length = nb::cast<int64_t>(tuple[2]);
  column.null_count = nb::cast<int64_t>(tuple[3]);
  for (nb::handle buffer : nb::cast<nb::list>(tuple[4])) column.buffers.push_back(buffers.take(buffer));
  for (nb::handle child : nb::cast<nb::list>(tuple[5]))
    column.children.push_back(column_of(nb::cast<nb::tuple>(child), buffers));
  if (!tuple[6].is_none())
    column.dictionary = std::make_unique<ArrowColumn>(column_of(nb::cast<nb::tuple>(tuple[6]), buffers));
  return column;
}

void release_capsule(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream"));
  if (stream->release) stream->release(stream);
  delete stream;
}

nb::object arrow_stream(nb::tuple root, std::vector<std::pair<std::string, std::string>> metadata) {
  auto buffers = std::make_shared<Buffers>();
  auto table = std::make_shared<ArrowTable>();
  table->root = column_of(root, *buffers);
  table->metadata = std::move(metadata);
  table->owner = buffers;
  auto* stream = new ArrowArrayStream{};
  export_stream(std::move(table), stream);
  PyObject* capsule = PyCapsule_New(stream, "arrow_array_stream", release_capsule);
  if (!capsule) {
    stream->release(stream);
    delete stream;
    throw nb::python_error();
  }
  return nb::steal(capsule);
}

}  // namespace

void bind_arrow_stream(nb::module_& module) {
  module.def("arrow_stream", &arrow_stream, nb::arg("root"), nb::arg("metadata"),
             "An arrow_array_stream capsule of one batch; the buffers are lent, not copied.");
}

}  // namespace sightline
