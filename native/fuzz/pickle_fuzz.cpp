// The check of pickles on any bytes: it ends, and what is cut short does not pass.
#include <string>

#include "../tests/check.h"
#include "core/pickle/check.h"

using namespace sightline;

extern uint64_t fuzz_feature;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string problem = check_pickle(bytes, 1 << 20);
  const size_t stop = bytes.find('.');
  if (problem.empty()) CHECK(!check_pickle(bytes.substr(0, stop), 1 << 20).empty());
  fuzz_feature = problem.empty() ? 1 + bytes.size() % 32 : 64 + problem.size();
  return 0;
}
