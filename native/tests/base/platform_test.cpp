// Listing a directory: what everything in it is, at the end of links too.
#include "core/base/platform.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "tests/check.h"

using namespace sightline;

namespace {

std::map<std::string, DirectoryEntry> list(const std::string& path) {
  std::vector<DirectoryEntry> entries;
  CHECK(list_directory(path, "tfevents", &entries) == 0);
  std::map<std::string, DirectoryEntry> found;
  for (const DirectoryEntry& entry : entries) found[entry.name] = entry;
  CHECK(found.size() == entries.size());
  return found;
}

}  // namespace

int main() {
  std::string name = (std::filesystem::temp_directory_path() / "platform_test.XXXXXX").string();
  CHECK(mkdtemp(name.data()) != nullptr);
  const std::filesystem::path directory = name;
  CHECK(list(name).empty());

  std::filesystem::create_directory(directory / "sub");
  std::filesystem::create_directory(directory / "tfevents.sub");
  std::ofstream(directory / "a.tfevents.1") << "12345";
  std::ofstream(directory / "other") << "1";
  std::filesystem::create_symlink("sub", directory / "to_sub");
  std::filesystem::create_symlink("a.tfevents.1", directory / "b.tfevents");
  std::filesystem::create_symlink("nowhere", directory / "c.tfevents");
  std::filesystem::create_symlink("itself", directory / "itself");
  auto found = list(name);
  CHECK(found.size() == 7 && !found.contains("itself"));
  CHECK(found["sub"].is_directory && !found["sub"].is_link && !found["sub"].facts);
  CHECK(found["tfevents.sub"].is_directory && !found["tfevents.sub"].facts);
  CHECK(found["to_sub"].is_directory && found["to_sub"].is_link);
  CHECK(!found["other"].is_directory && !found["other"].facts);
  CHECK(found["a.tfevents.1"].facts && found["a.tfevents.1"].facts->size == 5 &&
        !found["a.tfevents.1"].is_link);
  CHECK(found["b.tfevents"].is_link &&
        found["b.tfevents"].facts->inode == found["a.tfevents.1"].facts->inode);
  CHECK(found["c.tfevents"].is_link && !found["c.tfevents"].facts);

  FileFacts first, second, third;
  const std::string file = (directory / "a.tfevents.1").string();
  CHECK(path_facts(file, &first) == 0 && first.size == 5 && !first.is_directory);
  CHECK(identity_of(first) == identity_of(*found["a.tfevents.1"].facts));
  CHECK(path_facts(name, &second) == 0 && second.is_directory);
  CHECK(path_facts((directory / "missing").string(), &second) == -ENOENT);
  for (FileFacts* facts : {&second, &third}) {  // the second new file takes over the first one's inode
    std::ofstream(directory / "fresh") << "12345";
    std::filesystem::rename(directory / "fresh", file);
    CHECK(path_facts(file, facts) == 0);
  }
  CHECK(identity_of(first) != identity_of(second) && identity_of(second) != identity_of(third));
  CHECK(identity_of(first) != identity_of(third) || first.born_ns == 0);

  std::vector<DirectoryEntry> none;
  CHECK(list_directory((directory / "missing").string(), "", &none) == -ENOENT);
  CHECK(list_directory((directory / "other").string(), "", &none) == -ENOTDIR);
  std::filesystem::remove_all(directory);
}
