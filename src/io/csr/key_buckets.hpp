#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/core/types.hpp>

#include "core/page_buffer.hpp"
#include "io/csr/key_table.hpp"

namespace lode::detail {

/// A stretch of uninitialised memory out of a slab, which goes back to the system with the last of its
/// pieces.
class SlabPiece {
 public:
  SlabPiece() = default;
  SlabPiece(std::shared_ptr<PageBuffer<char>> slab, std::size_t begin, std::size_t size)
      : slab_(std::move(slab)), begin_(begin), size_(size) {}

  char* data() { return slab_->data() + begin_; }
  const char* data() const { return slab_->data() + begin_; }
  std::size_t size() const { return size_; }
  /// Gives whole pages behind the first `used` bytes back; their content is lost.
  void release_behind(std::size_t used) { slab_->release(begin_ + used, begin_ + size_); }

 private:
  std::shared_ptr<PageBuffer<char>> slab_;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
};

/// Takes memory from the system in large pages, for many arrays that are small against them: a tenth of the
/// page faults. One thread at a time.
class Slabs {
 public:
  SlabPiece take(std::size_t bytes) {
    bytes = (bytes + alignment - 1) / alignment * alignment;
    if (!slab_ || slab_->size() - used_ < bytes) {
      const std::size_t wanted = slab_ ? std::min(2 * slab_->size(), largest) : 0;
      slab_ = std::make_shared<PageBuffer<char>>(std::max(bytes, wanted));
      used_ = 0;
    }
    used_ += bytes;
    return {slab_, used_ - bytes, bytes};
  }

 private:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t largest = std::size_t{1} << 25;

  std::shared_ptr<PageBuffer<char>> slab_;
  std::size_t used_ = 0;
};

/// Sparse ids, or labels, of a stretch of text, dealt out to buckets by hash.
struct DealtKeys {
  static constexpr unsigned bucket_bits = 10;
  static constexpr std::size_t buckets = std::size_t{1} << bucket_bits;

  std::size_t size = 0;
  std::size_t record_bytes = 0;
  std::vector<std::uint32_t> begin;   ///< where the records of the buckets begin, and where the last one ends
  std::vector<std::uint32_t> before;  ///< keys in the buckets before
  SlabPiece memory;                   ///< buckets, then records

  /// Of every key, in the order of the text.
  std::uint16_t* bucket() { return reinterpret_cast<std::uint16_t*>(memory.data()); }
  const std::uint16_t* bucket() const { return reinterpret_cast<const std::uint16_t*>(memory.data()); }
  /// The keys, bucket by bucket, else in the order of the text.
  char* records() { return memory.data() + size * sizeof(std::uint16_t); }
  const char* records() const { return memory.data() + size * sizeof(std::uint16_t); }
};

/// How ids are dealt out.
template <class Hash = IdHash>
struct IdKeys {
  using Key = std::uint64_t;
  using Table = IdTable<Hash>;

  static std::size_t record_bytes(Key) { return sizeof(Key); }
  static void write(char* record, Key id) { std::memcpy(record, &id, sizeof id); }
  static Key read(const char* record) { return load_word(record); }
};

/// How labels are: one byte for the size, or five; then the label. Records have room for a number.
template <class Hash = LabelHash>
struct LabelKeys {
  using Key = std::string_view;
  using Table = LabelTable<Hash>;

  static std::size_t record_bytes(Key label) {
    return std::max<std::size_t>(label.size() + (label.size() < escape ? 1 : 5), sizeof(std::uint32_t));
  }
  static void write(char* record, Key label) {
    *record++ = static_cast<char>(std::min<std::size_t>(label.size(), escape));
    if (label.size() >= escape) {
      const auto size = static_cast<std::uint32_t>(label.size());
      std::memcpy(std::exchange(record, record + sizeof size), &size, sizeof size);
    }
    copy_text(record, label.data(), label.size());
  }
  static Key read(const char* record) {
    std::uint32_t size = static_cast<unsigned char>(*record++);
    if (size == escape) std::memcpy(&size, std::exchange(record, record + sizeof size), sizeof size);
    return {record, size};
  }

