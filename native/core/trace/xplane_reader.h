// A profile of TensorFlow or JAX (XSpace, a protobuf message) to a trace.
#pragma once

#include <string_view>

#include "core/trace/trace.h"

namespace sightline {

// Planes become processes, lines tracks, statistics arguments. `bytes` need to stay only during the call.
Trace read_xplane(std::string_view bytes);

}  // namespace sightline
