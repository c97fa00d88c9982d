// What a question is answered with: named columns that the page reads in place until the next question.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sightline {

enum class ColumnType : int32_t { kInt64, kFloat64, kFloat32, kUint8, kUint32 };

class Answer {
 public:
  struct Column {
    std::string name;
    ColumnType type;
    const void* data;
    size_t size;
  };

  void clear() {
    columns_.clear();
    owners_.clear();
  }
  const std::vector<Column>& columns() const { return columns_; }

  template <class T>
  void add(std::string name, std::vector<T>&& values) {
    auto held = std::make_shared<std::vector<T>>(std::move(values));
    columns_.push_back({std::move(name), type_of<T>(), held->data(), held->size()});
    owners_.push_back(std::move(held));
  }
  template <class Rows, class Get>
  void add(std::string name, const Rows& rows, Get get) {
    std::vector<std::decay_t<decltype(get(*rows.begin()))>> out;
    out.reserve(rows.size());
    for (const auto& row : rows) out.push_back(get(row));
    add(std::move(name), std::move(out));
  }

 private:
  template <class T>
  static constexpr ColumnType type_of() {
    if constexpr (std::is_same_v<T, int64_t>) return ColumnType::kInt64;
    if constexpr (std::is_same_v<T, double>) return ColumnType::kFloat64;
    if constexpr (std::is_same_v<T, float>) return ColumnType::kFloat32;
    if constexpr (std::is_same_v<T, uint8_t>) return ColumnType::kUint8;
    if constexpr (std::is_same_v<T, uint32_t>) return ColumnType::kUint32;
  }

  std::vector<Column> columns_;
  std::vector<std::shared_ptr<const void>> owners_;
};

// The answer to the last question.
Answer& answer();

}  // namespace sightline
