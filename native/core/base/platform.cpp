// POSIX (Linux, macOS) for what differs by operating system.
#include "core/base/platform.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif
#ifdef __linux__
#include <sys/sysmacros.h>
#endif

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace sightline {
namespace {

std::atomic<uint64_t> forks{0};

// Pipes, sockets and terminals cannot be read at an offset.
bool has_offsets(uint32_t mode) { return S_ISREG(mode) || S_ISDIR(mode); }

template <typename Time>
int64_t nanos(const Time& time) {
  return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + static_cast<int64_t>(time.tv_nsec);
}

template <typename Time>
double seconds(const Time& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Found {
  FileFacts facts;
  uint32_t mode;
};

// Stats a name in a directory, or the open file `directory` if the name is empty. 0 or a negative
// errno.
#ifdef __linux__
int stat_at(int directory, const char* name, Found* found_file) {
  struct statx found;
  const int flags = *name == '\0' ? AT_EMPTY_PATH : 0;
  if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -errno;
  const bool has_birth = (found.stx_mask & STATX_BTIME) != 0;
  found_file->mode = found.stx_mode;
  found_file->facts = {found.stx_size,
                       seconds(found.stx_mtime),
                       nanos(found.stx_mtime),
                       nanos(found.stx_ctime),
                       makedev(found.stx_dev_major, found.stx_dev_minor),
                       found.stx_ino,
                       has_birth ? nanos(found.stx_btime) : 0,
                       S_ISDIR(found.stx_mode)};
  return 0;
}
#else
int stat_at(int directory, const char* name, Found* found_file) {
  struct stat found;
  const int error = *name == '\0' ? fstat(directory, &found) : fstatat(directory, name, &found, 0);
  if (error != 0) return -errno;
  found_file->mode = found.st_mode;
  found_file->facts = {static_cast<uint64_t>(found.st_size),
                       seconds(found.st_mtimespec),
                       nanos(found.st_mtimespec),
                       nanos(found.st_ctimespec),
                       static_cast<uint64_t>(found.st_dev),
                       found.st_ino,
                       nanos(found.st_birthtimespec),
                       S_ISDIR(found.st_mode)};
  return 0;
}
#endif

int readable_facts(int directory, const char* name, FileFacts* facts) {
  Found found_file;
  if (const int error = stat_at(directory, name, &found_file)) return error;
  if (!has_offsets(found_file.mode)) return -ESPIPE;
  *facts = found_file.facts;
  return 0;
}

// Stats the target of a link, and a file whose facts are wanted; false where the entry is left out.
bool look_closer(int directory, bool is_wanted, DirectoryEntry& entry) {
  Found found_file;
  if (const int error = stat_at(directory, entry.name.c_str(), &found_file))
    return !entry.is_link || error == -ENOENT;
  entry.is_directory = found_file.facts.is_directory;
  if (is_wanted && !entry.is_directory) entry.facts = found_file.facts;
  return true;
}

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

bool arm_has_crc32() {
#if defined(__aarch64__) && defined(__linux__)
  return (getauxval(AT_HWCAP) & (1u << 7)) != 0;  // HWCAP_CRC32
#elif defined(__aarch64__)
  return true;  // every Apple ARM CPU has it
#else
  return false;
#endif
}

std::string host_name() {
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0 || name[0] == '\0') return "localhost";
  return name;
}

int process_id() { return static_cast<int>(getpid()); }

double wall_clock_secs() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int64_t wall_clock_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

uint64_t fork_generation() {
  static const int armed =
      pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  (void)armed;
  return forks.load(std::memory_order_relaxed);
}

void at_fork(void (*before)(), void (*after)()) { pthread_atfork(before, after, after); }

void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

int create_file(const std::string& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return fd >= 0 ? fd : -errno;
}

int64_t write_at(int fd, const void* data, size_t size, int64_t offset) {
  ssize_t written;
  do written = pwrite(fd, data, size, static_cast<off_t>(offset));
  while (written < 0 && errno == EINTR);
  return written >= 0 ? written : -errno;
}

int truncate_file(int fd, int64_t size) { return ftruncate(fd, static_cast<off_t>(size)) == 0 ? 0 : -errno; }

void close_file(int fd) { close(fd); }

void remove_file(const std::string& path) { unlink(path.c_str()); }

int make_directories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return 0;
  return error == std::errc::file_exists ? -ENOTDIR : -error.value();
}

std::shared_ptr<const void> map_file(const std::string& path, size_t* size) {
  const int fd = open_file(path);
  if (fd < 0) return nullptr;
  FileFacts facts;
  void* memory = MAP_FAILED;
  if (file_facts(fd, &facts) == 0 && !facts.is_directory && facts.size > 0)
    memory = mmap(nullptr, facts.size, PROT_READ, MAP_PRIVATE, fd, 0);
  close_file(fd);
  if (memory == MAP_FAILED) return nullptr;
  const size_t length = *size = facts.size;
  return {memory, [length](void* mapped) { munmap(mapped, length); }};
}

void forget_pages(const void* memory, size_t size) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = reinterpret_cast<uintptr_t>(memory) / page * page;
  const uintptr_t end = reinterpret_cast<uintptr_t>(memory) + size;
  if (end > begin) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

int open_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int file_facts(int fd, FileFacts* facts) { return readable_facts(fd, "", facts); }

int path_facts(const std::string& path, FileFacts* facts) {
  return path.empty() ? -ENOENT : readable_facts(AT_FDCWD, path.c_str(), facts);
}

std::string identity_of(const FileFacts& facts) {
  return std::to_string(facts.device) + ":" + std::to_string(facts.inode) + ":" +
         std::to_string(facts.born_ns);
}

std::string version_of(const FileFacts& facts, int64_t now_ns) {
  constexpr int64_t kRecentNs = 2'000'000'000;
  if (facts.changed_ns > now_ns - kRecentNs) return {};
  return std::to_string(facts.modified_ns) + ":" + std::to_string(facts.changed_ns);
}

int list_directory(const std::string& path, std::string_view wanted, std::vector<DirectoryEntry>* entries) {
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(path.c_str()), closedir);
  if (!directory) return -errno;
  while (true) {
    errno = 0;
    const dirent* found = readdir(directory.get());
    if (found == nullptr) return -errno;
    DirectoryEntry entry;
    entry.name = found->d_name;
    if (entry.name == "." || entry.name == "..") continue;
    const bool is_wanted = entry.name.find(wanted) != std::string::npos;
    entry.is_directory = found->d_type == DT_DIR;
    entry.is_link = found->d_type == DT_LNK;
    const int fd = dirfd(directory.get());
    if (found->d_type == DT_UNKNOWN) {  // not every file system reports it
      struct stat itself;
      if (fstatat(fd, entry.name.c_str(), &itself, AT_SYMLINK_NOFOLLOW) != 0) continue;
      entry.is_directory = S_ISDIR(itself.st_mode);
      entry.is_link = S_ISLNK(itself.st_mode);
    }
    const bool is_plain = !entry.is_link && (entry.is_directory || !is_wanted);
    if (is_plain || look_closer(fd, is_wanted, entry)) entries->push_back(std::move(entry));
  }
}

