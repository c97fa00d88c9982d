// Saved traces with bytes changed at random: refused, or safe to ask anything.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "../tests/trace/ask_trace.h"
#include "core/base/bytes.h"
#include "core/base/platform.h"
#include "core/trace/json_reader.h"
#include "core/trace/saved_trace.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

constexpr const char* kKey = "key";
constexpr size_t kAlign = 64;

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
  const std::string path =
      std::filesystem::temp_directory_path() / ("saved_trace_fuzz." + std::to_string(process_id()));
  CHECK(save_trace(reader.finish(), kKey, "notes", path) == 0);
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
}

}  // namespace

// Three bytes change one: where, and to what. A last odd byte cuts the file short.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string whole = make_saved();
  std::string bytes = whole;
  for (size_t i = 0; i + 3 <= size; i += 3)
    bytes[load<uint16_t>(data + i) % bytes.size()] = static_cast<char>(data[i + 2]);
  if (size % 3 != 0) bytes.resize(bytes.size() * data[size - 1] / 256);
  std::shared_ptr<char[]> memory(new (std::align_val_t{kAlign}) char[bytes.size() + 1],
                                 [](char* held) { operator delete[](held, std::align_val_t{kAlign}); });
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  const auto saved = read_saved_trace(memory.get(), bytes.size(), kKey, memory);
  if (saved) testing::ask_trace(saved->trace);
  fuzz_feature = saved ? 1 + saved->trace.n_slices() : 0;
  return 0;
}
