#include "graph/csr/builder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "core/assert.hpp"
#include "graph/csr/bucket_rows.hpp"

namespace lode::detail {
namespace {

/// Writes items to many places at once through one cache line per place, so that a scatter over hundreds of
/// buckets costs one memory transaction per line instead of one per item.
template <class Item>
class CombiningWriter {
  static constexpr std::size_t line = 64 / sizeof(Item);
  static_assert(64 % sizeof(Item) == 0);

 public:
  /// `cursors[b]` is the index in `out` of the first item of bucket b.
  CombiningWriter(Item* out, std::vector<std::uint64_t> cursors)
      : out_(out),
        begin_(cursors),
        next_(std::move(cursors)),
        lines_(std::make_unique_for_overwrite<Line[]>(next_.size())) {}

  void push(std::size_t bucket, const Item& item) {
    const std::uint64_t place = next_[bucket]++;
    const std::size_t slot = place % line;
    lines_[bucket].items[slot] = item;
    if (slot == line - 1) write(bucket, place + 1 - line, place + 1);
  }

  /// Writes what is still held back.
  void flush() {
    for (std::size_t b = 0; b < next_.size(); ++b) write(b, next_[b] / line * line, next_[b]);
  }

 private:
  struct alignas(64) Line {
    Item items[line];
  };

  /// Items [first, last) of one line; those before the start of the bucket belong to somebody else.
  void write(std::size_t bucket, std::uint64_t first, std::uint64_t last) {
    if (first >= begin_[bucket] && last - first == line) {
      std::memcpy(static_cast<void*>(out_ + first), lines_[bucket].items, 64);
      return;
    }
    const std::uint64_t from = std::max(first, begin_[bucket]);
    if (from < last) {
      std::memcpy(static_cast<void*>(out_ + from), lines_[bucket].items + from % line,
                  (last - from) * sizeof(Item));
    }
  }

  Item* out_;
  std::vector<std::uint64_t> begin_;
  std::vector<std::uint64_t> next_;
  std::unique_ptr<Line[]> lines_;
};

constexpr std::uint64_t arcs_per_bucket = std::uint64_t{1} << 15;
constexpr std::uint64_t sources_per_bucket = std::uint64_t{1} << 16;
constexpr std::uint64_t most_buckets = 2048;
constexpr std::uint64_t most_ranges = std::uint64_t{1} << 13;

struct CsrStorage {
  PageBuffer<ArcIndex> offsets;
  PageBuffer<Vertex> targets;
  PageBuffer<Weight> weights;
};

struct Bucket {
  Vertex first = 0, last = 0;   ///< sources [first, last)
  ArcIndex begin = 0, end = 0;  ///< arcs before merging
  MergedRows rows;
};

template <class Arc>
class CsrBuilder {
  static constexpr bool weighted = BucketRows<Arc>::weighted;

 public:
  CsrBuilder(std::vector<EdgeChunk> chunks, Vertex num_vertices, MergeRule merge, const IdRanks* ranks)
      : chunks_(std::move(chunks)), n_(num_vertices), merge_(merge), ranks_(ranks) {}

  BuiltCsr build() {
    count_sources();
    plan_buckets();
    scatter();
    sort_buckets();
    return assemble();
  }

 private:
  std::size_t groups() const { return group_begin_.size() - 1; }

