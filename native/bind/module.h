// What each binder offers to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sightline {

void bind_arrow_stream(nanobind::module_& module);
void bind_crc32c(nanobind::module_& module);
void bind_directories(nanobind::module_& module);
void bind_memory(nanobind::module_& module);
void bind_event_file_writer(nanobind::module_& module);
void bind_graph(nanobind::module_& module);
void bind_histogram(nanobind::module_& module);
void bind_histograms(nanobind::module_& module);
void bind_intervals(nanobind::module_& module);
void bind_load(nanobind::module_& module);
void bind_packed(nanobind::module_& module);
void bind_pickle(nanobind::module_& module);
void bind_saved_file(nanobind::module_& module);
void bind_segment(nanobind::module_& module);
void bind_series(nanobind::module_& module);
void bind_source(nanobind::module_& module);
void bind_trace(nanobind::module_& module);
void bind_view(nanobind::module_& module);

}  // namespace sightline
