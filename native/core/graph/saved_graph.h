// A graph with its message as one file that is mapped when it is needed again.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/graph/graph.h"

namespace sightline {

// What is saved with a graph: the GraphDef that it was read from.
struct SavedGraph {
  Graph graph;
  Column<char> message;
};

// Writes a new file; `key` says of what the graph was made. 0 or a negative errno; what was written then is
// of no use.
int save_graph(const Graph& graph, std::string_view message, std::string_view key, const std::string& path);

// The graph in memory that `owner` keeps. None where it is not whole, was saved with another key, by another
// version, or has an index out of range: the file may be damaged, and is never trusted.
std::optional<SavedGraph> read_saved_graph(const char* data, size_t size, std::string_view key,
                                           std::shared_ptr<const void> owner);

// The same from a file, which is mapped.
std::optional<SavedGraph> open_saved_graph(const std::string& path, std::string_view key);

}  // namespace sightline
