// Saved segments for Python: images to be written, mapped files that give segments.
#include "core/scan/saved_file.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <cerrno>

#include "bind/arrays.h"
#include "bind/module.h"

namespace nb = nanobind;

namespace sightline {
namespace {

using Ranges = nb::ndarray<const uint64_t, nb::shape<kSavedColumns, 2>, nb::c_contig, nb::device::cpu>;

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

std::unique_ptr<Segment> segment_of(const SavedFile& file, const Ranges& ranges, uint32_t checksum) {
  SavedRanges places;
  for (size_t i = 0; i < kSavedColumns; ++i) places[i] = {ranges(i, 0), ranges(i, 1)};
  nb::gil_scoped_release released;
  return file.segment(places, checksum);
}

}  // namespace

void bind_saved_file(nb::module_& module) {
  nb::class_<SegmentImage>(module, "SegmentImage", "A segment at one moment, ready to be saved.")
      .def_prop_ro("checksum", &SegmentImage::checksum)
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
      .def("segment", &segment_of, nb::arg("ranges"), nb::arg("checksum"),
           "The segment at (offset, bytes) of each column; None where it is damaged.")
      .def("forget_pages", &SavedFile::forget_pages, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace sightline
