// Whether a pickle holds plain data only: walks its opcodes and builds nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sightline {

// Why the pickle must not be loaded; empty where it may be. Allowed are lists, tuples, dictionaries with text
// as keys, texts, numbers, true, false and none. All else is refused: globals, calls, persistent ids,
// extensions, buffers, a memo with holes. Loading what passes takes at most about `max_bytes` of memory.
std::string check_pickle(std::string_view bytes, uint64_t max_bytes);

}  // namespace sightline