  /// Replaces ids by ranks and counts arcs by range of sources, for each group of chunks.
  void count_sources() {
    std::vector<std::size_t> sizes;
    for (const EdgeChunk& chunk : chunks_) sizes.push_back(chunk.size());
    group_begin_ = split_evenly(sizes, 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
    range_shift_ = 0;
    while ((static_cast<std::uint64_t>(n_ - 1) >> range_shift_) >= most_ranges) ++range_shift_;
    range_counts_.resize(groups());
    loops_.assign(groups(), 0);
    std::vector<Weight> largest(groups(), 0.0);
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) {
      std::vector<std::uint64_t> counts((static_cast<std::uint64_t>(n_ - 1) >> range_shift_) + 1, 0);
      std::uint64_t loops = 0;
      for (std::size_t c = group_begin_[group]; c < group_begin_[group + 1]; ++c) {
        PageBuffer<Vertex>& ends = chunks_[c].ends;
        for (const Weight weight : chunks_[c].weights.span()) {
          largest[group] = std::max(largest[group], std::abs(weight));
        }
        for (std::size_t i = 0; i < ends.size(); i += 2) {
          if (ranks_) {
            ends[i] = ranks_->rank(ends[i]);
            ends[i + 1] = ranks_->rank(ends[i + 1]);
          }
          if (ends[i] == ends[i + 1]) {
            ++loops;
            continue;
          }
          ++counts[ends[i] >> range_shift_];
          ++counts[ends[i + 1] >> range_shift_];
        }
      }
      range_counts_[group] = std::move(counts);
      loops_[group] = loops;
    });
    if (!largest.empty()) rounding_ = rounding_between(*std::ranges::max_element(largest));
  }

  /// Joins ranges of sources to buckets and gives every group its place in every bucket.
  void plan_buckets() {
    const std::size_t ranges = (static_cast<std::size_t>(n_ - 1) >> range_shift_) + 1;
    std::vector<std::uint64_t> totals(ranges, 0);
    for (const auto& counts : range_counts_) {
      for (std::size_t r = 0; r < ranges; ++r) totals[r] += counts[r];
    }
    std::uint64_t arcs = 0;
    for (const std::uint64_t total : totals) arcs += total;
    const std::uint64_t wanted_arcs = std::max(arcs_per_bucket, arcs / most_buckets);
    const std::uint64_t wanted_sources = std::max<std::uint64_t>(sources_per_bucket, n_ / most_buckets);
    bucket_of_range_.resize(ranges);
    ArcIndex end = 0;
    for (std::size_t r = 0; r < ranges; ++r) {
      const auto first = static_cast<Vertex>(r << range_shift_);
      if (r == 0 || end - buckets_.back().begin + totals[r] > wanted_arcs ||
          first - buckets_.back().first >= wanted_sources) {
        Bucket& bucket = buckets_.emplace_back();
        bucket.first = first;
        bucket.begin = end;
      }
      end += totals[r];
      buckets_.back().end = end;
      buckets_.back().last = static_cast<Vertex>(
          std::min<std::uint64_t>(n_, (static_cast<std::uint64_t>(r) + 1) << range_shift_));
      bucket_of_range_[r] = static_cast<std::uint16_t>(buckets_.size() - 1);
    }
    LODE_ASSERT_LIGHT(buckets_.size() <= UINT16_MAX);

    cursors_.assign(groups(), std::vector<std::uint64_t>(buckets_.size(), 0));
    for (std::size_t group = 0; group < groups(); ++group) {
      for (std::size_t r = 0; r < ranges; ++r)
        cursors_[group][bucket_of_range_[r]] += range_counts_[group][r];
    }
    for (std::size_t b = 0; b < buckets_.size(); ++b) {
      ArcIndex next = buckets_[b].begin;
      for (auto& cursor : cursors_) next += std::exchange(cursor[b], next);
    }
    range_counts_.clear();
  }

