#include "graph/csr/builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "core/assert.hpp"
#include "graph/csr/bucket_rows.hpp"

namespace lode::detail {
namespace {

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

/// Bounds 0 = b_0 <= b_1 <= ... = sizes.size() of at most `parts` + 1 contiguous groups of similar total
/// size.
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

  std::size_t bucket_of(Vertex source) const { return source >> shift_; }

  /// Replaces ids by ranks and counts arcs by bucket, for each group of chunks.
  void count_sources() {
    constexpr std::uint64_t arcs_per_bucket = std::uint64_t{1} << 15;
    constexpr std::uint64_t sources_per_bucket = std::uint64_t{1} << 16;
    constexpr std::uint64_t most_buckets = 2048;
    std::vector<std::size_t> sizes;
    for (const EdgeChunk& chunk : chunks_) sizes.push_back(chunk.size());
    const std::uint64_t arcs = 2 * std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    const std::uint64_t wanted = std::max<std::uint64_t>(arcs / arcs_per_bucket, n_ / sources_per_bucket);
    while (bucket_of(n_ - 1) > std::min(wanted, most_buckets - 1)) ++shift_;
    buckets_.resize(bucket_of(n_ - 1) + 1);
    group_begin_ = split_evenly(sizes, 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
    cursors_.assign(groups(), std::vector<std::uint64_t>(buckets_.size(), 0));
    loops_.assign(groups(), 0);
    std::vector<Weight> largest(groups(), 0.0);
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) {
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
            ++loops_[group];
            continue;
          }
          ++cursors_[group][bucket_of(ends[i])];
          ++cursors_[group][bucket_of(ends[i + 1])];
        }
      }
    });
    if (!largest.empty()) rounding_ = rounding_between(*std::ranges::max_element(largest));
  }

  /// Gives every group its place in every bucket.
  void plan_buckets() {
    ArcIndex next = 0;
    for (std::size_t b = 0; b < buckets_.size(); ++b) {
      Bucket& bucket = buckets_[b];
      bucket.first = static_cast<Vertex>(b << shift_);
      bucket.last = static_cast<Vertex>(std::min<std::uint64_t>(n_, (b + 1) << shift_));
      bucket.begin = next;
      for (auto& cursor : cursors_) next += std::exchange(cursor[b], next);
      bucket.end = next;
    }
  }

  void scatter() {
    arcs_ = PageBuffer<Arc>(buckets_.back().end);
    tbb::parallel_for(std::size_t{0}, groups(), [&](std::size_t group) {
      std::vector<std::uint64_t>& next = cursors_[group];
      const auto push = [&](Vertex from, Vertex to, bool backward, const EdgeChunk& chunk, std::size_t i) {
        Arc& arc = arcs_[next[bucket_of(from)]++];
        arc.key = make_arc_key(from, to, backward);
        if constexpr (weighted) arc.weight = chunk.weights[i / 2];
      };
      for (std::size_t c = group_begin_[group]; c < group_begin_[group + 1]; ++c) {
        const EdgeChunk& chunk = chunks_[c];
        for (std::size_t i = 0; i < chunk.ends.size(); i += 2) {
          const Vertex u = chunk.ends[i];
          const Vertex v = chunk.ends[i + 1];
          if (u == v) continue;
          push(u, v, false, chunk, i);
          push(v, u, true, chunk, i);
        }
        chunks_[c] = EdgeChunk();
      }
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
    bucket.rows = rows.merge(arcs, size, bucket.first, bucket.last, merge_, rounding_, degrees);
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
  unsigned shift_ = 0;  ///< the bucket of a source is its number without its last `shift_` bits
  std::vector<std::uint64_t> loops_;
  Weight rounding_ = 0.0;  ///< between the two weights of an edge
  std::vector<Bucket> buckets_;
  std::vector<std::vector<std::uint64_t>> cursors_;  ///< by group and bucket: first counts, then places
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

BuiltCsr build_csr(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, bool weighted, MergeRule merge,
                   const IdRanks* ranks) {
  LODE_ASSERT_LIGHT(num_vertices >= 1 && num_vertices < no_vertex);
  const auto n = static_cast<Vertex>(num_vertices);
  if (weighted) return CsrBuilder<WeightedArc>(std::move(chunks), n, merge, ranks).build();
  return CsrBuilder<PlainArc>(std::move(chunks), n, merge, ranks).build();
}

Arcs build_arcs(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, VertexNames names,
                const IdRanks* ranks) {
  LODE_ASSERT_LIGHT(num_vertices >= 1 && num_vertices <= Arcs::most_vertices);
  const auto n = static_cast<Vertex>(num_vertices);
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t c) {
    PageBuffer<Vertex>& ends = chunks[c].ends;
    for (std::size_t i = 0; i < ends.size(); ++i) {  // vertex v as a target is number n + v
      ends[i] = (ranks ? ranks->rank(ends[i]) : ends[i]) + (i % 2 == 0 ? 0 : n);
    }
    chunks[c].weights.reset();
  });
  const BuiltCsr twice = build_csr(std::move(chunks), 2 * num_vertices, false, MergeRule::error);
  auto owned = std::make_shared<CsrStorage>();
  owned->offsets = PageBuffer<ArcIndex>(twice.arrays.offsets.size());
  owned->targets = PageBuffer<Vertex>(twice.arrays.targets.size());
  std::ranges::copy(twice.arrays.offsets, owned->offsets.begin());
  const std::size_t arcs = twice.arrays.targets.size() / 2;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, 2 * arcs), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      owned->targets[i] = twice.arrays.targets[i] - (i < arcs ? n : 0);
    }
  });
  const ArcRows rows = {owned->offsets.span(), owned->targets.span(), owned};
  return Arcs::from_rows(rows, std::move(names), twice.duplicates);
}

}  // namespace lode::detail
