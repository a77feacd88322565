#include "io/sparse_ids.hpp"

#include <algorithm>
#include <numeric>

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
    while (std::size_t{1} << steps_ <= splitters_.size()) ++steps_;
    count_ = splitters_.size();
    splitters_.resize(std::size_t{1} << steps_, UINT64_MAX);
  }
  std::size_t buckets() const { return count_ + 1; }
  /// The number of splitters that are <= id, by halving without branches.
  std::size_t bucket(std::uint64_t id) const {
    std::size_t low = 0;
    for (std::size_t half = std::size_t{1} << steps_ >> 1; half > 0; half /= 2) {
      low += splitters_[low + half - 1] <= id ? half : 0;
    }
    return std::min(low, count_);
  }

 private:
  std::vector<std::uint64_t> splitters_;
  std::size_t count_ = 0;
  unsigned steps_ = 0;
};

/// Numbers distinct ids in the order they are met.
class IdTable {
 public:
  std::uint32_t number(std::uint64_t id) {
    if (slots_.size() < 2 * (ids_.size() + 1)) grow();
    const std::size_t slot = find(id);
    if (slots_[slot] == 0) {
      ids_.push_back(id);
      slots_[slot] = static_cast<std::uint32_t>(ids_.size());
    }
    return slots_[slot] - 1;
  }
  const std::vector<std::uint64_t>& ids() const { return ids_; }

 private:
  std::size_t find(std::uint64_t id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>((id * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (slots_[slot] != 0 && ids_[slots_[slot] - 1] != id) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(256, 2 * slots_.size()), 0);
    for (std::size_t i = 0; i < ids_.size(); ++i) slots_[find(ids_[i])] = static_cast<std::uint32_t>(i + 1);
  }

  std::vector<std::uint64_t> ids_;
  std::vector<std::uint32_t> slots_;  ///< 0: free, else number + 1
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
      IdTable table;
      for (std::uint64_t i = bucket_begin_[b]; i < bucket_begin_[b + 1]; ++i)
        local_[i] = table.number(ids_[i]);
      ids_.release(bucket_begin_[b], bucket_begin_[b + 1]);
      std::vector<std::uint32_t> order(table.ids().size());
      std::iota(order.begin(), order.end(), 0u);
      std::sort(order.begin(), order.end(),
                [&](std::uint32_t x, std::uint32_t y) { return table.ids()[x] < table.ids()[y]; });
      std::vector<std::uint32_t> rank(order.size());
      for (std::size_t r = 0; r < order.size(); ++r) {
        rank[order[r]] = static_cast<std::uint32_t>(r);
        distinct_[b].push_back(table.ids()[order[r]]);
      }
      for (std::uint64_t i = bucket_begin_[b]; i < bucket_begin_[b + 1]; ++i) local_[i] = rank[local_[i]];
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