 private:
  static constexpr std::size_t escape = 255;
};

/// Deals `keys` out; their records take less than 2^32 bytes.
template <class Keys>
DealtKeys deal_out(std::span<const typename Keys::Key> keys, Slabs& slabs) {
  DealtKeys dealt;
  dealt.size = keys.size();
  for (const auto& key : keys) dealt.record_bytes += Keys::record_bytes(key);
  dealt.memory = slabs.take(keys.size() * sizeof(std::uint16_t) + dealt.record_bytes);
  dealt.begin.assign(DealtKeys::buckets + 1, 0);
  dealt.before.assign(DealtKeys::buckets + 1, 0);
  std::uint16_t* const bucket = dealt.bucket();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t b = Keys::Table::hash(keys[i]) >> (64 - DealtKeys::bucket_bits);
    bucket[i] = static_cast<std::uint16_t>(b);
    ++dealt.before[b + 1];
    dealt.begin[b + 1] += static_cast<std::uint32_t>(Keys::record_bytes(keys[i]));
  }
  std::partial_sum(dealt.begin.begin(), dealt.begin.end(), dealt.begin.begin());
  std::partial_sum(dealt.before.begin(), dealt.before.end(), dealt.before.begin());
  std::vector<std::uint32_t> next = dealt.begin;
  char* const records = dealt.records();
  constexpr std::size_t ahead = 24;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + ahead < keys.size()) __builtin_prefetch(records + next[bucket[i + ahead]], 1);
    std::uint32_t& place = next[bucket[i]];
    Keys::write(records + place, keys[i]);
    place += static_cast<std::uint32_t>(Keys::record_bytes(keys[i]));
  }
  return dealt;
}

/// Numbers the different keys of blocks that are dealt out, bucket by bucket: what one bucket needs stays in
/// the cache.
///
/// Cost: O(1) a key, O(log n) where hashes collide more often than by chance. Numbers are written over the
/// records. Runs on the threads of the surrounding arena; the same numbers for any number of them.
template <class Keys>
class KeyNumberer {
 public:
  using Table = typename Keys::Table;

  explicit KeyNumberer(std::vector<DealtKeys> blocks) : blocks_(std::move(blocks)) {
    std::uint64_t keys = 0;
    for (const DealtKeys& block : blocks_) keys += block.size;
    const std::uint64_t wanted = std::clamp<std::uint64_t>(keys / keys_per_bucket, 1, DealtKeys::buckets);
    shift_ = DealtKeys::bucket_bits - static_cast<unsigned>(std::bit_width(wanted) - 1);
    base_.assign(buckets() + 1, 0);
  }

