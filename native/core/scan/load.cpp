// Open, look, read, close.
#include "core/scan/load.h"

#include <system_error>

namespace sightline {
namespace {

struct OpenFile {
  explicit OpenFile(const std::string& path) : fd(open_file(path)) {}
  ~OpenFile() {
    if (fd >= 0) close_file(fd);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  const int fd;
};

}  // namespace

Loaded load_file(const std::string& path, Segment& segment, double final_before_secs, uint64_t max_bytes) {
  Loaded loaded;
  const OpenFile file(path);
  if (file.fd < 0) {
    loaded.error = -file.fd;
    return loaded;
  }
  loaded.error = -file_facts(file.fd, &loaded.facts);
  if (loaded.error != 0) return loaded;
  try {
    FileSource source(file.fd, loaded.facts.size);
    loaded.more = segment.read(source, loaded.facts.modified_secs < final_before_secs, max_bytes);
  } catch (const std::system_error& error) {
    loaded.error = error.code().value();
  }
  return loaded;
}

}  // namespace sightline
