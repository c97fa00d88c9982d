// Listings of many directories at once, for Python.
#include <algorithm>
#include <optional>
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

// A named tuple of the same items, made without a call of its type.
nb::object named(nb::handle type, const nb::tuple& items) {
  auto* const made_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  PyObject* made = made_type->tp_alloc(made_type, static_cast<Py_ssize_t>(items.size()));
  if (made == nullptr) throw nb::python_error();
  for (size_t i = 0; i < items.size(); ++i)
    PyTuple_SET_ITEM(made, static_cast<Py_ssize_t>(i), nb::object(items[i]).release().ptr());
  return nb::steal(made);
}

nb::object to_entry(const DirectoryEntry& entry, nb::handle entry_type, nb::handle stat_type) {
  nb::object stat = nb::none();
  if (entry.facts) stat = named(stat_type, facts_tuple(*entry.facts));
  return named(entry_type, nb::make_tuple(to_name(entry.name), entry.is_directory, entry.is_link, stat));
}

std::vector<std::string> encoded(nb::list paths) {
  std::vector<std::string> found;
  found.reserve(paths.size());
  for (nb::handle path : paths) {
    PyObject* bytes = nullptr;
    if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) throw nb::python_error();
    found.emplace_back(nb::steal<nb::bytes>(bytes).c_str());
  }
  return found;
}

// The facts of each path that leads to a file.
std::vector<std::optional<FileFacts>> facts_of_files(const std::vector<std::string>& paths) {
  nb::gil_scoped_release released;
  std::vector<std::optional<FileFacts>> found(paths.size());
  const size_t n_threads = std::clamp<size_t>(paths.size() / kDirectoriesPerThread, 1, kMaxThreads);
  parallel_for(paths.size(), n_threads, [&](size_t i) {
    FileFacts facts;
    if (path_facts(paths[i], &facts) == 0 && !facts.is_directory) found[i] = facts;
  });
  return found;
}

void check_named_tuple(nb::handle type) {
  if (!PyType_Check(type.ptr()) ||
      !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type))
    throw nb::type_error("a type of named tuples is needed");
}

}  // namespace

void bind_directories(nb::module_& module) {
  module.def(
      "list_directories",
      [](nb::list paths, nb::bytes wanted, nb::handle entry_type, nb::handle stat_type) {
        check_named_tuple(entry_type);
        check_named_tuple(stat_type);
        nb::list results;
        for (const Directory& directory : list_all(encoded(paths), wanted.c_str())) {
          if (directory.error != 0) {
            results.append(directory.error);
            continue;
          }
          nb::list entries;
          for (const DirectoryEntry& entry : directory.entries)
            entries.append(to_entry(entry, entry_type, stat_type));
          results.append(entries);
        }
        return results;
      },
      nb::arg("paths"), nb::arg("wanted"), nb::arg("entry_type"), nb::arg("stat_type"),
      "[entry_type(name, is directory, is link, stat_type(size, modified, identity, …) or None), …] for "
      "each, "
      "or an errno; the stats are those of files whose names hold `wanted`.");
  module.def(
      "stat_files",
      [](nb::list paths, nb::handle stat_type) {
        check_named_tuple(stat_type);
        nb::list results;
        for (const auto& facts : facts_of_files(encoded(paths)))
          results.append(facts ? named(stat_type, facts_tuple(*facts)) : nb::none());
        return results;
      },
      nb::arg("paths"), nb::arg("stat_type"),
      "stat_type(size, modified, identity, …) of each path; None where no file is.");
}

}  // namespace sightline
