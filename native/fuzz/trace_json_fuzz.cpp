// The reader of Chrome's JSON on any bytes: pieces of any size give the same trace, and every index is in
// range. The same text twice, as two files of one worker, is a trace too.
#include <string>

#include "../tests/trace/check_trace.h"
#include "core/trace/json_reader.h"

using namespace sightline;

extern uint64_t fuzz_feature;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const size_t n_piece = 1 + data[0] % 97;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  JsonTraceReader whole, pieces;
  whole.feed(text);
  for (size_t at = 0; at < text.size(); at += n_piece) pieces.feed(std::string(text, at, n_piece));
  const Trace trace = whole.finish(), other = pieces.finish();
  testing::check_trace(trace);
  testing::check_trace(other);
  JsonTraceReader spans;
  spans.feed(text);
  spans.next_file();
  spans.feed(text);
  testing::check_trace(spans.finish());
  fuzz_feature = trace.n_slices() % 16 | trace.problems.size() << 4 | (trace.flows.kind.size() % 4) << 8 |
                 (trace.n_tracks() % 8) << 10 | (trace.instants.name.size() % 2) << 13 |
                 (trace.counters.value.size() % 2) << 14 | (trace.memory.bytes.size() % 2) << 15;
  return 0;
}
