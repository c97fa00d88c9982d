// Events into an event file without the caller waiting for the disk: a bounded buffer and one background
// thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/write/event_encode.h"

namespace sightline {

struct EventFileOptions {
  std::string directory;
  std::string filename_suffix;
  double flush_secs = 120;
  uint64_t max_queue_events = 10;      // so many waiting events wake the thread
  uint64_t max_queue_bytes = 1 << 20;  // or so many bytes
  uint64_t max_buffer_bytes =
      64 << 20;                  // most memory held; beyond it callers wait, or drop while the disk fails
  uint64_t max_file_bytes = 0;   // begin a new file at this size; 0: never
  uint64_t max_total_bytes = 0;  // take no more events after so many bytes; 0: no limit
};

class EventBuffer;

// Any thread may call anything. In a forked child the writer begins anew: the parent's waiting events stay
// the parent's, and the first event added in the child opens a file of the child's own. Lock order: the
// register of live writers, then a writer's buffer. No lock is ever held while waiting for the GIL.
class EventFileWriter {
 public:
  explicit EventFileWriter(EventFileOptions options);
  ~EventFileWriter();
  EventFileWriter(const EventFileWriter&) = delete;
  EventFileWriter& operator=(const EventFileWriter&) = delete;

  // Opens the file now and not with the first event. Returns 0 or an errno that only the user can fix (no
  // permission, a file in the directory's place); any other trouble is a warning, and tried again.
  int open();

  void add_scalar(std::string_view tag, double value, int64_t step, double wall_time, ScalarStyle style);
  void add_event(std::string_view event);
  void add_value(std::string_view value, int64_t step, double wall_time);
  // States that a restarted program resumes at `step`: older points from there on are superseded.
  void add_session_start(int64_t step, double wall_time);

  // True when the next add should be preceded by wait_for_room(), which may take long.
  bool is_full();
  void wait_for_room();

  // Returns when everything added before has been handed to the operating system, or could not be.
  void flush();
  // As flush(), then ends the thread and closes the file. A later event opens a new one.
  void close();

  std::string path();
  uint64_t n_dropped();
  bool has_warnings();
  std::vector<std::string> take_warnings();  // for the user, each once

  // Closes all writers of this process, for its exit; returns their warnings.
  static std::vector<std::string> close_all();

 private:
  EventBuffer& buffer();
  EventBuffer* own_buffer();  // null in a child that has added nothing yet
  EventBuffer& begin_anew();

  const EventFileOptions options_;
  std::atomic<EventBuffer*> buffer_;
};

}  // namespace sightline
