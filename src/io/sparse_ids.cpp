#include "io/sparse_ids.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "io/scatter.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t ids_per_bucket = std::size_t{1} << 14;
constexpr std::size_t most_buckets = 1024;
constexpr std::size_t samples_per_bucket = 32;

/// Maps ids to buckets between splitters, in order: bucket(x) <= bucket(y) for x <= y.
class Splitters {
 public:
  /// `sorted` holds sampled ids in increasing order.
  Splitters(const std::vector<std::uint64_t>& sorted, std::size_t buckets) {
    for (std::size_t b = 1; b < buckets; ++b) {
      const std::uint64_t splitter = sorted[b * sorted.size() / buckets];
      if (splitters_.empty() || splitters_.back() < splitter) splitters_.push_back(splitter);
    }
    while (shift_ < 63 && !splitters_.empty() && splitters_.back() >> shift_ >= cells) ++shift_;
    for (std::uint64_t cell = 0; cell <= cells; ++cell) {
      const auto below = std::lower_bound(splitters_.begin(), splitters_.end(), cell,
                                          [&](auto splitter, auto c) { return splitter >> shift_ < c; });
      first_.push_back(static_cast<std::uint32_t>(below - splitters_.begin()));
    }
  }
  std::size_t buckets() const { return splitters_.size() + 1; }
  /// The number of splitters that are <= id: those of smaller leading bits, and some of the same.
  std::size_t bucket(std::uint64_t id) const {
    const std::uint64_t cell = id >> shift_;
    if (cell >= cells) return splitters_.size();
    std::size_t low = first_[cell];
    for (std::size_t left = first_[cell + 1] - low; left > 0;) {
      const std::size_t half = (left + 1) / 2;
      low += splitters_[low + half - 1] <= id ? half : 0;
      left -= half;
    }
    return low;
  }

 private:
  static constexpr std::uint64_t cells = std::uint64_t{1} << 13;
  std::vector<std::uint64_t> splitters_;
  std::vector<std::uint32_t> first_;  ///< by leading bits of an id: splitters with smaller ones
  unsigned shift_ = 0;
};

/// Numbers distinct ids in the order they are met.
class IdTable {
 public:
  explicit IdTable(std::size_t expected)
      : slots_(std::bit_ceil(std::max<std::size_t>(expected, 64)), Slot{0, 0}) {}

  std::uint32_t number(std::uint64_t id) {
    if (slots_.size() < 2 * (ids_.size() + 1)) grow();
    Slot& slot = slots_[find(id)];
    if (slot.number == 0) {
      ids_.push_back(id);
      slot = {id, static_cast<std::uint32_t>(ids_.size())};
    }
    return slot.number - 1;
  }
  const std::vector<std::uint64_t>& ids() const { return ids_; }

 private:
  struct Slot {
    std::uint64_t id;
    std::uint32_t number;  ///< 0: free, else number + 1
  };

  std::size_t find(std::uint64_t id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>((id * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (slots_[slot].number != 0 && slots_[slot].id != id) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), Slot{0, 0});
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      slots_[find(ids_[i])] = {ids_[i], static_cast<std::uint32_t>(i + 1)};
    }
  }

  std::vector<std::uint64_t> ids_;
  std::vector<Slot> slots_;
};

std::uint64_t end_at(const RawEdges& block, std::size_t i) {
  return block.wide.empty() ? block.narrow[i] : block.wide[i];
}

class SparseNumberer {
 public:
  explicit SparseNumberer(std::vector<RawEdges> edges) : edges_(std::move(edges)), splitters_(sample()) {}

  SparseNumbering number() {
    assign_buckets();
    place_groups();
    scatter();
    number_buckets();
    return collect();
  }

