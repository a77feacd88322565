#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <lode/core/rng.hpp>

#include "io/csr/key_table.hpp"
#include "io/text/words.hpp"

namespace lode::detail {

/// Multiplies words of the label into each other, the two halves of every product added without carry.
struct LabelHash {
  std::uint64_t operator()(std::string_view label) const {
    constexpr std::uint64_t a = 0x9E3779B97F4A7C15u;
    constexpr std::uint64_t b = 0xD6E8FEB86659FD93u;
    const std::size_t size = label.size();
    std::uint64_t hash = size * a;
    if (size < 8) {
      char bytes[8] = {};
      std::copy(label.begin(), label.end(), bytes);
      return fold(load_word(bytes) ^ b, hash ^ a);
    }
    const char* const last = label.data() + size - 8;
    for (const char* p = label.data(); p < last; p += 8) hash = fold(load_word(p) ^ b, hash ^ a);
    return fold(fold(load_word(last) ^ b, hash ^ a), a);
  }

 private:
  static std::uint64_t fold(std::uint64_t x, std::uint64_t y) {
    const uint128 product = static_cast<uint128>(x) * y;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
};

/// A label that a LabelTable keeps, while it does: a word for number and size, then the bytes.
class LabelRecord {
 public:
  explicit LabelRecord(std::uint64_t* words = nullptr) : words_(words) {}

  const std::uint64_t* words() const { return words_; }
  static std::size_t words_for(std::string_view label) { return 1 + (label.size() + 7) / 8; }
  void write(std::string_view label, std::uint32_t number) {
    *words_ = std::uint64_t{label.size()} << 32 | number;
    copy_text(reinterpret_cast<char*>(words_ + 1), label.data(), label.size());
  }
  void set_number(std::uint32_t number) { *words_ = *words_ >> 32 << 32 | number; }
  std::uint32_t number() const { return static_cast<std::uint32_t>(*words_); }
  std::string_view label() const {
    return {reinterpret_cast<const char*>(words_ + 1), static_cast<std::size_t>(*words_ >> 32)};
  }

 private:
  std::uint64_t* words_;
};

/// Labels in the order of their numbers, each kept once.
class KeptLabels {
 public:
  using Key = std::string_view;
  using Tag = std::uint32_t;

  /// Whether one more label can be kept, whatever was: records take less than 2^35 bytes.
  bool has_room(Key label) const {
    return (pieces_.size() + 1) * run_words + LabelRecord::words_for(label) < UINT32_MAX;
  }
  std::size_t size() const { return count_; }
  /// In the order of their numbers.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Run& run : runs_) {
      for (std::size_t i = 0; i < run.used;) {
        const LabelRecord record(run.words.get() + i);
        i += LabelRecord::words_for(record.label());
        visit(record);
      }
    }
  }

 protected:
  std::uint32_t number_at(std::uint32_t place) const { return record_at(place).number(); }
  Key key_at(std::uint32_t place) const { return record_at(place).label(); }
  static Tag tag_of(Key, std::uint64_t hash) { return static_cast<Tag>(hash); }
  bool holds(std::uint32_t place, Key label) const { return same(key_at(place), label); }

  /// Copies the label, of fewer than 2^32 bytes, under the next number; returns the place of its record.
  std::uint32_t keep(Key label) {
    const std::size_t words = LabelRecord::words_for(label);
    if (free_words_ < words) {
      const std::size_t pieces = (words + run_words - 1) / run_words;
      run_place_ = pieces_.size() * run_words + 1;
      free_words_ = pieces * run_words;
      runs_.push_back({std::make_unique_for_overwrite<std::uint64_t[]>(free_words_)});
      for (std::size_t i = 0; i < pieces; ++i) pieces_.push_back(runs_.back().words.get() + i * run_words);
    }
    Run& run = runs_.back();
    const auto place = static_cast<std::uint32_t>(run_place_ + run.used);
    LabelRecord(run.words.get() + run.used).write(label, static_cast<std::uint32_t>(count_++));
    run.used += words;
    free_words_ -= words;
    return place;
  }

 private:
  static constexpr std::size_t run_words = std::size_t{1} << 11;

  /// Records one after the other.
  struct Run {
    std::unique_ptr<std::uint64_t[]> words;
    std::size_t used = 0;
  };

  LabelRecord record_at(std::uint32_t place) const {
    return LabelRecord(pieces_[(place - 1) / run_words] + (place - 1) % run_words);
  }

  static bool same(Key x, Key y) {
    if (x.size() != y.size()) return false;
    if (x.size() < 8) return x == y;
    const std::size_t last = x.size() - 8;
    for (std::size_t i = 0; i < last; i += 8) {
      if (load_word(x.data() + i) != load_word(y.data() + i)) return false;
    }
    return load_word(x.data() + last) == load_word(y.data() + last);
  }

  std::size_t count_ = 0;
  std::vector<Run> runs_;
  std::vector<std::uint64_t*> pieces_;  ///< of the runs, run_words each
  std::size_t run_place_ = 1;           ///< of the last run
  std::size_t free_words_ = 0;          ///< in it
};

template <class Hash = LabelHash>
class LabelTable : public KeyTable<KeptLabels, Hash> {};

struct OrderedLabel {
  std::uint64_t prefix = 0;  ///< scratch of sort_labels
  LabelRecord record;
};

/// Sorts different labels by increasing bytes.
///
/// Method: by eight bytes, then every group of labels that agree so far by the next eight (labels of one text
///         share long beginnings); groups that agree in very many bytes by comparison.
/// Runs on the threads of the surrounding arena.
void sort_labels(std::span<OrderedLabel> labels);

}  // namespace lode::detail
