// A GraphDef of TensorFlow, which torch and others write too, to a graph.
#pragma once

#include <string_view>

#include "core/graph/graph.h"

namespace sightline {

// Offsets in the graph are into `bytes`, which need to stay only during the call. Never throws on bad bytes.
Graph read_graph_def(std::string_view bytes);

}  // namespace sightline
