// Open, look, read, keep the tail, close.
#include "core/load.h"

#include <algorithm>
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

void read_into(Loaded& loaded, int fd, Segment& segment, double final_before_secs, uint64_t max_bytes,
               size_t tail_bytes) {
  FileSource source(fd);
  loaded.more = segment.read(source, loaded.facts.modified_secs < final_before_secs, max_bytes);
  const uint64_t offset = segment.totals().offset;
  loaded.tail.resize(std::min<uint64_t>(tail_bytes, offset));
  const size_t n = source.read_at(offset - loaded.tail.size(), loaded.tail.data(), loaded.tail.size());
  loaded.tail.resize(n);
}

}  // namespace

Loaded load_file(const std::string& path, Segment& segment, double final_before_secs, uint64_t max_bytes,
                 size_t tail_bytes) {
  Loaded loaded;
  const OpenFile file(path);
  if (file.fd < 0) {
    loaded.error = -file.fd;
    return loaded;
  }
  loaded.error = -file_facts(file.fd, &loaded.facts);
  if (loaded.error != 0) return loaded;
  try {
    read_into(loaded, file.fd, segment, final_before_secs, max_bytes, tail_bytes);
  } catch (const std::system_error& error) {
    loaded.error = error.code().value();
  }
  return loaded;
}

}  // namespace sightline
