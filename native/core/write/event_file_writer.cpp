// The handle on an EventBuffer: finds the one of this process, and knows all live writers for the exit.
#include "core/write/event_file_writer.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/platform.h"
#include "core/write/event_buffer.h"

namespace sightline {
namespace {

// Never destroyed: writers may outlive static storage. Held across a fork, so that a child finds it free.
struct Register {
  std::mutex mutex;
  std::set<EventFileWriter*> writers;
};

Register& live() {
  static Register* const one = [] {
    auto* made = new Register;
    at_fork([] { live().mutex.lock(); }, [] { live().mutex.unlock(); });
    return made;
  }();
  return *one;
}

// The directory is settled now: a program that changes its own later still writes to the same place.
EventFileOptions tidy(EventFileOptions options) {
  std::error_code error;
  const std::string absolute = std::filesystem::absolute(options.directory, error).string();
  if (!error) options.directory = absolute;
  while (options.directory.size() > 1 && options.directory.back() == '/') options.directory.pop_back();
  if (!(options.flush_secs > 0)) options.max_queue_events = 1;
  options.max_queue_events = std::max<uint64_t>(options.max_queue_events, 1);
  options.max_buffer_bytes = std::max<uint64_t>(options.max_buffer_bytes, 1);
  options.max_queue_bytes = std::min(options.max_queue_bytes, options.max_buffer_bytes / 2 + 1);
  return options;
}

bool is_users_mistake(int error) {
  return error == EACCES || error == EPERM || error == ENOTDIR || error == EISDIR || error == EINVAL ||
         error == ENAMETOOLONG || error == ELOOP || error == EROFS;
}

}  // namespace

EventFileWriter::EventFileWriter(EventFileOptions options)
    : options_(tidy(std::move(options))), buffer_(new EventBuffer(options_, fork_generation())) {
  std::lock_guard lock(live().mutex);
  live().writers.insert(this);
}

EventFileWriter::~EventFileWriter() {
  {
    std::lock_guard lock(live().mutex);
    live().writers.erase(this);
  }
  delete own_buffer();  // an inherited one belongs to a thread that is not here: it is left alone
}

EventBuffer* EventFileWriter::own_buffer() {
  EventBuffer* const buffer = buffer_.load(std::memory_order_acquire);
  return buffer->generation == fork_generation() ? buffer : nullptr;
}

EventBuffer& EventFileWriter::buffer() {
  if (EventBuffer* const own = own_buffer()) [[likely]]
    return *own;
  return begin_anew();
}

EventBuffer& EventFileWriter::begin_anew() {
  std::lock_guard lock(live().mutex);
  if (EventBuffer* const own = own_buffer()) return *own;  // another thread was first
  auto* const fresh = new EventBuffer(options_, fork_generation());
  buffer_.store(fresh, std::memory_order_release);
  return *fresh;
}

int EventFileWriter::open() {
  const int error = buffer().open();
  return is_users_mistake(error) ? error : 0;
}

void EventFileWriter::add_scalar(std::string_view tag, double value, int64_t step, double wall_time,
                                 ScalarStyle style) {
  buffer().add(scalar_record_bound(tag.size()),
               [&](std::string& chunk) { append_scalar_record(chunk, tag, value, step, wall_time, style); });
}

void EventFileWriter::add_event(std::string_view event) {
  buffer().add(event.size() + kFrameBytes, [&](std::string& chunk) { append_record(chunk, event); });
}

void EventFileWriter::add_value(std::string_view value, int64_t step, double wall_time) {
  std::string event;
  append_value_event(event, value, step, wall_time);
  add_event(event);
}

void EventFileWriter::add_session_start(int64_t step, double wall_time) {
  std::string version, start;
  append_version_event(version, {}, step, wall_time);  // readers expect a start only after a version
  append_session_start_event(start, step, wall_time);
  add_event(version);
  add_event(start);
}

bool EventFileWriter::is_full() { return buffer().is_full(); }
void EventFileWriter::wait_for_room() { buffer().wait_for_room(); }

void EventFileWriter::flush() {
  if (EventBuffer* const own = own_buffer()) own->flush();
}

void EventFileWriter::close() {
  if (EventBuffer* const own = own_buffer()) own->close();
}

std::string EventFileWriter::path() { return buffer().path(); }
uint64_t EventFileWriter::n_dropped() { return buffer().n_dropped(); }
bool EventFileWriter::has_warnings() { return buffer().has_warnings(); }
std::vector<std::string> EventFileWriter::take_warnings() { return buffer().take_warnings(); }

// The register stays locked: no writer can be destroyed in the meantime.
std::vector<std::string> EventFileWriter::close_all() {
  std::lock_guard lock(live().mutex);
  std::vector<std::string> warnings;
  for (EventFileWriter* const writer : live().writers) {
    EventBuffer* const own = writer->own_buffer();
    if (own == nullptr) continue;
    own->close();
    for (std::string& one : own->take_warnings()) warnings.push_back(std::move(one));
  }
  return warnings;
}

}  // namespace sightline
