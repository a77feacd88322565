#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include "io/id_compaction.hpp"
#include "io/scatter.hpp"
#include "io/sparse_ids.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t labels_per_bucket = std::size_t{1} << 13;
constexpr std::size_t most_buckets = 1024;
constexpr std::size_t labels_ahead = 8;

/// One label of one block.
struct Entry {
  std::uint64_t hash;  ///< later the position among the distinct labels of the bucket
  std::uint32_t block;
  std::uint32_t number;
};

/// A label that differs from all others.
struct Distinct {
  std::uint64_t prefix;  ///< first eight bytes, the first one highest
  std::string_view label;
  std::uint32_t position;  ///< among the distinct labels, bucket by bucket
};

std::uint64_t prefix_of(std::string_view label) {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    prefix = prefix << 8 | (i < label.size() ? static_cast<unsigned char>(label[i]) : 0u);
  }
  return prefix;
}

std::string text_of(std::uint64_t high) { return PackedLabel{high, 0}.text(); }
std::string text_of(const PackedLabel& label) { return label.text(); }

/// What numbering packed labels gives, with the labels.
template <class Key>
CompactEdges named(SparseNumbering<Key> numbering, const std::string& display_name) {
  check_vertex_count(numbering.ids.size(), display_name);
  CompactEdges compact;
  compact.chunks = std::move(numbering.chunks);
  compact.num_vertices = numbering.ids.size();
  std::vector<std::string> labels(numbering.ids.size());
  constexpr std::size_t stretch = std::size_t{1} << 12;
  tbb::parallel_for(std::size_t{0}, (labels.size() + stretch - 1) / stretch, [&](std::size_t part) {
    const std::size_t end = std::min(labels.size(), (part + 1) * stretch);
    for (std::size_t i = part * stretch; i < end; ++i) labels[i] = text_of(numbering.ids[i]);
  });
  compact.names = VertexNames::from_labels(labels);
  compact.renumbered = true;
  return compact;
}

