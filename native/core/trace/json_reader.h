// A trace in Chrome's JSON (Kineto, JAX, any tool), read piece by piece as its bytes come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/builder.h"
#include "core/trace/json_events.h"

namespace sightline {

class JsonTraceReader {
 public:
  JsonTraceReader() = default;
  JsonTraceReader(const JsonTraceReader&) = delete;
  JsonTraceReader& operator=(const JsonTraceReader&) = delete;

  // Reads on; what is not whole yet waits for the next piece.
  void feed(std::string_view bytes);
  // What follows is another file of the same worker, recorded later: it joins the trace on one clock.
  void next_file();
  // There is no more: reads what is left, and makes the trace. Call once.
  Trace finish();
  // A trouble with the bytes themselves, such as compression that breaks off; listed with the text's own.
  void add_problem(std::string_view what) { builder_.add_problem(what, offset_ + buffer_.size()); }
  uint64_t n_bytes() const { return n_bytes_; }
  uint64_t n_events() const { return n_events_; }

 private:
  enum class Place { start, object, events, after };
  enum class Step { done, more, bad };

  void read(bool is_final);
  void end_file();
  Step read_start(const char*& at, const char* end);
  Step read_member(const char*& at, const char* end, bool is_final);
  Step read_element(const char*& at, const char* end, bool is_final);
  Step skip_to_event(const char*& at, const char* end, bool is_final);
  bool repair_event(const char* begin, const char* end);
  const char* last_before(const char* at) const;
  const char* next_event(const char* at, const char* end) const;

  void add_metadata(std::string_view key, std::string_view value);
  void problem(std::string_view what) { builder_.add_problem(what, event_offset_); }

  TraceBuilder builder_;
  JsonEvents events_{builder_};
  std::string buffer_;   // bytes that wait, followed by padding while they are read
  uint64_t offset_ = 0;  // of the buffer in the text
  uint64_t n_bytes_ = 0, n_events_ = 0;
  size_t retry_size_ = 0;  // an event that is not whole is tried again once there is so much
  Place place_ = Place::start;
  bool is_array_ = false;  // the text is an array, with no object around it
  bool has_events_ = false;
  bool is_lost_ = false;   // searching for the next event
  bool ph_first_ = false;  // events begin with "ph", as Kineto writes them
  uint64_t event_offset_ = 0;
  size_t n_metadata_ = 0;
  size_t file_ = 0;
  int64_t shift_ns_ = 0;  // from this file's clock to that of the first
};

}  // namespace sightline