  void scatter() {
    arcs_ = PageBuffer<Arc>(buckets_.back().end);
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) {
      CombiningWriter<Arc> writer(arcs_.data(), std::move(cursors_[group]));
      for (std::size_t c = group_begin_[group]; c < group_begin_[group + 1]; ++c) {
        const EdgeChunk& chunk = chunks_[c];
        for (std::size_t i = 0; i < chunk.ends.size(); i += 2) {
          const Vertex u = chunk.ends[i];
          const Vertex v = chunk.ends[i + 1];
          if (u == v) continue;
          if constexpr (weighted) {
            writer.push(bucket_of_range_[u >> range_shift_],
                        {make_arc_key(u, v, false), chunk.weights[i / 2]});
            writer.push(bucket_of_range_[v >> range_shift_],
                        {make_arc_key(v, u, true), chunk.weights[i / 2]});
          } else {
            writer.push(bucket_of_range_[u >> range_shift_], {make_arc_key(u, v, false)});
            writer.push(bucket_of_range_[v >> range_shift_], {make_arc_key(v, u, true)});
          }
        }
        chunks_[c] = EdgeChunk();
      }
      writer.flush();
    });
    chunks_.clear();
  }

  void sort_buckets() {
    storage_ = std::make_shared<CsrStorage>();
    storage_->offsets = PageBuffer<ArcIndex>(static_cast<std::size_t>(n_) + 1);
    storage_->offsets[0] = 0;
    tbb::enumerable_thread_specific<BucketRows<Arc>> rows;
    tbb::parallel_for(std::size_t{0}, buckets_.size(),
                      [&](std::size_t b) { sort_bucket(buckets_[b], rows.local()); });
  }

  /// Leaves the bucket's targets (and weights) at the front of its stretch of arcs_ and the degrees of its
  /// sources in the offsets.
  void sort_bucket(Bucket& bucket, BucketRows<Arc>& rows) {
    const std::size_t size = bucket.end - bucket.begin;
    ArcIndex* const degrees = storage_->offsets.data() + bucket.first + 1;
    if (size == 0) {
      std::fill(degrees, degrees + (bucket.last - bucket.first), 0);
      return;
    }
    Arc* const arcs = arcs_.data() + bucket.begin;
    bucket.rows = rows.merge(arcs, size, bucket.first, bucket.last, n_, merge_, rounding_, degrees);
    char* const place = reinterpret_cast<char*>(arcs);
    std::memcpy(place, rows.targets(), bucket.rows.arcs * sizeof(Vertex));
    std::size_t used = bucket.rows.arcs * sizeof(Vertex);
    if constexpr (weighted) {
      used = weights_place(bucket.rows.arcs);
      std::memcpy(place + used, rows.weights(), bucket.rows.arcs * sizeof(Weight));
      used += bucket.rows.arcs * sizeof(Weight);
    }
    arcs_.release(bucket.begin + (used + sizeof(Arc) - 1) / sizeof(Arc), bucket.end);
  }

  static std::size_t weights_place(std::uint64_t arcs) { return (arcs * sizeof(Vertex) + 7) / 8 * 8; }

  BuiltCsr assemble() {
    BuiltCsr built;
    const std::uint64_t arcs_in = arcs_.size();
    std::uint64_t ordered = 0;
    ArcIndex arcs = 0;
    std::vector<ArcIndex> place;
    for (const Bucket& bucket : buckets_) {
      if (!built.conflict) built.conflict = bucket.rows.conflict;
      built.most_added_up = std::max(built.most_added_up, bucket.rows.most_added_up);
      built.rounded += bucket.rows.rounded;
      place.push_back(arcs);
      arcs += bucket.rows.arcs;
      ordered += bucket.rows.ordered_pairs;
    }
    for (const std::uint64_t loops : loops_) built.self_loops += loops;
    built.duplicates = arcs_in / 2 - ordered;
    built.reciprocal = ordered - arcs / 2;

    storage_->targets = PageBuffer<Vertex>(arcs);
    if constexpr (weighted) storage_->weights = PageBuffer<Weight>(arcs);
    tbb::parallel_for(std::size_t{0}, buckets_.size(), [&](std::size_t b) {
      const Bucket& bucket = buckets_[b];
      const char* const from = reinterpret_cast<const char*>(arcs_.data() + bucket.begin);
      if (bucket.rows.arcs > 0) {
        std::memcpy(storage_->targets.data() + place[b], from, bucket.rows.arcs * sizeof(Vertex));
        if constexpr (weighted) {
          std::memcpy(storage_->weights.data() + place[b], from + weights_place(bucket.rows.arcs),
                      bucket.rows.arcs * sizeof(Weight));
        }
      }
      arcs_.release(bucket.begin, bucket.end);
      ArcIndex next = place[b];
      for (std::size_t v = bucket.first; v < bucket.last; ++v) {
        next += storage_->offsets[v + 1];
        storage_->offsets[v + 1] = next;
      }
    });
    arcs_.reset();
    built.arrays = {storage_->offsets.span(), storage_->targets.span(), storage_->weights.span(), storage_};
    return built;
  }

  std::vector<EdgeChunk> chunks_;
  Vertex n_;
  MergeRule merge_;
  const IdRanks* ranks_;

  std::vector<std::size_t> group_begin_;
  unsigned range_shift_ = 0;
  std::vector<std::vector<std::uint64_t>> range_counts_;
  std::vector<std::uint64_t> loops_;
  Weight rounding_ = 0.0;  ///< between the two weights of an edge
  std::vector<std::uint16_t> bucket_of_range_;
  std::vector<Bucket> buckets_;
  std::vector<std::vector<std::uint64_t>> cursors_;
  PageBuffer<Arc> arcs_;
  std::shared_ptr<CsrStorage> storage_;
};

}  // namespace

