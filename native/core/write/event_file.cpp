// Appends by position: a retry writes the same bytes to the same place, so a failed write cannot tear the
// file.
#include "core/write/event_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "core/base/platform.h"
#include "core/write/event_encode.h"

namespace sightline {
namespace {

std::atomic<uint64_t> n_files{0};  // the <n> of file names, in this process

}  // namespace

EventFile::EventFile(std::string directory, std::string suffix)
    : directory_(std::move(directory)), suffix_(std::move(suffix)) {}

EventFile::~EventFile() { close(); }

// Readers take files in the order of their names: seconds only grow within a writer, even if the clock goes
// back.
std::string EventFile::next_path() {
  last_secs_ = std::max(static_cast<int64_t>(wall_clock_secs()), last_secs_ + 1);
  char secs[32];
  std::snprintf(secs, sizeof secs, "%010lld", static_cast<long long>(last_secs_));
  return directory_ + "/events.out.tfevents." + secs + "." + host_name() + "." +
         std::to_string(process_id()) + "." + std::to_string(n_files++) + suffix_;
}

int EventFile::open() {
  close();
  if (const int error = make_directories(directory_); error < 0) return -error;
  std::string path;
  int fd;
  do {  // another container may share our directory, host name and process id
    path = next_path();
    fd = create_file(path);
  } while (fd == -EEXIST);
  if (fd < 0) return -fd;
  std::string event, record;
  append_version_event(event, "sightline", 0, wall_clock_secs());
  append_record(record, event);
  fd_ = fd;
  size_ = 0;
  size_t done;
  if (const int error = append(record, &done)) {
    close();
    remove_file(path);
    return error;
  }
  path_ = path;
  header_size_ = size_;
  return 0;
}

void EventFile::close() {
  if (fd_ >= 0) close_file(std::exchange(fd_, -1));
}

int EventFile::append(std::string_view records, size_t* done) {
  size_t written = 0;
  int64_t count = 1;
  while (written < records.size() && count > 0) {
    count = write_at(fd_, records.data() + written, records.size() - written,
                     size_ + static_cast<int64_t>(written));
    if (count > 0) written += static_cast<size_t>(count);
  }
  *done = 0;
  while (*done < written) {
    const size_t record = first_record_size(records.substr(*done));
    if (*done + record > written) break;
    *done += record;
  }
  size_ += static_cast<int64_t>(*done);
  if (*done == records.size()) return 0;
  // Should this fail too, the next append writes over the torn record from its beginning.
  (void)truncate_file(fd_, size_);
  return count < 0 ? static_cast<int>(-count) : ENOSPC;
}

bool EventFile::is_lost() const {
  FileState state;
  return file_state(fd_, &state) < 0 || !state.has_name || state.size < size_;
}

}  // namespace sightline
