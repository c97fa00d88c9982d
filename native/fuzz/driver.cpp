// A small fuzzing driver for compilers without libFuzzer: mutates a corpus for a bounded time, from a seed.
//
//   segment_fuzz --corpus DIR [--seconds 5] [--seed 1] [--keep]      FILE… runs just these inputs
//
// Targets define LLVMFuzzerTestOneInput, so libFuzzer takes them too. A target may set `fuzz_feature` to say
// in a number what an input led to; inputs with a new number join the pool, and --keep writes them to the
// corpus.
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <sanitizer/common_interface_defs.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
uint64_t fuzz_feature = 0;

extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxInput = 4096;

std::string current;  // the input that runs now

void save_current() {
  std::ofstream("fuzz-failure.bin", std::ios::binary) << current;
  std::fprintf(stderr, "the input is in fuzz-failure.bin (%zu bytes)\n", current.size());
}

void on_abort(int) {
  save_current();
  std::_Exit(1);
}

void run(std::string input) {
  current = std::move(input);
  fuzz_feature = 0;
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(current.data()), current.size());
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  size_t below(size_t bound) { return bound > 0 ? random_() % bound : 0; }

  std::string mutate(const std::vector<std::string>& pool) {
    std::string input = pool[below(pool.size())];
    for (size_t n = 1 + below(6); n > 0; --n) mutate_once(input, pool);
    input.resize(std::min(input.size(), kMaxInput));
    return input;
  }

 private:
  void mutate_once(std::string& input, const std::vector<std::string>& pool) {
    const size_t at = below(input.size() + 1);
    const size_t length = std::min(below(20) + 1, input.size() - at);
    switch (below(8)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ 1 << below(8));
        break;
      case 1:
        if (at < input.size()) input[at] = static_cast<char>(random_());
        break;
      case 2:
        input.erase(at, length);
        break;
      case 3:
        input.insert(at, input.substr(below(input.size() + 1), below(40)));
        break;
      case 4:
        input.insert(at, interesting());
        break;
      case 5:
        input.replace(at, length, interesting());
        break;
      case 6: {
        const std::string& other = pool[below(pool.size())];
        input.replace(at, below(input.size() - at + 1), other.substr(below(other.size() + 1)));
        break;
      }
      default:
        if (at < input.size()) input[at] = static_cast<char>(input[at] + (below(2) ? 1 : -1));
        break;
    }
  }
  std::string interesting() {
    static const std::vector<std::string> kPieces = {std::string(1, '\0'),
                                                     std::string(8, '\0'),
                                                     "\x7f",
                                                     "\x80\x01",
                                                     "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
                                                     std::string("\0\0\0\0\0\0\xf0\x7f", 8),
                                                     "\x0a",
                                                     "\x12",
                                                     "\x2a",
                                                     "\x42",
                                                     "\x4a",
                                                     "\x15",
                                                     "\x08\x01",
                                                     "\x0a\x09\x0a\x07scalars",
                                                     "\x3a\x02\x08\x01"};
    return kPieces[below(kPieces.size())];
  }

  std::mt19937_64 random_;
};

struct Options {
  double seconds = 5;
  uint64_t seed = 1;
  bool keep = false;
  fs::path corpus;
  std::vector<fs::path> files;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (name == "--seconds")
      options.seconds = std::atof(value());
    else if (name == "--seed")
      options.seed = std::strtoull(value(), nullptr, 10);
    else if (name == "--corpus")
      options.corpus = value();
    else if (name == "--keep")
      options.keep = true;
    else
      options.files.emplace_back(name);
  }
  return options;
}

std::vector<std::string> read_corpus(const fs::path& folder) {
  std::set<fs::path> paths;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder)) paths.insert(entry.path());
  std::vector<std::string> pool{""};
  for (const fs::path& path : paths) pool.push_back(read_file(path));
  return pool;
}

void keep(const fs::path& folder, const std::string& input) {
  char name[32];
  std::snprintf(name, sizeof name, "%016zx", std::hash<std::string>{}(input));
  fs::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << input;
}

void fuzz(const Options& options) {
  std::vector<std::string> pool = read_corpus(options.corpus);
  std::set<uint64_t> features;
  for (const std::string& input : pool) {
    run(input);
    features.insert(fuzz_feature);
  }
  Mutator mutator(options.seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
  uint64_t n_runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++n_runs) {
    run(mutator.mutate(pool));
    if (!features.insert(fuzz_feature).second) continue;
    pool.push_back(current);
    if (options.keep) keep(options.corpus, current);
  }
  std::printf("seed %llu: %llu inputs, %zu features, no failure\n",
              static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(n_runs),
              features.size());
}

}  // namespace

int main(int argc, char** argv) {
  __sanitizer_set_death_callback(save_current);
  std::signal(SIGABRT, on_abort);
  const Options options = parse(argc, argv);
  for (const fs::path& file : options.files) run(read_file(file));
  if (options.files.empty()) fuzz(options);
}
