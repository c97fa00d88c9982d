// The Python module: one binder per core module, no logic.
#include "bind/module.h"

NB_MODULE(_native, module) {
  module.doc() = "The native core: event files to columns, columns to views, values to event files.";
  // A thread that still follows logs when the interpreter ends leaks its objects; that needs no warning.
  nanobind::set_leak_warnings(false);
  sightline::bind_arrow_stream(module);
  sightline::bind_crc32c(module);
  sightline::bind_directories(module);
  sightline::bind_memory(module);
  sightline::bind_event_file_writer(module);
  sightline::bind_graph(module);
  sightline::bind_histogram(module);
  sightline::bind_histograms(module);
  sightline::bind_intervals(module);
  sightline::bind_load(module);
  sightline::bind_packed(module);
  sightline::bind_pickle(module);
  sightline::bind_series(module);
  sightline::bind_source(module);
  sightline::bind_segment(module);
  sightline::bind_saved_file(module);
  sightline::bind_trace(module);
  sightline::bind_view(module);
}
