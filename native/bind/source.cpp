// Files and windows as sources for Python, and Python objects as sources for the core.
#include "bind/source.h"

#include <nanobind/stl/string.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <system_error>

#include "bind/module.h"
#include "core/records/file_source.h"
#include "core/records/window_source.h"

namespace nb = nanobind;

namespace sightline {
namespace {

// Bytes that Python owns.
class BytesWindow final : public WindowSource {
 public:
  BytesWindow(nb::bytes data, uint64_t base)
      : WindowSource({data.c_str(), data.size()}, base), data_(std::move(data)) {}

 private:
  nb::bytes data_;
};

// A range that Python gave, kept until the next one. Used with the GIL only.
class PythonRange {
 public:
  PythonRange() = default;
  PythonRange(const PythonRange&) = delete;
  PythonRange& operator=(const PythonRange&) = delete;
  ~PythonRange() { PyBuffer_Release(&view_); }

  std::span<const uint8_t> get(const nb::object& read, uint64_t offset, size_t size) {
    const nb::object data = read(offset, size);
    Py_buffer view;
    if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
    PyBuffer_Release(&view_);
    view_ = view;
    return {static_cast<const uint8_t*>(view.buf), static_cast<size_t>(view.len)};
  }

 private:
  Py_buffer view_{};  // without an object: releasing it does nothing
};

size_t copy_range(const nb::object& read, uint64_t offset, void* into, size_t size) {
  PythonRange range;
  const auto got = range.get(read, offset, size);
  if (got.size() > size) throw nb::value_error("read() returned more bytes than requested");
  if (!got.empty()) std::memcpy(into, got.data(), got.size());
  return got.size();
}

// Calls Python; what that raises goes to `error`, and SourceError instead of it through the core.
template <typename Call>
auto with_gil(std::exception_ptr& error, Call call) {
  nb::gil_scoped_acquire acquired;
  try {
    return call();
  } catch (...) {
    error = std::current_exception();
  }
  throw SourceError("the source failed");
}

std::string encoded(nb::str path) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) throw nb::python_error();
  const nb::bytes owned = nb::steal<nb::bytes>(bytes);
  return {owned.c_str(), owned.size()};
}

[[noreturn]] void fail(int error, nb::str path) {
  errno = error;
  if (error == ESPIPE) {
    PyErr_SetObject(PyExc_OSError, nb::make_tuple(error, "Not a regular file", path).ptr());
  } else {
    PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path.ptr());
  }
  throw nb::python_error();
}

void open_in_place(FileSource* place, nb::str path) {
  const std::string name = encoded(path);
  try {
    nb::gil_scoped_release released;
    new (place) FileSource(name);
  } catch (const std::system_error& error) {
    fail(error.code().value(), path);
  }
}

nb::tuple facts_of_path(nb::str path) {
  const std::string name = encoded(path);
  FileFacts facts;
  int error = 0;
  {
    nb::gil_scoped_release released;
    error = path_facts(name, &facts);
  }
  if (error != 0) fail(-error, path);
  return facts_tuple(facts);
}

nb::object read_range(Source& source, uint64_t offset, uint64_t length) {
  const uint64_t size = source.size();
  const uint64_t wanted = offset < size ? std::min(length, size - offset) : 0;
  nb::object data = nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(wanted)));
  if (!data.is_valid()) throw nb::python_error();
  char* const into = PyBytes_AS_STRING(data.ptr());
  size_t got = 0;
  {
    nb::gil_scoped_release released;
    got = source.read_at(offset, into, wanted);
  }
  return got == wanted ? data : nb::object(nb::bytes(into, got));
}

}  // namespace

nb::tuple facts_tuple(const FileFacts& facts) {
  const std::string identity = identity_of(facts), version = version_of(facts, wall_clock_ns());
  return nb::make_tuple(facts.size, facts.modified_secs, nb::str(identity.data(), identity.size()),
                        facts.is_directory, nb::str(version.data(), version.size()));
}

CallbackSource python_source(nb::handle object, std::exception_ptr& error) {
  const auto size = nb::cast<uint64_t>(object.attr("size"));
  const auto read = [object, &error](uint64_t offset, void* into, size_t wanted) {
    return with_gil(error, [&] { return copy_range(object.attr("read"), offset, into, wanted); });
  };
  if (!nb::hasattr(object, "lend")) return {size, read};
  const auto lent = std::make_shared<PythonRange>();
  return {size, read, [object, lent, &error](uint64_t offset, size_t wanted) {
            return with_gil(error, [&] { return lent->get(object.attr("lend"), offset, wanted); });
          }};
}

void bind_source(nb::module_& module) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::system_error& error) {
      errno = error.code().value();
      PyErr_SetFromErrno(PyExc_OSError);
    } catch (const SourceError& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    }
  });
  nb::class_<Source>(module, "Source", "Bytes by position.")
      .def_prop_ro("size", &Source::size)
      .def("read", &read_range, nb::arg("offset"), nb::arg("length"), "A range; shorter at the end.");
  nb::class_<FileSource, Source>(module, "FileSource", "An open file, as long as it was when it was opened.")
      .def("__init__", &open_in_place, nb::arg("path"))
      .def(
          "facts", [](const FileSource& file) { return facts_tuple(file.facts()); },
          "(size, modified, identity, is directory, version)")
      .def("close", &FileSource::close);
  module.def("path_facts", &facts_of_path, nb::arg("path"),
             "(size, modified, identity, is directory, version)");
  nb::class_<BytesWindow, Source>(module, "WindowSource",
                                  "The bytes of a file from `base` on, as if it ended with them.")
      .def(nb::init<nb::bytes, uint64_t>(), nb::arg("data"), nb::arg("base") = 0);
}

}  // namespace sightline
