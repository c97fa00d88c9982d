// EventFileWriter for Python: arguments in, warnings out, and no GIL while waiting for the disk.
#include "core/write/event_file_writer.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cerrno>
#include <optional>
#include <string>
#include <vector>

#include "bind/module.h"
#include "core/base/platform.h"

namespace nb = nanobind;

namespace sightline {
namespace {

constexpr size_t kCopyWithGil = 64 << 10;

struct Writer : EventFileWriter {
  using EventFileWriter::EventFileWriter;
  ~Writer() {
    nb::gil_scoped_release released;
    close();
  }
};

PyObject* warning_handler = nullptr;  // owned until the process ends

void set_warning_handler(nb::callable handler) { warning_handler = handler.release().ptr(); }

void warn(const std::vector<std::string>& warnings) {
  for (const std::string& one : warnings) {
    if (warning_handler != nullptr)
      nb::borrow<nb::callable>(warning_handler)(one);
    else if (PyErr_WarnEx(PyExc_RuntimeWarning, one.c_str(), 1) < 0)
      throw nb::python_error();
  }
}

void show_warnings(Writer& self) {
  if (self.has_warnings()) [[unlikely]]
    warn(self.take_warnings());
}

void make_room(Writer& self) {
  if (!self.is_full()) [[likely]]
    return;
  nb::gil_scoped_release released;
  self.wait_for_room();
}

bool is_true(nb::handle value) {
  const int truth = PyObject_IsTrue(value.ptr());
  if (truth < 0) throw nb::python_error();
  return truth == 1;
}

ScalarStyle style_of(bool new_style, bool double_precision) {
  if (!new_style) return ScalarStyle::simple;
  return double_precision ? ScalarStyle::tensor_double : ScalarStyle::tensor_float;
}

void add_scalar(Writer& self, std::string_view tag, double value, int64_t step,
                std::optional<double> wall_time, bool new_style, bool double_precision) {
  make_room(self);
  self.add_scalar(tag, value, step, wall_time ? *wall_time : wall_clock_secs(),
                  style_of(new_style, double_precision));
  show_warnings(self);
}

// What `value.item()` gives (numpy, torch and JAX arrays of one element have it), or the value itself.
nb::object item_of(nb::handle value) {
  static PyObject* const name = PyUnicode_InternFromString("item");
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()) || value.is_none()) return nb::borrow(value);
  if (PyObject* const item = PyObject_CallMethodNoArgs(value.ptr(), name)) return nb::steal(item);
  if (!PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();  // the user's Ctrl-C, say
  PyErr_Clear();
  return nb::borrow(value);
}

std::optional<double> number_of(nb::handle value) {
  if (PyFloat_Check(value.ptr())) [[likely]]
    return PyFloat_AS_DOUBLE(value.ptr());
  const nb::object item = item_of(value);
  if (PyFloat_Check(item.ptr())) return PyFloat_AS_DOUBLE(item.ptr());
  if (!PyLong_Check(item.ptr())) return {};
  const double number = PyLong_AsDouble(item.ptr());
  if (number != -1.0 || !PyErr_Occurred()) return number;
  PyErr_Clear();
  return {};
}

std::optional<int64_t> step_of(nb::handle step) {
  if (step.is_none()) return 0;
  const nb::object item = item_of(step);
  if (!PyLong_Check(item.ptr())) return {};
  int overflow = 0;
  const int64_t whole = PyLong_AsLongLongAndOverflow(item.ptr(), &overflow);
  return overflow == 0 ? std::optional(whole) : std::nullopt;
}

std::optional<std::string_view> text_of(nb::handle tag) {
  if (!PyUnicode_Check(tag.ptr())) return {};
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(tag.ptr(), &size);
  if (text != nullptr) [[likely]]
    return std::string_view(text, static_cast<size_t>(size));
  PyErr_Clear();
  return {};
}

bool try_add_scalar(Writer& self, nb::handle tag, nb::handle value, nb::handle step, nb::handle wall_time,
                    nb::handle new_style, nb::handle double_precision) {
  const auto text = text_of(tag);
  if (!text) return false;
  const auto number = number_of(value);
  const auto at = step_of(step);
  if (!number || !at || !(wall_time.is_none() || PyFloat_Check(wall_time.ptr()))) return false;
  make_room(self);
  const double secs = wall_time.is_none() ? wall_clock_secs() : PyFloat_AS_DOUBLE(wall_time.ptr());
  self.add_scalar(*text, *number, *at, secs, style_of(is_true(new_style), is_true(double_precision)));
  show_warnings(self);
  return true;
}

void add_event(Writer& self, nb::bytes event) {
  make_room(self);
  if (event.size() < kCopyWithGil) {
    self.add_event({event.c_str(), event.size()});
  } else {
    nb::gil_scoped_release released;
    self.add_event({event.c_str(), event.size()});
  }
  show_warnings(self);
}

void add_value(Writer& self, nb::bytes value, int64_t step, std::optional<double> wall_time) {
  make_room(self);
  const double secs = wall_time ? *wall_time : wall_clock_secs();
  if (value.size() < kCopyWithGil) {
    self.add_value({value.c_str(), value.size()}, step, secs);
  } else {
    nb::gil_scoped_release released;
    self.add_value({value.c_str(), value.size()}, step, secs);
  }
  show_warnings(self);
}

void add_session_start(Writer& self, int64_t step, std::optional<double> wall_time) {
  make_room(self);
  self.add_session_start(step, wall_time ? *wall_time : wall_clock_secs());
  show_warnings(self);
}

nb::bytes encode_value_event(nb::bytes value, int64_t step, std::optional<double> wall_time) {
  std::string event;
  append_value_event(event, {value.c_str(), value.size()}, step, wall_time ? *wall_time : wall_clock_secs());
  return nb::bytes(event.data(), event.size());
}

template <void (EventFileWriter::*method)()>
void without_gil(Writer& self) {
  {
    nb::gil_scoped_release released;
    (self.*method)();
  }
  show_warnings(self);
}

void open_writer(Writer& self, const std::string& directory) {
  int error;
  {
    nb::gil_scoped_release released;
    error = self.open();
  }
  if (error == 0) return show_warnings(self);
  errno = error;
  PyErr_SetFromErrnoWithFilename(PyExc_OSError, directory.c_str());
  throw nb::python_error();
}

void make_writer(Writer* self, const EventFileOptions& options, bool lazy) {
  new (self) Writer(options);
  if (lazy) return;
  try {
    open_writer(*self, options.directory);
  } catch (...) {
    self->~Writer();
    throw;
  }
}

void close_event_files() {
  std::vector<std::string> warnings;
  {
    nb::gil_scoped_release released;
    warnings = EventFileWriter::close_all();
  }
  warn(warnings);
}

}  // namespace

