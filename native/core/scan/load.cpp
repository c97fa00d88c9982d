// Open, check, read, close.
#include "core/scan/load.h"

#include <cerrno>
#include <system_error>

#include "core/records/file_source.h"

namespace sightline {

Loaded load_file(const std::string& path, Segment& segment, double final_before_secs, uint64_t max_bytes) {
  Loaded loaded;
  try {
    FileSource source(path);
    loaded.facts = source.facts();
    if (!segment.is_of(source)) {
      loaded.error = ESTALE;
      return loaded;
    }
    loaded.more = segment.read(source, loaded.facts.modified_secs < final_before_secs, max_bytes);
  } catch (const std::system_error& error) {
    loaded.error = error.code().value();
  }
  return loaded;
}

}  // namespace sightline
