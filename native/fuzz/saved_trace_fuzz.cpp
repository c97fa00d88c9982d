// Saved traces with bytes changed at random: refused, or safe to ask anything.
#include <string>

#include "../tests/trace/ask_trace.h"
#include "core/trace/json_reader.h"
#include "core/trace/saved_trace.h"
#include "damaged.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

constexpr const char* kKey = "key";

std::string make_saved() {
  JsonTraceReader reader;
  reader.feed(R"({"deviceProperties": [], "traceEvents": [
    {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 50, "args": {"External id": 4}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 2, "dur": 3,
     "args": {"correlation": 7, "External id": 4}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 9, "dur": 30, "args": {"correlation": 7, "x": -1.5}},
    {"ph": "C", "name": "queue", "pid": 1, "ts": 5, "args": {"length": 3}},
    {"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "ts": 6, "args": {"Addr": 5, "Bytes": 512, "Total Allocated": 512,
     "Total Reserved": 1024, "Device Type": 1, "Device Id": 0}},
    {"ph": "i", "name": "mark", "pid": 1, "tid": 1, "ts": 7}, broken)");
  return fuzzing::saved_bytes("saved_trace_fuzz", [&reader](const std::string& path) {
    CHECK(save_trace(reader.finish(), kKey, "notes", path) == 0);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string whole = make_saved();
  const auto [memory, n_bytes] = fuzzing::damaged(whole, data, size);
  const auto saved = read_saved_trace(memory.get(), n_bytes, kKey, memory);
  if (saved) testing::ask_trace(saved->trace);
  fuzz_feature = saved ? 1 + saved->trace.n_slices() : 0;
  return 0;
}
