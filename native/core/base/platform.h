// Everything in the native core that differs by operating system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sightline {

// Whether an ARM CPU has the CRC-32C instructions; the system reports it, because the CPU cannot be queried.
bool arm_has_crc32();

std::string host_name();
int process_id();

// Seconds since the epoch, by the system's clock (which may go back).
double wall_clock_secs();
int64_t wall_clock_ns();

// Counts the forks between the first process and this one: a changed number means that this is a child.
// The first call arms it.
uint64_t fork_generation();

// Runs in the thread that forks: `before` in the parent, then `after` in the parent and in the child.
void at_fork(void (*before)(), void (*after)());

// Blocks all signals for the calling thread.
void block_signals();

// Files, by descriptor. Each returns 0 (or a descriptor or count) or a negative errno.
int create_file(const std::string& path);  // fails with -EEXIST rather than open an old one
int64_t write_at(int fd, const void* data, size_t size, int64_t offset);
int truncate_file(int fd, int64_t size);
void close_file(int fd);
void remove_file(const std::string& path);
int make_directories(const std::string& path);

struct FileState {
  int64_t size;
  bool has_name;  // false once the last name is removed
};
int file_state(int fd, FileState* state);

// Opens a file for reading: never inherited, never blocking on a pipe. A descriptor or a negative errno.
int open_file(const std::string& path);

struct FileFacts {
  uint64_t size;
  double modified_secs;             // since the epoch
  int64_t modified_ns, changed_ns;  // the latter is set by the system at every change, and by nobody else
  uint64_t device, inode;
  int64_t born_ns;  // since the epoch; 0 where the file system does not store it
  bool is_directory;
};
// 0 or a negative errno: -ESPIPE for what has no offsets (a pipe, a socket, a device).
int file_facts(int fd, FileFacts* facts);
int path_facts(const std::string& path, FileFacts* facts);
// Identifies a file: the same as long as it exists, whatever its name. The birth time distinguishes it from
// a deleted file whose inode it reuses, which is common where a file is replaced.
std::string identity_of(const FileFacts& facts);
// Another one whenever the file was changed; empty where it was changed in the seconds before `now_ns`: the
// clock of the file system may not tell the next change from that one.
std::string version_of(const FileFacts& facts, int64_t now_ns);

struct DirectoryEntry {
  std::string name;
  bool is_directory = false;  // of what is at the end of a link
  bool is_link = false;
  std::optional<FileFacts> facts;
};

// Adds what is in a directory, in no order. Files whose names contain `wanted` come with their facts, unless
// these cannot be read; a link that cannot be followed, other than to nothing, is left out. 0 or a negative
// errno.
int list_directory(const std::string& path, std::string_view wanted, std::vector<DirectoryEntry>* entries);

// Reads up to `size` bytes at `offset`; fewer only at the end of the file. Throws std::system_error.
size_t read_file_at(int fd, uint64_t offset, void* into, size_t size);

// Advises the kernel whether reading ahead pays; a hint, never an error.
void advise_random(int fd, bool random);

// A file's content as memory; null where it cannot be read or is empty. The owner unmaps it. Only for files
// that are replaced, never changed: one that is cut short under the mapping ends the process.
std::shared_ptr<const void> map_file(const std::string& path, size_t* size);

// Drops the pages of a mapped file from this process; they are read again when they are used.
void forget_pages(const void* memory, size_t size);

// Memory that will be written from end to end; its pages are made present at once where it has many. Throws
// std::bad_alloc. Huge pages would cost less on a bare machine, but a virtual machine gives free ones back to
// its host, and to get them again then costs ten times more.
void* allocate_pages(size_t size);
void free_pages(void* memory);
// The same, and gives the pages back to the system even where the heap keeps the addresses.
void release_pages(void* memory, size_t size);
// Gives memory that was freed but that the heap kept, between pieces still in use, back to the system. Does
// nothing where the heap cannot.
void release_free_memory();

}  // namespace sightline
