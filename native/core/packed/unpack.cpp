// Bytes to columns. The bytes may be anyone's: nothing is trusted.
#include <algorithm>

#include "core/packed/columns.h"
#include "core/packed/layout.h"
#include "core/packed/words.h"

namespace sightline {

const PackedColumn* PackedItem::find(std::string_view column) const {
  auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

namespace {

class Unpacker {
 public:
  explicit Unpacker(std::span<const uint8_t> bytes) : rest_(bytes) {}

  std::optional<std::vector<PackedItem>> unpack() {
    if (!has(kPackedMagic.size()) || !std::equal(kPackedMagic.begin(), kPackedMagic.end(), rest_.begin()))
      return std::nullopt;
    rest_ = rest_.subspan(kPackedMagic.size());
    std::vector<PackedItem> items;
    for (uint64_t n = number(); n > 0 && good_; --n) {
      PackedItem item{text(), {}};
      for (uint64_t m = number(); m > 0 && good_; --m) item.columns.push_back(column());
      items.push_back(std::move(item));
    }
    if (!good_ || !rest_.empty()) return std::nullopt;
    return items;
  }

 private:
  bool has(size_t n) { return good_ = good_ && n <= rest_.size(); }

  uint8_t byte() {
    if (!has(1)) return 0;
    const uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }
  uint64_t number() {
    uint64_t out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t next = byte();
      out |= uint64_t{next & 0x7fu} << shift;
      if (next < 0x80) return out;
    }
    good_ = false;
    return 0;
  }
  std::string text() {
    const uint64_t size = number();
    if (size > rest_.size() || !has(static_cast<size_t>(size))) {
      good_ = false;
      return {};
    }
    std::string out(rest_.begin(), rest_.begin() + static_cast<ptrdiff_t>(size));
    rest_ = rest_.subspan(static_cast<size_t>(size));
    return out;
  }

  PackedColumn column() {
    PackedColumn out{text(), {}, 0, nullptr};
    const uint8_t type = byte();
    const uint64_t size = number();
    const uint8_t coding = byte();
    if (type > static_cast<uint8_t>(PackedType::kUint8) || coding > static_cast<uint8_t>(Coding::kSame))
      good_ = false;
    out.type = static_cast<PackedType>(type);
    out.size = static_cast<size_t>(size);
    if (out.size != size) good_ = false;
    if (good_) fill(out, static_cast<Coding>(coding));
    if (good_) read_.push_back(out);
    return out;
  }

  void fill(PackedColumn& out, Coding coding) {
    const PackedColumn* other = nullptr;
    if (coding == Coding::kSame || coding == Coding::kBeside) {
      const uint64_t at = number();
      if (at < read_.size()) other = &read_[static_cast<size_t>(at)];
      if (!other || other->type != out.type || other->size != out.size) {
        good_ = false;
        return;
      }
    }
    if (coding == Coding::kSame)
      out.data = other->data;
    else
      with_word(out.type, [&]<class Word>(Word) { read_words<Word>(out, coding, other); });
  }

  template <class Word>
  void read_words(PackedColumn& out, Coding coding, const PackedColumn* other) {
    const size_t n_planes = byte();
    if (n_planes < 1 || n_planes > sizeof(Word) || out.size > rest_.size() / n_planes) {
      good_ = false;
      return;
    }
    std::shared_ptr<Word[]> words(new Word[std::max<size_t>(out.size, 1)]);
    read_planes(rest_.data(), n_planes, words.get(), out.size);
    decode_words(words.get(), out.size, coding,
                 other ? static_cast<const Word*>(other->data.get()) : nullptr);
    rest_ = rest_.subspan(out.size * n_planes);
    Word* const data = words.get();
    out.data = std::shared_ptr<const void>(std::move(words), data);
  }

  std::span<const uint8_t> rest_;
  std::vector<PackedColumn> read_;
  bool good_ = true;
};

}  // namespace

std::optional<std::vector<PackedItem>> unpack_columns(std::span<const uint8_t> bytes) {
  return Unpacker(bytes).unpack();
}

}  // namespace sightline