class LabelNumberer {
 public:
  explicit LabelNumberer(std::vector<RawEdges> edges) : edges_(std::move(edges)) {
    std::size_t labels = 0;
    std::vector<std::size_t> sizes;
    for (const RawEdges& block : edges_) {
      sizes.push_back(block.labels.size());
      labels += sizes.back();
    }
    buckets_ = std::clamp<std::size_t>(labels / labels_per_bucket, 1, most_buckets);
    group_begin_ = split_evenly(sizes, 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
  }

  CompactEdges number(const std::string& display_name) {
    hash_labels();
    scatter();
    find_distinct();
    for (const auto& distinct : distinct_) {
      base_.push_back(count_);
      count_ += distinct.size();
    }
    check_vertex_count(count_, display_name);
    CompactEdges compact;
    compact.names = sort_distinct();
    renumber();
    compact.num_vertices = count_;
    compact.renumbered = true;
    for (RawEdges& block : edges_) {
      compact.chunks.push_back({std::move(block.narrow), std::move(block.weights)});
    }
    return compact;
  }

 private:
  std::size_t groups() const { return group_begin_.size() - 1; }
  std::size_t bucket(std::uint64_t hash) const { return static_cast<std::size_t>(hash >> 32) % buckets_; }
  std::string_view label(const Entry& entry) const { return edges_[entry.block].labels[entry.number]; }

  void hash_labels() {
    hashes_.resize(edges_.size());
    cursors_.assign(groups(), std::vector<std::uint64_t>(buckets_, 0));
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) {
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        hashes_[b] = PageBuffer<std::uint64_t>(edges_[b].labels.size());
        for (std::size_t i = 0; i < hashes_[b].size(); ++i) {
          hashes_[b][i] = std::hash<std::string_view>{}(edges_[b].labels[i]);
          ++cursors_[group][bucket(hashes_[b][i])];
        }
      }
    });
  }

  void scatter() {
    std::uint64_t next = 0;
    for (std::size_t b = 0; b < buckets_; ++b) {
      bucket_begin_.push_back(next);
      for (auto& cursor : cursors_) next += std::exchange(cursor[b], next);
    }
    bucket_begin_.push_back(next);
    entries_ = PageBuffer<Entry>(next, Pages::small);
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) {
      CombiningWriter<Entry> writer(entries_.data(), std::move(cursors_[group]));
      for (std::size_t b = group_begin_[group]; b < group_begin_[group + 1]; ++b) {
        for (std::size_t i = 0; i < hashes_[b].size(); ++i) {
          writer.push(bucket(hashes_[b][i]),
                      {hashes_[b][i], static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(i)});
        }
        hashes_[b].reset();
      }
      writer.flush();
    });
  }

  void find_distinct() {
    distinct_.resize(buckets_);
    tbb::parallel_for(std::size_t{0}, buckets_, [&](std::size_t b) {
      std::vector<Entry>& distinct = distinct_[b];
      std::vector<std::uint32_t> slots(256, 0);  // 0: free, else position + 1
      const auto find = [&](const Entry& entry) {
        const std::size_t mask = slots.size() - 1;
        std::size_t slot = static_cast<std::size_t>(entry.hash) & mask;
        while (slots[slot] != 0) {
          const Entry& other = distinct[slots[slot] - 1];
          if (other.hash == entry.hash && label(other) == label(entry)) break;
          slot = (slot + 1) & mask;
        }
        return slot;
      };
      const std::uint64_t end = bucket_begin_[b + 1];
      for (std::uint64_t i = bucket_begin_[b]; i < end; ++i) {
        // Labels lie anywhere in memory: first bring in where they begin, then the labels.
        if (i + 2 * labels_ahead < end) {
          const Entry& coming = entries_[i + 2 * labels_ahead];
          edges_[coming.block].labels.prefetch_place(coming.number);
        }
        if (i + labels_ahead < end) {
          const Entry& coming = entries_[i + labels_ahead];
          edges_[coming.block].labels.prefetch(coming.number);
        }
        const std::size_t slot = find(entries_[i]);
        if (slots[slot] == 0) {
          distinct.push_back(entries_[i]);
          slots[slot] = static_cast<std::uint32_t>(distinct.size());
        }
        entries_[i].hash = slots[slot] - 1;
        if (2 * distinct.size() < slots.size()) continue;
        slots.assign(2 * slots.size(), 0);
        for (std::size_t d = 0; d < distinct.size(); ++d) {
          std::size_t free = static_cast<std::size_t>(distinct[d].hash) & (slots.size() - 1);
          while (slots[free] != 0) free = (free + 1) & (slots.size() - 1);
          slots[free] = static_cast<std::uint32_t>(d + 1);
        }
      }
    });
  }

  VertexNames sort_distinct() {
    std::vector<Distinct> sorted(count_);
    tbb::parallel_for(std::size_t{0}, buckets_, [&](std::size_t b) {
      for (std::size_t d = 0; d < distinct_[b].size(); ++d) {
        const std::string_view text = label(distinct_[b][d]);
        sorted[base_[b] + d] = {prefix_of(text), text, static_cast<std::uint32_t>(base_[b] + d)};
      }
    });
    distinct_.clear();
    tbb::parallel_sort(sorted.begin(), sorted.end(), [](const Distinct& x, const Distinct& y) {
      return x.prefix != y.prefix ? x.prefix < y.prefix : x.label < y.label;
    });
    rank_.resize(count_);
    std::vector<std::string> labels;
    labels.reserve(count_);
    for (const Distinct& distinct : sorted) {
      rank_[distinct.position] = static_cast<Vertex>(labels.size());
      labels.emplace_back(distinct.label);
    }
    return VertexNames::from_labels(labels);
  }

  /// Entries of a block come to a bucket from anywhere, so every block gets a table of its own first.
  void renumber() {
    std::vector<PageBuffer<Vertex>> vertex(edges_.size());
    for (std::size_t b = 0; b < edges_.size(); ++b) vertex[b] = PageBuffer<Vertex>(edges_[b].labels.size());
    tbb::parallel_for(std::size_t{0}, buckets_, [&](std::size_t b) {
      for (std::uint64_t i = bucket_begin_[b]; i < bucket_begin_[b + 1]; ++i) {
        vertex[entries_[i].block][entries_[i].number] = rank_[base_[b] + entries_[i].hash];
      }
      entries_.release(bucket_begin_[b], bucket_begin_[b + 1]);
    });
    tbb::parallel_for(std::size_t{0}, edges_.size(), [&](std::size_t b) {
      for (std::uint32_t& end : edges_[b].narrow) end = vertex[b][end];
      edges_[b].labels = LabelTable();
      vertex[b].reset();
    });
  }

  std::vector<RawEdges> edges_;
  std::size_t buckets_ = 1;
  std::vector<std::size_t> group_begin_;
  std::vector<PageBuffer<std::uint64_t>> hashes_;
  std::vector<std::vector<std::uint64_t>> cursors_;
  std::vector<std::uint64_t> bucket_begin_;
  PageBuffer<Entry> entries_;
  std::vector<std::vector<Entry>> distinct_;
  std::vector<std::uint64_t> base_;
  std::uint64_t count_ = 0;
  std::vector<Vertex> rank_;
};

}  // namespace

CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name) {
  const auto in = [](const auto& buffer) { return !buffer.empty(); };
  if (std::ranges::all_of(edges, [&](const RawEdges& block) { return in(block.wide); })) {
    return named(number_sparse_ids(std::move(edges)), display_name);
  }
  if (std::ranges::all_of(edges, [&](const RawEdges& block) { return in(block.wide) || in(block.packed); })) {
    return named(number_packed_labels(std::move(edges)), display_name);
  }
  tbb::parallel_for(std::size_t{0}, edges.size(), [&](std::size_t b) { unpack_labels(edges[b]); });
  return LabelNumberer(std::move(edges)).number(display_name);
}

}  // namespace lode::detail
