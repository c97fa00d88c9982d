// The walk over a pickle's opcodes, with the types of what they would build.
#include "core/pickle/check.h"

#include <vector>

#include "core/base/bytes.h"

namespace sightline {
namespace {

enum class Type : uint8_t { text, list, dict, other };

// What Python takes for an object of a type, and for each place that refers to one: in a list, in a
// dictionary's table, on the stack.
constexpr uint64_t kObjectBytes = 64, kPlaceBytes = 32;

class Walk {
 public:
  Walk(std::string_view bytes, uint64_t max_bytes) : bytes_(bytes), max_bytes_(max_bytes) {}

  std::string run() {
    while (problem_.empty() && !is_stopped_) {
      step();
      if (n_taken_ > max_bytes_) fail("it would take too much memory");
    }
    return problem_;
  }

 private:
  void fail(const char* what) {
    if (problem_.empty()) problem_ = what;
  }

  // The next `size` bytes; none where the pickle is cut off.
  std::string_view take(uint64_t size) {
    if (size > bytes_.size() - at_) {
      fail("it is cut off");
      at_ = bytes_.size();
      return {};
    }
    const std::string_view taken = bytes_.substr(at_, static_cast<size_t>(size));
    at_ += static_cast<size_t>(size);
    return taken;
  }

  template <class T>
  uint64_t number() {
    const std::string_view raw = take(sizeof(T));
    return raw.empty() ? 0 : load<T>(raw.data());
  }

  void push(Type type, uint64_t n_bytes = 0) {
    stack_.push_back(type);
    n_taken_ += kObjectBytes + kPlaceBytes + n_bytes;
  }

  void text(uint64_t size) {
    take(size);
    push(Type::text, size * 4);
  }

  void pop(size_t count) {
    const size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() - floor < count) return fail("it takes away what is not there");
    stack_.resize(stack_.size() - count);
  }

  // How many values lie above the last mark, which goes.
  size_t above_mark() {
    if (marks_.empty()) {
      fail("it takes away what is not there");
      return 0;
    }
    const size_t count = stack_.size() - marks_.back();
    marks_.pop_back();
    return count;
  }

  void collect(size_t count, Type type) {
    pop(count);
    push(type);
  }

  void append(size_t count) {
    pop(count);
    if (stack_.empty() || stack_.back() != Type::list) fail("it adds to what is no list");
  }

  // Keys must be texts: these have a secret hash, so that no file can make a dictionary slow.
  void check_keys(size_t count) {
    if (count % 2 != 0 || count > stack_.size()) return fail("a key has no value");
    for (size_t i = stack_.size() - count; i < stack_.size(); i += 2)
      if (stack_[i] != Type::text) fail("a key is no text");
  }

  void set_items(size_t count) {
    check_keys(count);
    pop(count);
    if (stack_.empty() || stack_.back() != Type::dict) fail("it adds to what is no dictionary");
  }

  // Writers number what they remember one by one; a number far beyond would make Python take memory for all
  // before it.
  void remember(uint64_t index) {
    if (stack_.empty()) return fail("it takes away what is not there");
    if (index > memo_.size()) return fail("its memo has holes");
    if (index == memo_.size())
      memo_.push_back(stack_.back());
    else
      memo_[static_cast<size_t>(index)] = stack_.back();
    n_taken_ += kPlaceBytes;
  }

  void recall(uint64_t index) {
    if (index >= memo_.size()) return fail("it refers to what is not there");
    stack_.push_back(memo_[static_cast<size_t>(index)]);
    n_taken_ += kPlaceBytes;
  }

  void stop() {
    pop(1);
    is_stopped_ = true;
  }

  void step() {
    const std::string_view raw = take(1);
    if (raw.empty()) return;
    switch (static_cast<uint8_t>(raw[0])) {
      case 0x80:
        return static_cast<void>(take(1));  // PROTO
      case 0x95:
        return static_cast<void>(take(8));  // FRAME
      case '.':
        return stop();
      case '(':
        return marks_.push_back(stack_.size());
      case '0':
        return pop(1);
      case '1':
        return pop(above_mark());
      case 'N':   // NONE
      case 0x88:  // NEWTRUE
      case 0x89:
        return push(Type::other);  // NEWFALSE
      case 'K':
        take(1);
        return push(Type::other);  // BININT1
      case 'M':
        take(2);
        return push(Type::other);  // BININT2
      case 'J':
        take(4);
        return push(Type::other);  // BININT
      case 'G':
        take(8);
        return push(Type::other);  // BINFLOAT
      case 0x8a:
        take(number<uint8_t>());
        return push(Type::other);  // LONG1
      case 0x8c:
        return text(number<uint8_t>());  // SHORT_BINUNICODE
      case 'X':
        return text(number<uint32_t>());  // BINUNICODE
      case 0x8d:
        return text(number<uint64_t>());  // BINUNICODE8
      case ']':
        return push(Type::list);
      case '}':
        return push(Type::dict);
      case ')':
        return push(Type::other);
      case 0x85:
        return collect(1, Type::other);  // TUPLE1
      case 0x86:
        return collect(2, Type::other);  // TUPLE2
      case 0x87:
        return collect(3, Type::other);  // TUPLE3
      case 't':
        return collect(above_mark(), Type::other);
      case 'l':
        return collect(above_mark(), Type::list);
      case 'a':
        return append(1);
      case 'e':
        return append(above_mark());
      case 's':
        return set_items(2);
      case 'u':
        return set_items(above_mark());
      case 'q':
        return remember(number<uint8_t>());  // BINPUT
      case 'r':
        return remember(number<uint32_t>());  // LONG_BINPUT
      case 0x94:
        return remember(memo_.size());  // MEMOIZE
      case 'h':
        return recall(number<uint8_t>());  // BINGET
      case 'j':
        return recall(number<uint32_t>());  // LONG_BINGET
      default:
        return fail("it holds more than plain data");
    }
  }

  std::string_view bytes_;
  uint64_t max_bytes_, n_taken_ = 0;
  size_t at_ = 0;
  bool is_stopped_ = false;
  std::string problem_;
  std::vector<Type> stack_, memo_;
  std::vector<size_t> marks_;
};

}  // namespace

std::string check_pickle(std::string_view bytes, uint64_t max_bytes) { return Walk(bytes, max_bytes).run(); }

}  // namespace sightline
