// Loading whole files: what is there, what is torn, what is missing.
#include "core/scan/load.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;
using namespace sightline::testing;

namespace {

const double kNever = 0.0, kAlways = 1e18;

std::string write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path.string();
}

void a_whole_file(const std::filesystem::path& directory) {
  const std::string log = frame(version()) + frame(scalar("a", 1, 1)) + frame(scalar("a", 2, 2));
  Segment segment;
  const Loaded loaded = load_file(write(directory / "whole", log), segment, kAlways, 1 << 20);
  CHECK(loaded.error == 0 && !loaded.more && loaded.facts.size == log.size());
  CHECK(segment.totals().n_points == 2 && segment.damage().count == 0 && !segment.damage().open);
  CHECK(segment.tail() == log.substr(log.size() - Segment::kTailBytes));
}

// Only a file that will not grow has a torn tail; another is waited for.
void a_torn_file(const std::filesystem::path& directory) {
  const std::string log = frame(version()) + frame(scalar("a", 1, 1));
  const std::string path = write(directory / "torn", log.substr(0, log.size() - 3));
  Segment waiting, final;
  CHECK(load_file(path, waiting, kNever, 1 << 20).error == 0);
  CHECK(!waiting.damage().open);
  CHECK(load_file(path, final, kAlways, 1 << 20).error == 0);
  CHECK(final.damage().open);
}

void a_slice(const std::filesystem::path& directory) {
  std::string log;
  for (int step = 0; step < 100; ++step) log += frame(scalar("a", step, 1));
  Segment segment;
  const Loaded loaded = load_file(write(directory / "long", log), segment, kNever, 500);
  CHECK(loaded.more && segment.totals().n_points < 100 && segment.totals().n_points > 0);
}

void nothing(const std::filesystem::path& directory) {
  Segment segment;
  CHECK(load_file((directory / "missing").string(), segment, kNever, 0).error == ENOENT);
  CHECK(load_file(directory.string(), segment, kNever, 0).error == EISDIR);
  CHECK(mkfifo((directory / "pipe").c_str(), 0600) == 0);
  CHECK(load_file((directory / "pipe").string(), segment, kNever, 0).error == ESPIPE);
}

}  // namespace

int main() {
  std::string name = (std::filesystem::temp_directory_path() / "load_test.XXXXXX").string();
  CHECK(mkdtemp(name.data()) != nullptr);
  const std::filesystem::path directory = name;
  a_whole_file(directory);
  a_torn_file(directory);
  a_slice(directory);
  nothing(directory);
  std::filesystem::remove_all(directory);
}
