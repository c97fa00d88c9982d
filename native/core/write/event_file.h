// One event file being written: its name, its first record, and appends that leave whole records only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sightline {

// Not thread-safe: its writer's background thread owns it.
class EventFile {
 public:
  EventFile(std::string directory, std::string suffix);
  ~EventFile();
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;

  // Opens a new file (and its directory) with a name of its own and writes the version record.
  // Returns 0 or an errno; nothing is left behind on an error.
  int open();
  void close();

  // Writes `records` (whole ones) as far as the disk takes them; `*done` becomes the bytes of the whole
  // records that are in the file. What was written of a further one is taken back. Returns 0 or an errno.
  int append(std::string_view records, size_t* done);

  bool is_open() const { return fd_ >= 0; }
  // True when somebody removed or cut the file: what we append would be lost or follow a hole.
  bool is_lost() const;

  const std::string& path() const { return path_; }
  int64_t size() const { return size_; }
  // Size without any events: rotating at this size would never end.
  int64_t header_size() const { return header_size_; }

 private:
  std::string next_path();

  const std::string directory_;
  const std::string suffix_;
  std::string path_;
  int fd_ = -1;
  int64_t size_ = 0;
  int64_t header_size_ = 0;
  int64_t last_secs_ = -1;
};

}  // namespace sightline
