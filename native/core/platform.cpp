// POSIX (Linux, macOS) for what differs by operating system.
#include "core/platform.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <system_error>

namespace sightline {
namespace {

std::atomic<uint64_t> forks{0};

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

uint64_t fork_generation() {
  static const int armed = pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
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

int open_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int file_facts(int fd, FileFacts* facts) {
  struct stat found;
  if (::fstat(fd, &found) != 0) return -errno;
#ifdef __APPLE__
  const timespec modified = found.st_mtimespec;
#else
  const timespec modified = found.st_mtim;
#endif
  facts->size = static_cast<uint64_t>(found.st_size);
  facts->modified_secs = static_cast<double>(modified.tv_sec) + 1e-9 * static_cast<double>(modified.tv_nsec);
  facts->device = found.st_dev;
  facts->inode = found.st_ino;
  return 0;
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

uint64_t file_size(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0) fail("fstat");
  return static_cast<uint64_t>(std::max<off_t>(status.st_size, 0));
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

}  // namespace sightline
