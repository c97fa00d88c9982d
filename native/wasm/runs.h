// The unpacked columns of a report, run by run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/packed/columns.h"

namespace sightline {

// Entry `entry` as it was loaded; its items keep their places.
const std::vector<PackedItem>& entry_items(size_t entry);

}  // namespace sightline
