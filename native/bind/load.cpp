// Several small event files read at once, for Python.
#include "core/scan/load.h"

#include <string>
#include <vector>

#include "bind/module.h"
#include "bind/source.h"

namespace nb = nanobind;

namespace sightline {
namespace {

std::vector<Loaded> load_all(const std::vector<std::string>& paths, const std::vector<Segment*>& segments,
                             double final_before_secs, uint64_t max_bytes) {
  nb::gil_scoped_release released;
  std::vector<Loaded> found;
  found.reserve(paths.size());
  for (size_t i = 0; i < paths.size(); ++i)
    found.push_back(load_file(paths[i], *segments[i], final_before_secs, max_bytes));
  return found;
}

nb::tuple to_tuple(const Loaded& one) { return nb::make_tuple(one.error, one.more, facts_tuple(one.facts)); }

}  // namespace

void bind_load(nb::module_& module) {
  module.def(
      "load_files",
      [](nb::list encoded_paths, nb::list segments, double final_before_secs, uint64_t max_bytes) {
        if (segments.size() != encoded_paths.size()) throw nb::value_error("a segment for each path");
        std::vector<std::string> paths;
        for (nb::handle path : encoded_paths) paths.emplace_back(nb::cast<nb::bytes>(path).c_str());
        std::vector<Segment*> places;
        for (nb::handle segment : segments) places.push_back(&nb::cast<Segment&>(segment));
        nb::list results;
        for (const Loaded& one : load_all(paths, places, final_before_secs, max_bytes))
          results.append(to_tuple(one));
        return results;
      },
      nb::arg("paths"), nb::arg("segments"), nb::kw_only(), nb::arg("final_before_secs"),
      nb::arg("max_bytes"),
      "Read files into new segments: (errno, more, (size, modified, identity, …)) for each.");
}

}  // namespace sightline
