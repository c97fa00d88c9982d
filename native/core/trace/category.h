// What sort of work a slice is, under one name for the producers of all ages.
#pragma once

#include <cstdint>
#include <string_view>

namespace sightline {

enum class Category : uint8_t {
  other,
  cpu_op,
  user_annotation,
  python_function,
  runtime,
  driver,
  kernel,
  memcpy,
  memset,
  gpu_user_annotation,
  sync,
  overhead,
  communication,
  trace_span,
  counter,
  instant,
};

inline constexpr std::string_view kCategoryNames[] = {
    "other",   "cpu_op",   "user_annotation", "python_function", "runtime",
    "driver",  "kernel",   "memcpy",          "memset",          "gpu_user_annotation",
    "sync",    "overhead", "communication",   "trace_span",      "counter",
    "instant",
};

Category category_of(std::string_view name);

// The category of an event where its own stands for several: by the event's name.
std::string_view finer_category(std::string_view category, std::string_view event);

inline bool is_device_work(Category category) {
  return category == Category::kernel || category == Category::memcpy || category == Category::memset;
}
inline bool is_device_call(Category category) {
  return category == Category::runtime || category == Category::driver;
}

}  // namespace sightline
