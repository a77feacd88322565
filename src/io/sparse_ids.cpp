#include "io/sparse_ids.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include "io/scatter.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t ids_per_bucket = std::size_t{1} << 14;
constexpr std::size_t most_buckets = 1024;

std::uint64_t mix(std::uint64_t x) {
  constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;
  x *= multiplier;
  return (x ^ x >> 32) * multiplier;
}
std::uint64_t hash_of(std::uint64_t id) { return mix(id); }
std::uint64_t hash_of(const PackedLabel& label) { return mix(mix(label.high) ^ label.low); }

/// Numbers distinct ids in the order they are met.
template <class Key>
class IdTable {
 public:
  explicit IdTable(std::size_t expected)
      : slots_(std::bit_ceil(std::max<std::size_t>(expected, 64)), Slot{}) {}

  std::uint32_t number(const Key& id) {
    if (slots_.size() < 2 * (ids_.size() + 1)) grow();
    Slot& slot = slots_[find(id)];
    if (slot.number == 0) {
      ids_.push_back(id);
      slot = {id, static_cast<std::uint32_t>(ids_.size())};
    }
    return slot.number - 1;
  }
  std::vector<Key> take_ids() { return std::move(ids_); }

 private:
  struct Slot {
    Key id = {};
    std::uint32_t number = 0;  ///< 0: free, else number + 1
  };

  std::size_t find(const Key& id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash_of(id)) & mask;
    while (slots_[slot].number != 0 && slots_[slot].id != id) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), Slot{});
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      slots_[find(ids_[i])] = {ids_[i], static_cast<std::uint32_t>(i + 1)};
    }
  }

  std::vector<Key> ids_;
  std::vector<Slot> slots_;
};

template <class Key>
Key end_at(const RawEdges& block, std::size_t i) {
  if constexpr (std::is_same_v<Key, PackedLabel>) {
    return block.packed.empty() ? PackedLabel{block.wide[i], 0} : block.packed[i];
  } else {
    return block.wide.empty() ? block.narrow[i] : block.wide[i];
  }
}

template <class Key>
class SparseNumberer {
 public:
  explicit SparseNumberer(std::vector<RawEdges> edges) : edges_(std::move(edges)) {
    std::uint64_t ends = 0;
    for (const RawEdges& block : edges_) ends += 2 * block.lines;
    buckets_ = std::bit_floor(std::clamp<std::uint64_t>(ends / ids_per_bucket, 1, most_buckets));
  }

  SparseNumbering<Key> number() {
    assign_buckets();
    place_groups();
    scatter();
    number_buckets();
    SparseNumbering<Key> numbering;
    sort_distinct(numbering.ids);
    collect(numbering.chunks);
    return numbering;
  }

 private:
  /// The table of a bucket takes other bits of the hash.
  std::size_t bucket(const Key& id) const { return hash_of(id) >> 48 & (buckets_ - 1); }
  std::size_t groups() const { return group_begin_.size() - 1; }

