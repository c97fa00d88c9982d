// Saved segments for Python: images to be written, mapped files that give segments.
#include "core/scan/saved_rows.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <cerrno>

#include "bind/arrays.h"
#include "bind/module.h"

namespace nb = nanobind;

namespace sightline {
namespace {

using Places = nb::ndarray<const uint64_t, nb::shape<kRowColumns, 3>, nb::c_contig, nb::device::cpu>;

void write(int fd, uint64_t offset, const std::vector<const SegmentImage*>& images, size_t column) {
  int error = 0;
  {
    nb::gil_scoped_release released;
    error = write_column(fd, offset, images, static_cast<SavedColumn>(column));
  }
  if (error == 0) return;
  errno = -error;
  PyErr_SetFromErrno(PyExc_OSError);
  throw nb::python_error();
}

std::unique_ptr<SavedRows> rows_of(std::shared_ptr<const SavedFile> file, const Places& places,
                                   uint64_t n_rows) {
  ColumnPlaces found;
  for (size_t i = 0; i < kRowColumns; ++i) found[i] = {places(i, 0), places(i, 1), places(i, 2)};
  nb::gil_scoped_release released;
  return SavedRows::open(std::move(file), found, n_rows);
}

std::string_view text_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) {  // a name that is no text: it has no saved segment
    PyErr_Clear();
    return {};
  }
  return {data, static_cast<size_t>(size)};
}

// Each file is (size, modified, identity, is directory, version).
nb::list unchanged(const std::vector<const SavedRows*>& rows, nb::list files) {
  std::vector<FileVersion> versions;
  versions.reserve(files.size());
  for (nb::handle file : files) {
    if (!PyTuple_Check(file.ptr()) || PyTuple_GET_SIZE(file.ptr()) != 5)
      throw nb::type_error("a file's state is needed");
    PyObject* const* items = &PyTuple_GET_ITEM(file.ptr(), 0);
    versions.push_back({text_of(items[2]), text_of(items[4]), nb::cast<uint64_t>(nb::handle(items[0]))});
  }
  std::vector<std::unique_ptr<Segment>> found;
  {
    nb::gil_scoped_release released;
    found = unchanged_segments(rows, versions);
  }
  nb::list segments;
  for (auto& segment : found) segments.append(nb::cast(std::move(segment)));
  return segments;
}

nb::bytes bytes_of(std::string_view text) { return nb::bytes(text.data(), text.size()); }

nb::tuple key_of(const SavedRows& rows, size_t row) {
  if (row >= rows.size()) throw nb::index_error("no such row");
  return nb::make_tuple(bytes_of(rows.text(row, KeyColumn::path)),
                        bytes_of(rows.text(row, KeyColumn::identity)), rows.saved_size(row),
                        bytes_of(rows.text(row, KeyColumn::version)));
}

nb::list paths_of(const SavedRows& rows) {
  nb::list paths;
  for (size_t row = 0; row < rows.size(); ++row) {
    const std::string_view path = rows.text(row, KeyColumn::path);
    PyObject* text = PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size()));
    if (text == nullptr) throw nb::python_error();
    paths.append(nb::steal(text));
  }
  return paths;
}

}  // namespace

void bind_saved_file(nb::module_& module) {
  nb::class_<SegmentImage>(module, "SegmentImage", "A segment at one moment, ready to be saved.")
      .def_prop_ro(
          "checksums",
          [](const SegmentImage& image) {
            const Checksums found = image.checksums();
            return uint64_t{found.list} << 32 | found.all;
          },
          "Of the columns that a list needs, in the upper half, and of all.")
      .def_prop_ro(
          "lengths",
          [](const SegmentImage& image) {
            nb::list lengths;
            for (size_t i = 0; i < kSavedColumns; ++i)
              lengths.append(image.n_elements(static_cast<SavedColumn>(i)));
            return lengths;
          },
          "How many elements each column has.");
  module.def(
      "write_images",
      [](int fd, uint64_t offset, nb::list images, size_t column) {
        if (column >= kSavedColumns) throw nb::value_error("no such column");
        std::vector<const SegmentImage*> places;
        for (nb::handle image : images) places.push_back(&nb::cast<const SegmentImage&>(image));
        write(fd, offset, places, column);
      },
      nb::arg("fd"), nb::arg("offset"), nb::arg("images"), nb::arg("column"),
      "Write one column of several segments, one behind the other; raises OSError.");
  nb::class_<SavedFile>(module, "SavedFile", "A mapped file of saved segments.")
      .def_static(
          "open", [](const std::string& path) { return SavedFile::open(path); }, nb::arg("path"),
          "None where the file cannot be mapped.")
      .def(
          "bytes",
          [](nb::handle self) {
            const auto bytes = nb::cast<const SavedFile&>(self).bytes();
            return view_array(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), self);
          },
          "The whole file.")
      .def("rows", &rows_of, nb::arg("places"), nb::arg("n"),
           "Its rows, by (place of offsets, place of data, bytes of an element) of each column; or None.")
      .def("forget_pages", &SavedFile::forget_pages, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<SavedRows>(module, "SavedRows", "The rows of a mapped file of saved segments.")
      .def("__len__", &SavedRows::size)
      .def("key", &key_of, nb::arg("row"), "(path, identity, size, version)")
      .def("paths", &paths_of, "The path of the event file of each row.")
      .def(
          "find", [](const SavedRows& rows, nb::str identity) { return rows.find(text_of(identity)); },
          nb::arg("identity"), "The row of an event file, or None.")
      .def(
          "segment",
          [](const SavedRows& rows, size_t row) {
            if (row >= rows.size()) throw nb::index_error("no such row");
            nb::gil_scoped_release released;
            return rows.segment(row);
          },
          nb::arg("row"), "The segment in a row; None where it is damaged.");
  module.def(
      "unchanged_segments",
      [](nb::list rows, nb::list files) {
        std::vector<const SavedRows*> places;
        for (nb::handle each : rows) places.push_back(&nb::cast<const SavedRows&>(each));
        return unchanged(places, files);
      },
      nb::arg("rows"), nb::arg("files"),
      "The segment of each file that is what it was when all of it was saved; None for others.");
}

}  // namespace sightline
