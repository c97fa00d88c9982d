// The writer under sanitizers: many threads, closing and opening again, rotation, caps, a fork, a removed
// file.
#include "core/write/event_file_writer.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tests/check.h"

namespace fs = std::filesystem;
using namespace sightline;

namespace {

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("sightline-writer-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
  }
  ~Folder() { fs::remove_all(path_); }

  EventFileOptions options() const {
    EventFileOptions made;
    made.directory = path_.string();
    return made;
  }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path_)) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }

  // Whole records in all files, the version records not counted.
  size_t n_events() const {
    size_t n = 0;
    for (const auto& file : files()) {
      std::ifstream stream(file, std::ios::binary);
      const std::string content((std::istreambuf_iterator<char>(stream)), {});
      for (size_t at = 0; at < content.size(); ++n)
        at += first_record_size(std::string_view(content).substr(at));
      --n;
    }
    return n;
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void add(EventFileWriter& writer, int n) {
  for (int i = 0; i < n; ++i) {
    if (writer.is_full()) writer.wait_for_room();
    writer.add_scalar("tag", i, i, 1.0, ScalarStyle::simple);
  }
}

void test_threads_share_a_writer() {
  Folder folder;
  auto options = folder.options();
  options.max_buffer_bytes = 20000;  // so that callers have to wait for room
  EventFileWriter writer(options);
  CHECK(writer.open() == 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { add(writer, 5000); });
  for (int i = 0; i < 3; ++i) writer.flush();
  for (auto& thread : threads) thread.join();
  writer.flush();
  CHECK(folder.n_events() == 8 * 5000);
  CHECK(writer.n_dropped() == 0);
}

void test_closing_while_others_add_loses_nothing() {
  Folder folder;
  EventFileWriter writer(folder.options());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { add(writer, 3000); });
  for (int i = 0; i < 20; ++i) threads.emplace_back([&] { writer.close(); });
  for (auto& thread : threads) thread.join();
  writer.close();
  writer.close();
  CHECK(folder.n_events() == 4 * 3000);
}

void test_nothing_is_opened_before_the_first_event() {
  Folder folder;
  EventFileWriter writer(folder.options());
  writer.flush();
  writer.close();
  CHECK(!fs::exists(folder.path()));
  add(writer, 1);
  writer.flush();
  CHECK(folder.n_events() == 1);
}

void test_rotation_keeps_order_and_size() {
  Folder folder;
  auto options = folder.options();
  options.max_file_bytes = 500;
  EventFileWriter writer(options);
  add(writer, 100);
  writer.add_event(std::string(2000, 'x'));  // larger than a file may be
  add(writer, 1);
  writer.close();
  CHECK(folder.n_events() == 102);
  CHECK(folder.files().size() > 5);
  size_t n_large = 0;
  for (const auto& file : folder.files()) n_large += fs::file_size(file) > 500;
  CHECK(n_large == 1);
}

void test_cap_drops_and_says_so_once() {
  Folder folder;
  auto options = folder.options();
  options.max_total_bytes = 1000;
  EventFileWriter writer(options);
  add(writer, 100);
  writer.close();
  CHECK(writer.n_dropped() + folder.n_events() == 100);
  CHECK(writer.n_dropped() > 50);
  CHECK(writer.has_warnings() && writer.take_warnings().size() == 1 && !writer.has_warnings());
}

void test_a_removed_file_is_made_again() {
  Folder folder;
  EventFileWriter writer(folder.options());
  add(writer, 10);
  writer.flush();
  fs::remove_all(folder.path());
  add(writer, 5);
  writer.flush();
  CHECK(folder.n_events() == 5);
  CHECK(writer.take_warnings().size() == 1);
}

void test_a_cut_file_is_left_alone() {
  Folder folder;
  EventFileWriter writer(folder.options());
  add(writer, 10);
  writer.flush();
  fs::resize_file(folder.files().front(), 0);
  add(writer, 5);
  writer.flush();
  CHECK(folder.files().size() == 2);
  CHECK(fs::file_size(folder.files().front()) == 0);
}

void test_a_users_mistake_is_an_error() {
  Folder folder;
  fs::create_directory(folder.path());
  std::ofstream(folder.path() / "file") << "x";
  auto options = folder.options();
  options.directory += "/file/run";
  EventFileWriter writer(options);
  CHECK(writer.open() == ENOTDIR);
}

void test_a_child_has_its_own_file() {
  Folder folder;
  auto options = folder.options();
  options.max_queue_events = 1000;  // nothing is written before the fork
  EventFileWriter writer(options);
  CHECK(writer.open() == 0);
  add(writer, 7);
  const pid_t child = fork();
  if (child == 0) {
    writer.flush();
    writer.close();
    add(writer, 3);
    EventFileWriter::close_all();
    _exit(writer.n_dropped() == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(folder.n_events() == 3);
  writer.close();
  CHECK(folder.n_events() == 10);
  CHECK(folder.files().size() == 2);
}

}  // namespace

int main() {
  test_threads_share_a_writer();
  test_closing_while_others_add_loses_nothing();
  test_nothing_is_opened_before_the_first_event();
  test_rotation_keeps_order_and_size();
  test_cap_drops_and_says_so_once();
  test_a_removed_file_is_made_again();
  test_a_cut_file_is_left_alone();
  test_a_users_mistake_is_an_error();
  test_a_child_has_its_own_file();
}