  template <class Visit>
  void for_each_group(const Visit& visit) {
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) { visit(group); });
  }

  void assign_buckets() {
    std::vector<std::size_t> sizes;
    for (const RawEdges& block : edges_) sizes.push_back(block.lines);
    group_begin_ = split_evenly(sizes, 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
    bucket_.resize(edges_.size());
    cursors_.assign(groups(), std::vector<std::uint64_t>(buckets_, 0));
    for_each_group([&](std::size_t group) {
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        bucket_[b] = PageBuffer<std::uint16_t>(2 * edges_[b].lines);
        for (std::size_t i = 0; i < bucket_[b].size(); ++i) {
          const std::size_t chosen = bucket(end_at<Key>(edges_[b], i));
          bucket_[b][i] = static_cast<std::uint16_t>(chosen);
          ++cursors_[group][chosen];
        }
      }
    });
  }

  void place_groups() {
    std::uint64_t next = 0;
    for (std::size_t b = 0; b < buckets_; ++b) {
      bucket_begin_.push_back(next);
      for (auto& cursor : cursors_) next += std::exchange(cursor[b], next);
    }
    bucket_begin_.push_back(next);
  }

  void scatter() {
    ids_ = PageBuffer<Key>(bucket_begin_.back(), Pages::small);
    for_each_group([&](std::size_t group) {
      CombiningWriter<Key> writer(ids_.data(), cursors_[group]);
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        for (std::size_t i = 0; i < bucket_[b].size(); ++i)
          writer.push(bucket_[b][i], end_at<Key>(edges_[b], i));
        edges_[b].narrow.reset();
        edges_[b].wide.reset();
        edges_[b].packed.reset();
      }
      writer.flush();
    });
  }

  /// local_[i] becomes the number of ids_[i] among the distinct ids of its bucket.
  void number_buckets() {
    local_ = PageBuffer<std::uint32_t>(ids_.size());
    distinct_.resize(buckets_);
    tbb::parallel_for(std::size_t{0}, buckets_, [&](std::size_t b) {
      const std::uint64_t begin = bucket_begin_[b];
      const std::uint64_t end = bucket_begin_[b + 1];
      IdTable<Key> table(ids_per_bucket);
      for (std::uint64_t i = begin; i < end; ++i) local_[i] = table.number(ids_[i]);
      ids_.release(begin, end);
      distinct_[b] = table.take_ids();
    });
    ids_.reset();
  }

  /// All distinct ids, increasing; rank_ becomes the place of every id of every bucket among them.
  void sort_distinct(std::vector<Key>& ids) {
    struct Distinct {
      Key id;
      std::uint64_t place;  ///< bucket by bucket
    };
    std::uint64_t total = 0;
    for (const auto& of_bucket : distinct_) {
      base_.push_back(total);
      total += of_bucket.size();
    }
    std::vector<Distinct> sorted(total);
    tbb::parallel_for(std::size_t{0}, buckets_, [&](std::size_t b) {
      for (std::size_t i = 0; i < distinct_[b].size(); ++i) {
        sorted[base_[b] + i] = {distinct_[b][i], base_[b] + i};
      }
      distinct_[b] = {};
    });
    tbb::parallel_sort(sorted.begin(), sorted.end(),
                       [](const Distinct& x, const Distinct& y) { return x.id < y.id; });
    ids.resize(total);
    rank_.resize(total);
    constexpr std::size_t stretch = std::size_t{1} << 14;
    tbb::parallel_for(std::size_t{0}, (total + stretch - 1) / stretch, [&](std::size_t part) {
      const std::size_t end = std::min<std::size_t>(total, (part + 1) * stretch);
      for (std::size_t i = part * stretch; i < end; ++i) {
        ids[i] = sorted[i].id;
        rank_[sorted[i].place] = static_cast<Vertex>(i);
      }
    });
  }

  void collect(std::vector<EdgeChunk>& chunks) {
    tbb::parallel_for(std::size_t{0}, buckets_, [&](std::size_t b) {
      const Vertex* const rank = rank_.data() + base_[b];
      for (std::uint64_t i = bucket_begin_[b]; i < bucket_begin_[b + 1]; ++i) local_[i] = rank[local_[i]];
    });
    chunks.resize(edges_.size());
    for_each_group([&](std::size_t group) {
      std::vector<std::uint64_t>& cursor = cursors_[group];
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        EdgeChunk& chunk = chunks[b];
        chunk.ends = PageBuffer<Vertex>(bucket_[b].size());
        for (std::size_t i = 0; i < bucket_[b].size(); ++i) chunk.ends[i] = local_[cursor[bucket_[b][i]]++];
        chunk.weights = std::move(edges_[b].weights);
        bucket_[b].reset();
      }
    });
  }

  std::vector<RawEdges> edges_;
  std::size_t buckets_ = 1;
  std::vector<std::size_t> group_begin_;
  std::vector<PageBuffer<std::uint16_t>> bucket_;  ///< of every end, block by block
  std::vector<std::vector<std::uint64_t>> cursors_;
  std::vector<std::uint64_t> bucket_begin_;
  PageBuffer<Key> ids_;
  PageBuffer<std::uint32_t> local_;
  std::vector<std::vector<Key>> distinct_;
  std::vector<std::uint64_t> base_;  ///< of the buckets, in rank_
  std::vector<Vertex> rank_;
};

}  // namespace

SparseNumbering<std::uint64_t> number_sparse_ids(std::vector<RawEdges> edges) {
  return SparseNumberer<std::uint64_t>(std::move(edges)).number();
}

SparseNumbering<PackedLabel> number_packed_labels(std::vector<RawEdges> edges) {
  return SparseNumberer<PackedLabel>(std::move(edges)).number();
}

}  // namespace lode::detail
