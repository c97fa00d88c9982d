// Names of categories, as Kineto writes and wrote them.
#include "core/trace/category.h"

namespace sightline {
namespace {

// Kineto has one category for all that a stream of MTIA does; waiting is not work.
constexpr std::string_view kMtiaStream = "mtia_ccp_events";
constexpr std::string_view kMtiaWait = "mtia_ccp_events, wait";
constexpr std::string_view kMtiaCopy = "mtia_ccp_events, copy";

struct Known {
  std::string_view name;
  Category category;
};

constexpr Known kKnown[] = {
    {"cpu_op", Category::cpu_op},
    {"Operator", Category::cpu_op},
    {"user_annotation", Category::user_annotation},
    {"python_function", Category::python_function},
    {"Python", Category::python_function},
    {"Runtime", Category::runtime},
    {"cuda_runtime", Category::runtime},
    {"hip_runtime", Category::runtime},
    {"xpu_runtime", Category::runtime},
    {"mtia_runtime", Category::runtime},
    {"glow_runtime", Category::runtime},
    {"privateuse1_runtime", Category::runtime},
    {"cuda_driver", Category::driver},
    {"xpu_driver", Category::driver},
    {"privateuse1_driver", Category::driver},
    {"kernel", Category::kernel},
    {"Kernel", Category::kernel},
    {kMtiaStream, Category::kernel},
    {"mtia_insight", Category::kernel},
    {kMtiaWait, Category::sync},
    {kMtiaCopy, Category::memcpy},
    {"hpu_op", Category::kernel},
    {"gpu_memcpy", Category::memcpy},
    {"Memcpy", Category::memcpy},
    {"gpu_memset", Category::memset},
    {"Memset", Category::memset},
    {"gpu_user_annotation", Category::gpu_user_annotation},
    {"cuda_sync", Category::sync},
    {"xpu_sync", Category::sync},
    {"cuda_event", Category::sync},
    {"overhead", Category::overhead},
    {"collective_comm", Category::communication},
    {"Trace", Category::trace_span},
    {"hardware_counters", Category::counter},
    {"cuda_profiler_range", Category::counter},
    {"xpu_scope_profiler", Category::counter},
    {"mtia_counters", Category::counter},
    {"cpu_instant_event", Category::instant},
};

}  // namespace

std::string_view finer_category(std::string_view category, std::string_view event) {
  if (category != kMtiaStream) return category;
  if (event == "event_wait" || event == "event_record") return kMtiaWait;
  return event == "dma_request" ? kMtiaCopy : category;
}

Category category_of(std::string_view name) {
  for (const Known& known : kKnown)
    if (known.name == name) return known.category;
  return Category::other;
}

}  // namespace sightline