Weight merged_weight(MergeRule rule, Weight a, Weight b) {
  switch (rule) {
    case MergeRule::max:
      return std::max(a, b);
    case MergeRule::min:
      return std::min(a, b);
    case MergeRule::sum:
      return a + b;
    case MergeRule::error:
      break;
  }
  return 0.5 * a + 0.5 * b;
}

void WeightSum::add(std::span<const Weight> arc_weights) {
  for (const Weight weight : arc_weights) {
    sum_ += weight;
    magnitude_ += std::abs(weight);
    negative_ = negative_ || weight < 0.0;
    integral_ = integral_ && weight == std::floor(weight);
  }
}

WeightSummary WeightSum::summary() const {
  const Weight magnitude = static_cast<Weight>(magnitude_ / 2.0L);
  const bool exact = integral_ && std::max(magnitude, merged_) < exact_integer_limit;
  WeightSummary summary{exact ? WeightKind::integral : WeightKind::real, static_cast<Weight>(sum_ / 2.0L)};
  if (negative_) summary.signed_magnitude = magnitude;
  return summary;
}

Graph graph_of(BuiltCsr built, VertexNames names) {
  if (built.arrays.weights.empty()) {
    return Graph::from_csr(std::move(built.arrays), std::move(names), CsrCheck::trusted);
  }
  WeightSum sum;
  sum.add(built.arrays.weights);
  sum.add_merged(built.most_added_up);
  return Graph::from_csr(std::move(built.arrays), std::move(names), sum.summary(), CsrCheck::trusted);
}

std::vector<std::size_t> split_evenly(const std::vector<std::size_t>& sizes, std::size_t parts) {
  std::size_t total = 0;
  for (const std::size_t size : sizes) total += size;
  const std::size_t wanted = std::max<std::size_t>(1, (total + parts - 1) / std::max<std::size_t>(1, parts));
  std::vector<std::size_t> begin = {0};
  std::size_t filled = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (filled >= wanted) {
      begin.push_back(i);
      filled = 0;
    }
    filled += sizes[i];
  }
  begin.push_back(sizes.size());
  return begin;
}

BuiltCsr build_csr(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, bool weighted, MergeRule merge,
                   const IdRanks* ranks) {
  LODE_ASSERT_LIGHT(num_vertices >= 1 && num_vertices < no_vertex);
  const auto n = static_cast<Vertex>(num_vertices);
  if (weighted) return CsrBuilder<WeightedArc>(std::move(chunks), n, merge, ranks).build();
  return CsrBuilder<PlainArc>(std::move(chunks), n, merge, ranks).build();
}

}  // namespace lode::detail
