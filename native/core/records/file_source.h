// An open file, as long as it was when it was opened.
#pragma once

#include <string>

#include "core/base/platform.h"
#include "core/records/source.h"

namespace sightline {

class FileSource final : public Source {
 public:
  // Throws std::system_error where the file cannot be opened or has no offsets (a pipe).
  explicit FileSource(const std::string& path);
  ~FileSource() override { close(); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  const FileFacts& facts() const { return facts_; }
  uint64_t size() override { return facts_.size; }
  size_t read_at(uint64_t offset, void* into, size_t size) override;
  void advise_random(bool random) override;
  void close();  // reading then fails

 private:
  int fd_;
  FileFacts facts_{};
  bool random_ = false;
};

}  // namespace sightline
