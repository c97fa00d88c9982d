// Listings of many directories at once, for Python.
#include <algorithm>
#include <string>
#include <vector>

#include "bind/module.h"
#include "bind/source.h"
#include "core/base/parallel.h"
#include "core/base/platform.h"

namespace nb = nanobind;

namespace sightline {
namespace {

// Listing waits for the disk as often as for a processor.
constexpr size_t kDirectoriesPerThread = 64, kMaxThreads = 4;

struct Directory {
  int error = 0;
  std::vector<DirectoryEntry> entries;
};

std::vector<Directory> list_all(const std::vector<std::string>& paths, const std::string& wanted) {
  nb::gil_scoped_release released;
  std::vector<Directory> directories(paths.size());
  const size_t n_threads = std::clamp<size_t>(paths.size() / kDirectoriesPerThread, 1, kMaxThreads);
  parallel_for(paths.size(), n_threads, [&](size_t i) {
    directories[i].error = -list_directory(paths[i], wanted, &directories[i].entries);
  });
  return directories;
}

nb::str to_name(const std::string& bytes) {
  PyObject* name = PyUnicode_DecodeFSDefaultAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()));
  if (name == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(name);
}

nb::tuple to_tuple(const DirectoryEntry& entry) {
  nb::object facts = nb::none();
  if (entry.facts) facts = facts_tuple(*entry.facts);
  return nb::make_tuple(to_name(entry.name), entry.is_directory, entry.is_link, facts);
}

}  // namespace

void bind_directories(nb::module_& module) {
  module.def(
      "list_directories",
      [](nb::list encoded_paths, nb::bytes wanted) {
        std::vector<std::string> paths;
        for (nb::handle path : encoded_paths) paths.emplace_back(nb::cast<nb::bytes>(path).c_str());
        nb::list results;
        for (const Directory& directory : list_all(paths, wanted.c_str())) {
          nb::list entries;
          for (const DirectoryEntry& entry : directory.entries) entries.append(to_tuple(entry));
          results.append(nb::make_tuple(directory.error, entries));
        }
        return results;
      },
      nb::arg("paths"), nb::arg("wanted"),
      "(errno, [(name, is directory, is link, (size, modified, identity, …) or None), …]) for each; "
      "the facts are those of files whose names hold `wanted`.");
}

}  // namespace sightline
