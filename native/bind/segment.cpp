// Segments, snapshots of their columns, and single records for Python.
#include "core/scan/segment.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cmath>

#include "bind/arrays.h"
#include "bind/module.h"
#include "bind/named_tuple.h"
#include "bind/source.h"
#include "core/records/record.h"
#include "core/views/nonfinite.h"

namespace nb = nanobind;

namespace sightline {
namespace {

// Tags and names are UTF-8 by the format; bytes that are not come out as \xNN, so that different tags stay
// different.
nb::str to_text(const std::string& bytes) {
  PyObject* text =
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "backslashreplace");
  if (text == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(text);
}

nb::object to_text(const std::optional<std::string>& bytes) {
  return bytes ? nb::object(to_text(*bytes)) : nb::none();
}

nb::tuple arrays_of(const Chunk& chunk, nb::handle owner) {
  nb::object values = chunk.is_float64
                          ? view_array(static_cast<const double*>(chunk.values), chunk.size, owner)
                          : view_array(static_cast<const float*>(chunk.values), chunk.size, owner);
  return nb::make_tuple(view_array(chunk.steps, chunk.size, owner),
                        view_array(chunk.wall_times, chunk.size, owner), values);
}

template <typename T, typename Get>
nb::object join(const Chunks& chunks, Get get) {
  return new_array<T>(chunks.size, [&](T* to) {
    for (const Chunk& chunk : chunks.chunks)
      for (size_t i = 0; i < chunk.size; ++i) *to++ = get(chunk, i);
  });
}

nb::tuple scalars(const Chunks& chunks) {
  nb::object steps = join<int64_t>(chunks, [](const Chunk& chunk, size_t i) { return chunk.steps[i]; });
  nb::object wall_times =
      join<double>(chunks, [](const Chunk& chunk, size_t i) { return chunk.wall_times[i]; });
  nb::object values = chunks.is_float64
                          ? join<double>(chunks, [](const Chunk& chunk, size_t i) { return chunk.value(i); })
                          : join<float>(chunks, [](const Chunk& chunk, size_t i) {
                              return static_cast<const float*>(chunk.values)[i];
                            });
  return nb::make_tuple(steps, wall_times, values);
}

template <typename T, typename Get>
nb::object column(const std::vector<Reference>& rows, Get get) {
  return new_array<T>(rows.size(), [&](T* to) {
    for (const Reference& row : rows) *to++ = static_cast<T>(get(row));
  });
}

nb::object array_of(const std::vector<uint64_t>& counts) {
  return new_array<uint64_t>(counts.size(),
                             [&](uint64_t* to) { std::copy(counts.begin(), counts.end(), to); });
}

nb::dict references(const Segment& segment, size_t begin) {
  const std::vector<Reference> rows = segment.references(begin);
  nb::dict columns;
  columns["tag_id"] = column<uint32_t>(rows, [](const Reference& row) { return row.tag; });
  columns["what"] = column<uint8_t>(rows, [](const Reference& row) { return row.what; });
  columns["step"] = column<int64_t>(rows, [](const Reference& row) { return row.step; });
  columns["wall_time"] = column<double>(rows, [](const Reference& row) { return row.wall_time; });
  columns["record_offset"] = column<uint64_t>(rows, [](const Reference& row) { return row.record_offset; });
  columns["record_length"] = column<uint64_t>(rows, [](const Reference& row) { return row.record_length; });
  columns["value_offset"] = column<uint64_t>(rows, [](const Reference& row) { return row.value_offset; });
  columns["value_length"] = column<uint64_t>(rows, [](const Reference& row) { return row.value_length; });
  return columns;
}

nb::tuple tag_tuple(const Segment& segment, size_t tag) {
  const auto info = segment.tag(tag).info;
  const Metadata none;
  const Metadata& metadata = info->metadata ? *info->metadata : none;
  return nb::make_tuple(to_text(info->name), to_text(metadata.plugin_name),
                        nb::bytes(metadata.plugin_content.data(), metadata.plugin_content.size()),
                        to_text(metadata.display_name), to_text(metadata.description), metadata.data_class);
}

std::optional<double> earliest_of(const Totals& totals) {
  return std::isinf(totals.earliest_wall_time) ? std::nullopt : std::optional(totals.earliest_wall_time);
}

nb::bytes to_bytes(const std::string& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

// The key of a segment's tags: one object for neighbors that have the same, whose hash is computed once.
nb::object shared_key(const std::string& key) {
  static PyObject* last = nullptr;  // guarded by the interpreter's lock
  if (last == nullptr ||
      std::string_view(PyBytes_AS_STRING(last), static_cast<size_t>(PyBytes_GET_SIZE(last))) != key) {
    Py_XDECREF(last);
    last = to_bytes(key).release().ptr();
  }
  return nb::borrow(last);
}

nb::object list_facts(const Segment& segment, nb::handle type) {
  const auto facts = segment.list_facts();
  if (!facts) return nb::none();
  nb::object nan = nb::none();
  if (facts->nan) nan = nb::make_tuple(to_text(facts->nan->second), facts->nan->first);
  return named(type, facts->last_step, nan, shared_key(segment.tag_key()), segment.n_references() == 0,
               segment.has_session_starts());
}

nb::object totals_of(const Segment& segment, nb::handle type, nb::handle list_facts_type) {
  check_named_tuple(type);
  check_named_tuple(list_facts_type);
  const Totals totals = segment.totals();
  const auto damage = segment.damage_totals();
  return named(type, totals.offset, totals.n_points, segment.n_tags(), totals.first_wall_time,
               totals.last_wall_time, earliest_of(totals), damage.count, damage.n_bytes,
               list_facts(segment, list_facts_type));
}

// Points of each tag in segments that have the same tags.
nb::object sum_counts(const nb::sequence& segments) {
  std::vector<uint64_t> sums;
  for (const nb::handle segment : segments) {
    const std::vector<uint64_t> counts = nb::cast<const Segment&>(segment).counts();
    if (counts.size() > sums.size()) sums.resize(counts.size());
    for (size_t tag = 0; tag < counts.size(); ++tag) sums[tag] += counts[tag];
  }
  return array_of(sums);
}

nb::list session_starts(const Segment& segment) {
  nb::list starts;
  for (const SessionStart& start : segment.session_starts())
    starts.append(
        nb::make_tuple(start.step, start.wall_time, start.offset, start.n_points, start.n_references));
  return starts;
}

nb::list damage(const Segment& segment) {
  const DamageLog log = segment.damage();
  nb::list list;
  for (const Damage& one : log.listed)
    list.append(nb::make_tuple(one.offset, one.n_bytes, to_string(one.reason)));
  if (log.open) list.append(nb::make_tuple(log.open->offset, log.open->n_bytes, to_string(log.open->reason)));
  return list;
}

nb::tuple point(const Chunks& chunks, uint64_t index) {
  if (index >= chunks.size) throw nb::index_error("no such point");
  auto chunk = chunks.chunks.begin();
  for (; index >= chunk->size; ++chunk) index -= chunk->size;
  return nb::make_tuple(chunk->steps[index], chunk->wall_times[index], chunk->value(index));
}

nb::tuple nonfinite(const Chunks& chunks, uint64_t begin, uint64_t end) {
  Nonfinite found;
  {
    nb::gil_scoped_release released;
    Series series;
    chunks.add_to(series);
    found = count_nonfinite(series, begin, std::min<uint64_t>(end, chunks.size));
  }
  return nb::make_tuple(found.n_nan, found.n_inf, found.first_nan_step);
}

void bind_chunks(nb::module_& module) {
  nb::class_<Chunks>(module, "Chunks", "A snapshot of one tag's points, in pieces, none of them copied.")
      .def("__len__", [](const Chunks& chunks) { return chunks.size; })
      .def_prop_ro("n_chunks", [](const Chunks& chunks) { return chunks.chunks.size(); })
      .def(
          "arrays",
          [](nb::handle self) {
            nb::list list;
            for (const Chunk& chunk : nb::cast<const Chunks&>(self).chunks)
              list.append(arrays_of(chunk, self));
            return list;
          },
          "A list of (steps, wall_times, values), read-only views.")
      .def("first", &Chunks::first, nb::arg("n"), "The same snapshot with its first n points only.")
      .def("point", &point, nb::arg("index"), "(step, wall_time, value) of one point.")
      .def("nonfinite", &nonfinite, nb::arg("begin"), nb::arg("end"),
           "(NaNs, infinities, step of the first NaN or None) of the points from `begin` up to `end`.")
      .def("joined", &scalars, "(steps, wall_times, values), one contiguous copy.");
}

void bind_records(nb::module_& module) {
  nb::exception<RecordError>(module, "RecordError", PyExc_ValueError);
  nb::exception<FileShrankError>(module, "FileShrankError", PyExc_ValueError);
  module.def(
      "read_record",
      [](nb::handle source, uint64_t offset) {
        const std::string data =
            with_source(source, [offset](Source& bytes) { return read_record(bytes, offset); });
        return nb::bytes(data.data(), data.size());
      },
      nb::arg("source"), nb::arg("offset"), "The data of the record at `offset`, both CRCs checked.");
}

}  // namespace

void bind_segment(nb::module_& module) {
  bind_records(module);
  bind_chunks(module);
  nb::class_<Segment>(module, "Segment", "The columns of one event file as far as it was read.")
      .def(nb::init<>())
      .def(
          "read",
          [](Segment& segment, nb::handle source, bool is_final, uint64_t max_bytes, int n_threads) {
            return with_source(
                source, [&](Source& bytes) { return segment.read(bytes, is_final, max_bytes, n_threads); });
          },
          nb::arg("source"), nb::kw_only(), nb::arg("final") = false, nb::arg("max_bytes") = 0,
          nb::arg("threads") = 0)
      .def_prop_ro("generation", &Segment::generation)
      .def_prop_ro("offset", [](const Segment& segment) { return segment.totals().offset; })
      .def_prop_ro("n_records", [](const Segment& segment) { return segment.totals().n_records; })
      .def_prop_ro("n_points", [](const Segment& segment) { return segment.totals().n_points; })
      .def_prop_ro("nbytes", [](const Segment& segment) { return segment.totals().nbytes; })
      .def_prop_ro("file_version",
                   [](const Segment& segment) { return to_text(segment.totals_with_texts().file_version); })
      .def_prop_ro("source_writer",
                   [](const Segment& segment) { return to_text(segment.totals_with_texts().source_writer); })
      .def_prop_ro("start_time", [](const Segment& segment) { return segment.totals().start_time; })
      .def_prop_ro("first_wall_time", [](const Segment& segment) { return segment.totals().first_wall_time; })
      .def_prop_ro("last_wall_time", [](const Segment& segment) { return segment.totals().last_wall_time; })
      .def_prop_ro("earliest_wall_time", [](const Segment& segment) { return earliest_of(segment.totals()); })
      .def("totals", &totals_of, nb::arg("type"), nb::arg("list_facts_type"),
           "(offset, points, tags, first, last and earliest wall time, damages, damaged bytes, list facts) "
           "of\n"
           "a type of named tuples. The list facts are None where they are computed, else (last step or "
           "None,\n"
           "(tag, step) of the first NaN or None, a key that segments with equal tags share, whether there "
           "are\n"
           "scalars only, whether there are session starts).")
      .def_static("sum_counts", &sum_counts, nb::arg("segments"),
                  "How many points each tag has in all of these segments, which have the same tags.")
      .def_prop_ro("has_session_starts", &Segment::has_session_starts)
      .def_prop_ro("tail", [](const Segment& segment) { return to_bytes(segment.tail()); })
      .def_prop_ro("head", [](const Segment& segment) { return to_bytes(segment.head()); })
      .def("forget_pages", &Segment::forget_pages, nb::call_guard<nb::gil_scoped_release>())
      .def("image", &Segment::image, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("n_damages", [](const Segment& segment) { return segment.damage_totals().count; })
      .def_prop_ro("n_damaged_bytes", [](const Segment& segment) { return segment.damage_totals().n_bytes; })
      .def("damage", &damage)
      .def_prop_ro("n_tags", &Segment::n_tags)
      .def("tag", &tag_tuple, nb::arg("tag_id"))
      .def(
          "n_scalars", [](const Segment& segment, size_t tag) { return segment.tag(tag).n_points; },
          nb::arg("tag_id"))
      .def(
          "scalars", [](const Segment& segment, size_t tag) { return scalars(segment.chunks(tag)); },
          nb::arg("tag_id"))
      .def("chunks", &Segment::chunks, nb::arg("tag_id"))
      .def("counts", [](const Segment& segment) { return array_of(segment.counts()); })
      .def_prop_ro("n_references", &Segment::n_references)
      .def("references", &references, nb::arg("start") = 0)
      .def("session_starts", &session_starts)
      .def(
          "points_before",
          [](const Segment& segment, size_t session_start) {
            return array_of(segment.points_before(session_start));
          },
          nb::arg("session_start"));
}

}  // namespace sightline
