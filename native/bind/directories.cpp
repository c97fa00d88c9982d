// Listings of many directories at once, for Python.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bind/module.h"
#include "bind/named_tuple.h"
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

// The facts of a file and the texts made of them, for which no interpreter is needed.
struct NamedFacts {
  explicit NamedFacts(const FileFacts& found)
      : facts(found), identity(identity_of(found)), version(version_of(found, wall_clock_ns())) {}

  FileFacts facts;
  std::string identity, version;
};

nb::str to_name(const std::string& bytes) {
  PyObject* name = PyUnicode_DecodeFSDefaultAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()));
  if (name == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(name);
}

nb::str to_text(const std::string& text) { return nb::str(text.data(), text.size()); }

nb::object to_stat(const NamedFacts& file, nb::handle type) {
  return named(type, file.facts.size, file.facts.modified_secs, to_text(file.identity),
               file.facts.is_directory, to_text(file.version));
}

nb::object to_entry(const DirectoryEntry& entry, nb::handle entry_type, nb::handle stat_type) {
  nb::object stat = nb::none();
  if (entry.facts) stat = to_stat(NamedFacts(*entry.facts), stat_type);
  return named(entry_type, to_name(entry.name), entry.is_directory, entry.is_link, stat);
}

std::string encoded(nb::handle path) {
  if (PyUnicode_Check(path.ptr()) && PyUnicode_IS_COMPACT_ASCII(path.ptr())) {
    const std::string_view text(static_cast<const char*>(PyUnicode_DATA(path.ptr())),
                                static_cast<size_t>(PyUnicode_GET_LENGTH(path.ptr())));
    if (text.find('\0') == text.npos) return std::string(text);
  }
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) throw nb::python_error();
  return nb::steal<nb::bytes>(bytes).c_str();
}

std::vector<std::string> encoded_all(nb::list paths) {
  std::vector<std::string> found;
  found.reserve(paths.size());
  for (nb::handle path : paths) found.push_back(encoded(path));
  return found;
}

// The facts of each path that leads to a file.
std::vector<std::optional<NamedFacts>> facts_of_files(const std::vector<std::string>& paths) {
  nb::gil_scoped_release released;
  std::vector<std::optional<NamedFacts>> found(paths.size());
  const size_t n_threads = std::clamp<size_t>(paths.size() / kDirectoriesPerThread, 1, kMaxThreads);
  parallel_for(paths.size(), n_threads, [&](size_t i) {
    FileFacts facts;
    if (path_facts(paths[i], &facts) == 0 && !facts.is_directory) found[i].emplace(facts);
  });
  return found;
}

}  // namespace

void bind_directories(nb::module_& module) {
  module.def(
      "list_directories",
      [](nb::list paths, nb::bytes wanted, nb::handle entry_type, nb::handle stat_type) {
        check_named_tuple(entry_type);
        check_named_tuple(stat_type);
        nb::list results;
        for (const Directory& directory : list_all(encoded_all(paths), wanted.c_str())) {
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
        for (const auto& facts : facts_of_files(encoded_all(paths)))
          results.append(facts ? to_stat(*facts, stat_type) : nb::none());
        return results;
      },
      nb::arg("paths"), nb::arg("stat_type"),
      "stat_type(size, modified, identity, …) of each path; None where no file is.");
}

}  // namespace sightline
