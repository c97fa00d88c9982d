// The reader of xplane files on any bytes.
#include <string>

#include "../tests/trace/check_trace.h"
#include "core/trace/xplane_reader.h"

using namespace sightline;

extern uint64_t fuzz_feature;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Trace trace = read_xplane(bytes);
  testing::check_trace(trace);
  fuzz_feature = trace.n_slices() % 32 | trace.problems.size() << 5 | (trace.n_tracks() % 8) << 9 |
                 (trace.flows.kind.size() % 4) << 12 | (trace.steps.number.size() % 2) << 14;
  return 0;
}