void bind_event_file_writer(nb::module_& module) {
  const EventFileOptions defaults;
  nb::class_<Writer>(module, "EventFileWriter",
                     "Events into an event file, by a bounded buffer and one thread.")
      .def(
          "__init__",
          [](Writer* self, std::string directory, std::string filename_suffix, double flush_secs,
             uint64_t max_queue_events, uint64_t max_queue_bytes, uint64_t max_buffer_bytes,
             uint64_t max_file_bytes, uint64_t max_total_bytes, bool lazy) {
            make_writer(self,
                        {directory, filename_suffix, flush_secs, max_queue_events, max_queue_bytes,
                         max_buffer_bytes, max_file_bytes, max_total_bytes},
                        lazy);
          },
          nb::arg("directory"), nb::kw_only(), nb::arg("filename_suffix") = defaults.filename_suffix,
          nb::arg("flush_secs") = defaults.flush_secs,
          nb::arg("max_queue_events") = defaults.max_queue_events,
          nb::arg("max_queue_bytes") = defaults.max_queue_bytes,
          nb::arg("max_buffer_bytes") = defaults.max_buffer_bytes,
          nb::arg("max_file_bytes") = defaults.max_file_bytes,
          nb::arg("max_total_bytes") = defaults.max_total_bytes, nb::arg("lazy") = false)
      .def("add_scalar", &add_scalar, nb::arg("tag"), nb::arg("value"), nb::arg("step") = 0,
           nb::arg("wall_time") = nb::none(), nb::kw_only(), nb::arg("new_style") = false,
           nb::arg("double_precision") = false)
      .def("try_add_scalar", &try_add_scalar, nb::arg("tag").none(), nb::arg("value").none(),
           nb::arg("step").none(), nb::arg("wall_time").none(), nb::arg("new_style").none() = false,
           nb::arg("double_precision").none() = false,
           "As add_scalar; False, and nothing done, where an argument needs converting.")
      .def("add_event", &add_event, nb::arg("event"), "Frame and queue one serialized Event.")
      .def("add_value", &add_value, nb::arg("value"), nb::arg("step") = 0, nb::arg("wall_time") = nb::none(),
           "Queue an Event with one serialized Summary.Value.")
      .def("add_session_start", &add_session_start, nb::arg("step"), nb::arg("wall_time") = nb::none(),
           "Say that older points from `step` on are superseded.")
      .def("flush", &without_gil<&EventFileWriter::flush>)
      .def("close", &without_gil<&EventFileWriter::close>)
      .def_static("encode_value_event", &encode_value_event, nb::arg("value"), nb::arg("step") = 0,
                  nb::arg("wall_time") = nb::none(), "The Event of add_value as bytes, for add_event.")
      .def_prop_ro("path", [](Writer& self) { return self.path(); })
      // The name under which Composer reads the path from torch's writer.
      .def_prop_ro("_file_name", [](Writer& self) { return self.path(); })
      .def_prop_ro("n_dropped", [](Writer& self) { return self.n_dropped(); });

  module.def("host_name", &host_name, "The name of this machine, as in event file names.");

  module.def(
      "set_warning_handler", &set_warning_handler, nb::arg("handler"),
      "Have handler(text) tell the user what went wrong in the background, in place of a plain warning.");
  module.def("close_event_files", &close_event_files, "Close all writers of this process, as at its exit.");
  nb::module_::import_("atexit").attr("register")(module.attr("close_event_files"));
}

}  // namespace sightline