int file_state(int fd, FileState* state) {
  struct stat found;
  if (fstat(fd, &found) != 0) return -errno;
  *state = {static_cast<int64_t>(found.st_size), found.st_nlink > 0};
  return 0;
}

size_t read_file_at(int fd, uint64_t offset, void* into, size_t size) {
  constexpr size_t kMaxRead = size_t{1} << 30;  // some systems refuse more than 2 GiB at once
  size_t done = 0;
  while (done < size) {
    const size_t wanted = std::min(size - done, kMaxRead);
    const ssize_t got = pread(fd, static_cast<char*>(into) + done, wanted, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("pread");
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

void advise_random(int fd, bool random) {
#if defined(POSIX_FADV_RANDOM)
  (void)posix_fadvise(fd, 0, 0, random ? POSIX_FADV_RANDOM : POSIX_FADV_NORMAL);
#elif defined(F_RDAHEAD)
  (void)fcntl(fd, F_RDAHEAD, random ? 0 : 1);
#else
  (void)fd, (void)random;
#endif
}

void* allocate_pages(size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(MADV_POPULATE_WRITE)
  constexpr size_t kManyPages = size_t{64} << 10;
  if (size >= kManyPages) {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + page - 1) / page * page;
    const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + size) / page * page;
    (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
  }
#endif
  return memory;
}

void free_pages(void* memory) { std::free(memory); }

void release_pages(void* memory, size_t size) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + page - 1) / page * page;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + size) / page * page;
  if (end > begin) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  std::free(memory);
}

void release_free_memory() {
#if defined(__GLIBC__)
  (void)malloc_trim(0);
#endif
}

}  // namespace sightline
