// Events in Chrome's JSON: the members of one, and what they add to a trace.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/builder.h"

namespace sightline {

// Raw texts of one event's members; strings keep their quotes.
struct JsonEvent {
  std::string_view ph, cat, name, pid, tid, ts, dur, id, scope, args;
  uint32_t name_id = 0;
  uint32_t args_record = kNoArgs;
  bool has_name_id = false, has_args_record = false;
  bool begins_with_ph = false;
  char phase() const { return ph.size() == 3 ? ph[1] : '\0'; }
};

class JsonEvents {
 public:
  explicit JsonEvents(TraceBuilder& builder) : builder_(builder) {}

  // Behind the event that begins at `at`; null where it is not whole, `is_bad` where it is no JSON.
  const char* parse(const char* at, const char* end, JsonEvent& event, bool& is_bad);
  // Adds an event; `offset` is where it stands in the text, for what is wrong with it.
  void add(JsonEvent& event, uint64_t offset);
  // Ids are counted anew from here on.
  void next_file() { ++file_; }
  // What to add to times to have them on the trace's clock.
  void set_shift(int64_t shift_ns) { shift_ns_ = shift_ns; }
  // The most that a time was written with.
  int max_decimals() const { return max_decimals_; }

 private:
  const char* parse_args(const char* at, const char* end, JsonEvent& event, bool& is_bad);
  const char* parse_value(std::string_view key, const char* at, const char* end, JsonEvent& event,
                          bool is_first);
  void add_slice(JsonEvent& event, int64_t time_ns);
  void add_edge(const JsonEvent& event, int64_t time_ns, bool is_async, bool is_end);
  void add_instant(const JsonEvent& event, int64_t time_ns);
  void add_memory(const JsonEvent& event, int64_t time_ns);
  void add_counters(const JsonEvent& event, int64_t time_ns);
  void add_flow(const JsonEvent& event, int64_t time_ns, char phase);
  void add_process_fact(const JsonEvent& event);
  uint32_t track_of(const JsonEvent& event, TrackKind kind);
  uint32_t args_of(const JsonEvent& event);
  uint32_t text_id(std::string_view raw);
  uint16_t category_id(std::string_view raw);
  uint16_t category_of_slice(const JsonEvent& event, uint32_t name);
  std::optional<int64_t> time_of(std::string_view token);
  void problem(std::string_view what) { builder_.add_problem(what, offset_); }

  TraceBuilder& builder_;
  uint64_t offset_ = 0;
  size_t file_ = 0;
  int64_t shift_ns_ = 0;
  int max_decimals_ = 0;
  std::vector<uint32_t> form_hints_;  // by name: the form of its last arguments
  struct TrackMemo {
    std::string key;
    uint32_t track = 0;
  };
  std::array<TrackMemo, 64> track_memo_;
  std::string last_category_;
  uint16_t last_category_id_ = 0;
  bool has_category_ = false;
};

}  // namespace sightline
