// Reads by position; nothing here depends on where another reader is.
#include "core/records/file_source.h"

#include <system_error>

namespace sightline {
namespace {

void check(int result) {
  if (result < 0) throw std::system_error(-result, std::generic_category());
}

}  // namespace

FileSource::FileSource(const std::string& path) : fd_(open_file(path)) {
  check(fd_);
  const int result = file_facts(fd_, &facts_);
  if (result < 0) close();
  check(result);
}

size_t FileSource::read_at(uint64_t offset, void* into, size_t size) {
  return read_file_at(fd_, offset, into, size);
}

void FileSource::advise_random(bool random) {
  if (random == random_) return;
  random_ = random;
  sightline::advise_random(fd_, random);
}

void FileSource::close() {
  if (fd_ >= 0) close_file(fd_);
  fd_ = -1;
}

}  // namespace sightline
