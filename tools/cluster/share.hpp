#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/page_buffer.hpp"
#include "io/csr/id_table.hpp"

namespace lode::cluster {

/// The lines that one rank has read: pairs of ids, each id a number of the rank's own, in the order in which
/// they were met. 8 bytes per line, and some 40 per different id while it is filled.
class Share {
 public:
  struct Pair {
    std::uint32_t u, v;
  };

  /// A vertex that may have no edge here.
  void add_vertex(std::uint64_t id) { number(id); }
  void add(std::uint64_t u, std::uint64_t v) {
    const Pair pair{number(u), number(v)};
    if (pair.u == pair.v) {
      ++self_loops_;
      return;
    }
    add_pair(pair);
  }
  /// Of numbers instead of ids.
  void add_pair(const Pair& pair) {
    if (used_ == chunk_pairs || chunks_.empty()) {
      chunks_.emplace_back(chunk_pairs);
      used_ = 0;
    }
    chunks_.back()[used_++] = pair;
  }

  std::uint64_t self_loops() const { return self_loops_; }
  std::uint64_t pairs() const { return chunks_.empty() ? 0 : (chunks_.size() - 1) * chunk_pairs + used_; }
  /// Pair i, counted from the end of what was added; what take_pair leaves is freed.
  bool take_pair(Pair& pair) {
    if (chunks_.empty()) return false;
    pair = chunks_.back()[--used_];
    if (used_ == 0) {
      chunks_.pop_back();
      used_ = chunk_pairs;
    }
    return true;
  }
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      const std::size_t size = c + 1 < chunks_.size() ? chunk_pairs : used_;
      for (std::size_t i = 0; i < size; ++i) visit(chunks_[c][i]);
    }
  }

  /// Ends the adding, and frees what it needed.
  void close() { ids_ = std::exchange(table_, Table()).take_ids(); }
  /// By their numbers, once it is closed.
  const std::vector<std::uint64_t>& ids() const { return ids_; }
  std::vector<std::uint64_t> take_ids() { return std::move(ids_); }
  /// As it was when it was closed, but for the pairs.
  void restore(std::vector<std::uint64_t> ids, std::uint64_t self_loops) {
    ids_ = std::move(ids);
    self_loops_ = self_loops;
  }

 private:
  static constexpr std::size_t chunk_pairs = std::size_t{1} << 16;

  std::uint32_t number(std::uint64_t id) {
    if (table_.size() == UINT32_MAX) throw std::bad_alloc();
    return table_.number(id, Table::hash(id));
  }

  using Table = detail::IdTable<>;
  Table table_;
  std::vector<std::uint64_t> ids_;
  std::vector<detail::PageBuffer<Pair>> chunks_;
  std::size_t used_ = 0;  ///< of the last chunk
  std::uint64_t self_loops_ = 0;
};

}  // namespace lode::cluster