 private:
  Splitters sample() {
    std::uint64_t lines = 0;
    for (const RawEdges& block : edges_) lines += block.lines;
    const std::size_t buckets = std::clamp<std::size_t>(2 * lines / ids_per_bucket, 1, most_buckets);
    const std::uint64_t stride = std::max<std::uint64_t>(1, 2 * lines / (buckets * samples_per_bucket)) | 1;
    std::vector<std::uint64_t> ids;
    std::uint64_t skip = 0;
    for (const RawEdges& block : edges_) {
      for (; skip < 2 * block.lines; skip += stride) ids.push_back(end_at(block, skip));
      skip -= 2 * block.lines;
    }
    std::sort(ids.begin(), ids.end());
    return Splitters(ids, buckets);
  }

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
    cursors_.assign(groups(), std::vector<std::uint64_t>(splitters_.buckets(), 0));
    for_each_group([&](std::size_t group) {
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        bucket_[b] = PageBuffer<std::uint16_t>(2 * edges_[b].lines);
        for (std::size_t i = 0; i < bucket_[b].size(); ++i) {
          const std::size_t bucket = splitters_.bucket(end_at(edges_[b], i));
          bucket_[b][i] = static_cast<std::uint16_t>(bucket);
          ++cursors_[group][bucket];
        }
      }
    });
  }

  void place_groups() {
    std::uint64_t next = 0;
    for (std::size_t b = 0; b < splitters_.buckets(); ++b) {
      bucket_begin_.push_back(next);
      for (auto& cursor : cursors_) next += std::exchange(cursor[b], next);
    }
    bucket_begin_.push_back(next);
  }

  void scatter() {
    ids_ = PageBuffer<std::uint64_t>(bucket_begin_.back(), Pages::small);
    for_each_group([&](std::size_t group) {
      CombiningWriter<std::uint64_t> writer(ids_.data(), cursors_[group]);
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        for (std::size_t i = 0; i < bucket_[b].size(); ++i) writer.push(bucket_[b][i], end_at(edges_[b], i));
        edges_[b].narrow.reset();
        edges_[b].wide.reset();
      }
      writer.flush();
    });
  }

  /// local_[i] becomes the position of ids_[i] among the distinct ids of its bucket.
  void number_buckets() {
    local_ = PageBuffer<std::uint32_t>(ids_.size());
    distinct_.resize(splitters_.buckets());
    tbb::parallel_for(std::size_t{0}, splitters_.buckets(), [&](std::size_t b) {
      const std::uint64_t begin = bucket_begin_[b];
      const std::uint64_t end = bucket_begin_[b + 1];
      IdTable table(ids_per_bucket);
      for (std::uint64_t i = begin; i < end; ++i) local_[i] = table.number(ids_[i]);
      ids_.release(begin, end);
      std::vector<std::pair<std::uint64_t, std::uint32_t>> order(table.ids().size());
      for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {table.ids()[i], i};
      std::sort(order.begin(), order.end());
      std::vector<std::uint32_t> rank(order.size());
      distinct_[b].reserve(order.size());
      for (const auto& [id, number] : order) {
        rank[number] = static_cast<std::uint32_t>(distinct_[b].size());
        distinct_[b].push_back(id);
      }
      for (std::uint64_t i = begin; i < end; ++i) local_[i] = rank[local_[i]];
    });
    ids_.reset();
  }

  SparseNumbering collect() {
    SparseNumbering numbering;
    std::size_t total = 0;
    for (const auto& ids : distinct_) total += ids.size();
    numbering.ids.reserve(total);
    std::vector<std::uint64_t> base;
    for (auto& ids : distinct_) {
      base.push_back(numbering.ids.size());
      numbering.ids.insert(numbering.ids.end(), ids.begin(), ids.end());
      ids = {};
    }
    numbering.chunks.resize(edges_.size());
    for_each_group([&](std::size_t group) {
      std::vector<std::uint64_t>& cursor = cursors_[group];
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        EdgeChunk& chunk = numbering.chunks[b];
        chunk.ends = PageBuffer<Vertex>(bucket_[b].size());
        for (std::size_t i = 0; i < bucket_[b].size(); ++i) {
          const std::size_t bucket = bucket_[b][i];
          chunk.ends[i] = static_cast<Vertex>(base[bucket] + local_[cursor[bucket]++]);
        }
        chunk.weights = std::move(edges_[b].weights);
        bucket_[b].reset();
      }
    });
    return numbering;
  }

  std::vector<RawEdges> edges_;
  Splitters splitters_;
  std::vector<std::size_t> group_begin_;
  std::vector<PageBuffer<std::uint16_t>> bucket_;  ///< of every end, block by block
  std::vector<std::vector<std::uint64_t>> cursors_;
  std::vector<std::uint64_t> bucket_begin_;
  PageBuffer<std::uint64_t> ids_;
  PageBuffer<std::uint32_t> local_;
  std::vector<std::vector<std::uint64_t>> distinct_;
};

}  // namespace

SparseNumbering number_sparse_ids(std::vector<RawEdges> edges) {
  return SparseNumberer(std::move(edges)).number();
}

}  // namespace lode::detail