  /// Calls done(b, table) with the keys of every bucket and their numbers among them, in any order, from
  /// several threads.
  template <class Done>
  void number(const Done& done) {
    tbb::parallel_for(std::size_t{0}, buckets(), [&](std::size_t b) {
      Table table;
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (i + 1 < blocks_.size()) fetch(blocks_[i + 1], b);
        number_some(blocks_[i], b, table);
      }
      base_[b + 1] = table.size();
      done(b, std::move(table));
    });
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t i) { join(blocks_[i]); });
    std::partial_sum(base_.begin(), base_.end(), base_.begin());
  }

  std::size_t buckets() const { return DealtKeys::buckets >> shift_; }
  /// How many different keys are in the buckets before b.
  std::uint64_t base(std::size_t b) const { return base_[b]; }
  std::uint64_t size() const { return base_.back(); }

  /// What became of block i when number k of bucket b is replaced by ranks[base(b) + k], in the order of the
  /// text; block by block. The last call.
  std::vector<PageBuffer<Vertex>> ranked(const PageBuffer<Vertex>& ranks) {
    tbb::parallel_for(std::size_t{0}, buckets(), [&](std::size_t b) {
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        rank_some(blocks_[i], b, ranks.data() + base_[b]);
      }
    });
    std::vector<PageBuffer<Vertex>> ends(blocks_.size());
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t i) {
      ends[i] = in_text_order(blocks_[i]);
      blocks_[i] = DealtKeys();
    });
    return ends;
  }

 private:
  static constexpr std::uint64_t keys_per_bucket = std::uint64_t{1} << 14;
  using Number = std::uint32_t;

  std::uint32_t begin(const DealtKeys& block, std::size_t b) const { return block.begin[b << shift_]; }
  std::uint32_t keys(const DealtKeys& block, std::size_t b) const {
    return block.before[(b + 1) << shift_] - block.before[b << shift_];
  }
  /// Always inlined, because gcc 12 drops calls of functions that do nothing but prefetch.
  [[gnu::always_inline]] void fetch(const DealtKeys& block, std::size_t b) const {
    constexpr std::uint32_t most = 2048;
    const std::uint32_t first = begin(block, b);
    const std::uint32_t last = std::min(first + most, begin(block, b + 1));
    for (std::uint32_t at = first; at < last; at += 64) __builtin_prefetch(block.records() + at, 1);
  }

  void number_some(DealtKeys& block, std::size_t b, Table& table) {
    constexpr std::size_t batch = 32;
    // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): filled below
    std::array<typename Keys::Key, batch> some;
    std::array<std::uint64_t, batch> hashes;
    std::array<Number, batch> numbers;
    // NOLINTEND(cppcoreguidelines-pro-type-member-init)
    const char* record = block.records() + begin(block, b);
    const char* const end = block.records() + begin(block, b + 1);
    char* out = block.records() + begin(block, b);
    while (record < end) {
      std::size_t count = 0;
      for (; count < batch && record < end; ++count) {
        some[count] = Keys::read(record);
        record += Keys::record_bytes(some[count]);
        hashes[count] = Table::hash(some[count]);
        __builtin_prefetch(table.place(hashes[count]));
      }
      for (std::size_t i = 0; i < count; ++i) numbers[i] = table.number(some[i], hashes[i]);
      std::memcpy(out, numbers.data(), count * sizeof(Number));
      out += count * sizeof(Number);
    }
  }
  /// Joins the numbers of all buckets, and frees what is behind them.
  void join(DealtKeys& block) const {
    char* const to = block.records();
    for (std::size_t b = 0; b < buckets(); ++b) {
      std::memmove(to + sizeof(Number) * block.before[b << shift_], to + begin(block, b),
                   sizeof(Number) * keys(block, b));
    }
    block.memory.release_behind((sizeof(std::uint16_t) + sizeof(Number)) * block.size);
  }
  void rank_some(DealtKeys& block, std::size_t b, const Vertex* ranks) {
    char* at = block.records() + sizeof(Number) * block.before[b << shift_];
    for (std::uint32_t left = keys(block, b); left > 0; --left, at += sizeof(Number)) {
      Number number = 0;
      std::memcpy(&number, at, sizeof number);
      std::memcpy(at, ranks + number, sizeof number);
    }
  }
  PageBuffer<Vertex> in_text_order(const DealtKeys& block) const {
    std::vector<std::uint32_t> next = block.before;
    const std::uint16_t* const bucket = block.bucket();
    PageBuffer<Vertex> ends(block.size);
    constexpr std::size_t ahead = 24;
    const char* const numbers = block.records();
    for (std::size_t i = 0; i < block.size; ++i) {
      if (i + ahead < block.size) __builtin_prefetch(numbers + sizeof(Number) * next[bucket[i + ahead]]);
      const std::size_t place = next[bucket[i]]++;
      std::memcpy(&ends[i], numbers + sizeof(Number) * place, sizeof(Number));
    }
    return ends;
  }

  std::vector<DealtKeys> blocks_;
  unsigned shift_ = 0;               ///< buckets of blocks are joined to fewer
  std::vector<std::uint64_t> base_;  ///< of the buckets, and the sum
};

}  // namespace lode::detail
