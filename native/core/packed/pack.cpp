// Columns to bytes.
#include <cstring>
#include <map>

#include "core/packed/columns.h"
#include "core/packed/layout.h"
#include "core/packed/words.h"

namespace sightline {
namespace {

class Packer {
 public:
  std::vector<uint8_t> pack(std::span<const PackedItem> items) {
    out_.assign(kPackedMagic.begin(), kPackedMagic.end());
    put_number(items.size());
    for (const PackedItem& item : items) {
      put_text(item.name);
      put_number(item.columns.size());
      for (const PackedColumn& column : item.columns) put(column);
    }
    return std::move(out_);
  }

 private:
  void put_number(uint64_t number) {
    for (; number >= 0x80; number >>= 7) out_.push_back(static_cast<uint8_t>(number | 0x80));
    out_.push_back(static_cast<uint8_t>(number));
  }
  void put_text(std::string_view text) {
    put_number(text.size());
    out_.insert(out_.end(), text.begin(), text.end());
  }

  void put(const PackedColumn& column) {
    put_text(column.name);
    out_.push_back(static_cast<uint8_t>(column.type));
    put_number(column.size);
    const std::vector<size_t>& like = alike_[{column.name, column.type, column.size}];
    const size_t same = equal_to(column, like);
    if (same != kNone) {
      out_.push_back(static_cast<uint8_t>(Coding::kSame));
      put_number(same);
    } else {
      const size_t beside = like.empty() ? kNone : like.back();
      with_word(column.type, [&]<class Word>(Word) { put_words<Word>(column, beside); });
    }
    alike_[{column.name, column.type, column.size}].push_back(written_.size());
    written_.push_back(&column);
  }

  // The last few are enough: series of one run share their steps with a neighbor, or with none.
  size_t equal_to(const PackedColumn& column, const std::vector<size_t>& like) const {
    constexpr size_t kLookBack = 16;
    const size_t first = like.size() > kLookBack ? like.size() - kLookBack : 0;
    for (size_t i = like.size(); i-- > first;) {
      const PackedColumn& other = *written_[like[i]];
      if (column.size == 0 ||
          std::memcmp(other.data.get(), column.data.get(), column.size * bytes_of(column.type)) == 0)
        return like[i];
    }
    return kNone;
  }

  template <class Word>
  void put_words(const PackedColumn& column, size_t beside) {
    const Word* words = static_cast<const Word*>(column.data.get());
    const Word* others = beside == kNone ? nullptr : static_cast<const Word*>(written_[beside]->data.get());
    Coding best = Coding::kPlain;
    std::vector<Word> chosen = coded<Word>(words, column.size, best, nullptr);
    double least_bits = estimated_bits(chosen);
    for (const Coding coding : {Coding::kDelta, Coding::kBeside}) {
      if (coding == Coding::kBeside && others == nullptr) continue;
      std::vector<Word> candidate = coded<Word>(words, column.size, coding, others);
      const double bits = estimated_bits(candidate);
      if (bits >= least_bits) continue;
      best = coding;
      least_bits = bits;
      chosen = std::move(candidate);
    }
    out_.push_back(static_cast<uint8_t>(best));
    if (best == Coding::kBeside) put_number(beside);
    const size_t n_planes = planes_of(chosen);
    out_.push_back(static_cast<uint8_t>(n_planes));
    append_planes(out_, chosen, n_planes);
  }

  struct Alike {
    std::string_view name;
    PackedType type;
    size_t size;
    auto operator<=>(const Alike&) const = default;
  };

  static constexpr size_t kNone = SIZE_MAX;
  std::vector<uint8_t> out_;
  std::vector<const PackedColumn*> written_;
  std::map<Alike, std::vector<size_t>> alike_;  // what a column may equal or be written beside
};

}  // namespace

std::vector<uint8_t> pack_columns(std::span<const PackedItem> items) { return Packer().pack(items); }

}  // namespace sightline
