#include "io/csr/external_graph.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "core/assert.hpp"
#include "io/csr/compaction.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t edges_per_read = std::size_t{1} << 16;
constexpr std::uint64_t most_arcs_per_bucket = std::uint64_t{1} << 20;  // sorts in cache
constexpr std::uint64_t largest_buffer_bytes = std::uint64_t{1} << 18;
constexpr std::uint64_t smallest_buffer_bytes = 512;

void check_interrupted(const RunContext& run, const CompressedInput& input) {
  if (run.interrupted()) throw SystemError(input.display_name() + ": converting was interrupted");
}

}  // namespace

/// A nameless file for data that does not fit in memory; deleted with the object or the process.
///
/// Errors: SystemError naming the folder when it is not writable or the disk is full.
class ScratchFile {
 public:
  explicit ScratchFile(std::string folder) : folder_(std::move(folder)) {
    // Where the file system can, the file has no name: a killed process leaves no file.
    constexpr int own_mode = 0600;
    fd_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, own_mode);
    if (fd_ >= 0) return;
    std::string name = folder_ + "/.lode-XXXXXX";
    fd_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd_ < 0) fail("cannot write a temporary file", errno);
    ::unlink(name.c_str());
  }
  ~ScratchFile() { ::close(fd_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  template <class T>
  void write_at(std::uint64_t place, std::span<const T> values) {
    const auto* const bytes = reinterpret_cast<const char*>(values.data());
    in_pieces("cannot write a temporary file", values.size_bytes(), [&](std::size_t done, std::size_t rest) {
      return ::pwrite(fd_, bytes + done, rest, static_cast<off_t>(place + done));
    });
  }
  /// The values must have been written.
  template <class T>
  void read_at(std::uint64_t place, std::span<T> values) const {
    auto* const bytes = reinterpret_cast<char*>(values.data());
    in_pieces("cannot read a temporary file", values.size_bytes(), [&](std::size_t done, std::size_t rest) {
      return ::pread(fd_, bytes + done, rest, static_cast<off_t>(place + done));
    });
  }
  /// The first `size` bytes, mapped. The mapping outlives this object.
  std::shared_ptr<const char> map(std::uint64_t size) const {
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd_, 0);
    if (memory == MAP_FAILED) fail("cannot map a temporary file", errno);
    return {static_cast<const char*>(memory),
            [size](const char* bytes) { ::munmap(const_cast<char*>(bytes), size); }};
  }

 private:
  /// Calls move(bytes done, bytes left) until all are done.
  template <class Move>
  void in_pieces(const char* what, std::size_t size, const Move& move) const {
    for (std::size_t done = 0; done < size;) {
      const ssize_t moved = move(done, size - done);
      if (moved < 0 && errno == EINTR) continue;
      if (moved <= 0) fail(what, moved < 0 ? errno : EIO);
      done += static_cast<std::size_t>(moved);
    }
  }
  [[noreturn]] void fail(const char* what, int error) const {
    throw SystemError(fmt::format("{}: {} ({})", folder_, what, std::strerror(error)));
  }

  std::string folder_;
  int fd_ = -1;
};

ExternalGraph::ExternalGraph(const ExternalOptions& options)
    : options_(options), ends_(std::make_shared<ScratchFile>(options.folder)) {
  if (options_.weighted) weights_ = std::make_shared<ScratchFile>(options.folder);
}

void ExternalGraph::add(std::span<const std::uint32_t> ends, std::span<const Weight> weights) {
  if (ends.empty()) return;
  make_room(*std::max_element(ends.begin(), ends.end()));
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    const std::uint64_t arcs = ends[i] != ends[i + 1];
    self_loops_ += 1 - arcs;
    for (const std::uint32_t end : {ends[i], ends[i + 1]}) {
      ranks_.insert(end);
      arcs_of_range_[end >> range_bits] += arcs;
    }
  }
  for (const Weight w : weights) largest_weight_ = std::max(largest_weight_, std::abs(w));
  ends_->write_at(8 * edges_, ends);
  if (weights_) weights_->write_at(8 * edges_, weights);
  edges_ += ends.size() / 2;
}

void ExternalGraph::declare_vertices(std::uint64_t n) {
  make_room(static_cast<std::uint32_t>(n - 1));
  for (Vertex v = 0; v < n; ++v) ranks_.insert(v);
}

void ExternalGraph::make_room(std::uint32_t id) {
  largest_id_ = std::max(largest_id_, id);
  ranks_.extend(id);
  arcs_of_range_.resize((64 * ranks_.words().size() >> range_bits) + 1);
}

template <class Arc>
class ExternalBuilder {
  static constexpr bool weighted = BucketRows<Arc>::weighted;

 public:
  ExternalBuilder(ExternalGraph& graph, const CompressedInput& input, const RunContext& run)
      : graph_(graph),
        input_(input),
        run_(run),
        n_(static_cast<Vertex>(graph.vertices_)),
        slots_(static_cast<std::size_t>(tbb::this_task_arena::max_concurrency())),
        arcs_(graph.options_.folder),
        rows_(graph.options_.folder) {}

  ExternalCsr build() {
    plan_buckets();
    scatter();
    const std::uint64_t arcs = buckets_.back().end;
    targets_at_ = sizeof(ArcIndex) * (std::uint64_t{n_} + 1);
    weights_at_ = rounded_up(targets_at_ + sizeof(Vertex) * arcs);
    const std::uint64_t ids_at = rounded_up(weights_at_ + (weighted ? sizeof(Weight) * arcs : 0));
    const bool renumbered = n_ != std::uint64_t{graph_.largest_id_} + 1;
    write_rows();
    if (renumbered) write_ids(ids_at);
    built_.csr.self_loops = graph_.self_loops_;
    built_.csr.duplicates = arcs / 2 - ordered_pairs_;
    built_.csr.reciprocal = ordered_pairs_ - arcs_written_ / 2;
    const auto map = rows_.map(ids_at + sizeof(std::uint64_t) * n_);
    CsrArrays& arrays = built_.csr.arrays;
    arrays.offsets = {reinterpret_cast<const ArcIndex*>(map.get()), std::size_t{n_} + 1};
    arrays.targets = {reinterpret_cast<const Vertex*>(map.get() + targets_at_), arcs_written_};
    arrays.weights = {reinterpret_cast<const Weight*>(map.get() + weights_at_), weighted ? arcs_written_ : 0};
    arrays.owner = map;
    if (renumbered) {
      built_.names =
          VertexNames::from_ids({reinterpret_cast<const std::uint64_t*>(map.get() + ids_at), n_}, map);
    }
    return std::move(built_);
  }

 private:
  static std::uint64_t rounded_up(std::uint64_t place) { return (place + 63) / 64 * 64; }

  struct Bucket {
    Vertex first = 0, last = 0;   ///< sources [first, last)
    ArcIndex begin = 0, end = 0;  ///< arcs before merging
  };
  /// A bucket in memory.
  struct Slot {
    std::vector<Arc> arcs;
    std::vector<ArcIndex> degrees;
    BucketRows<Arc> rows;
    MergedRows merged;
  };

  // --- buckets ---

  /// The number of vertices whose ids lie before a range.
  Vertex first_of_range(std::size_t range) const {
    const std::size_t word = (range << ExternalGraph::range_bits) / 64;
    return word < graph_.ranks_.words().size() ? static_cast<Vertex>(graph_.ranks_.words()[word].before) : n_;
  }

  void plan_buckets() {
    const std::uint64_t per_arc = sizeof(Arc) + BucketRows<Arc>::bytes_per_arc;
    const std::uint64_t wanted = std::clamp<std::uint64_t>(
        graph_.options_.memory / 2 / slots_.size() / per_arc, 1, most_arcs_per_bucket);
    const std::vector<std::uint64_t>& counts = graph_.arcs_of_range_;
    bucket_of_range_.resize(counts.size());
    ArcIndex end = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      const Vertex first = first_of_range(r);
      if (r == 0 || end - buckets_.back().begin + counts[r] > wanted ||
          first - buckets_.back().first > wanted) {
        buckets_.push_back({first, first, end, end});
      }
      end += counts[r];
      buckets_.back().end = end;
      buckets_.back().last = first_of_range(r + 1);
      bucket_of_range_[r] = static_cast<std::uint32_t>(buckets_.size() - 1);
    }
    LODE_ASSERT_LIGHT(buckets_.back().last == n_);
  }

  /// Reads the edges once and writes both directions to their buckets.
  void scatter() {
    const std::uint64_t buffer_bytes = std::clamp<std::uint64_t>(graph_.options_.memory / 2 / buckets_.size(),
                                                                 smallest_buffer_bytes, largest_buffer_bytes);
    // A power of two, to which vectors grow.
    const std::size_t capacity = std::bit_floor(static_cast<std::size_t>(buffer_bytes / sizeof(Arc)));
    std::vector<std::vector<Arc>> buffers(buckets_.size());
    std::vector<ArcIndex> next;
    for (const Bucket& bucket : buckets_) next.push_back(bucket.begin);
    const auto flush = [&](std::size_t b) {
      arcs_.write_at(sizeof(Arc) * next[b], std::span<const Arc>(buffers[b]));
      next[b] += buffers[b].size();
      buffers[b].clear();
    };
    const auto push = [&](std::uint32_t id, const Arc& arc) {
      const std::size_t b = bucket_of_range_[id >> ExternalGraph::range_bits];
      buffers[b].push_back(arc);
      if (buffers[b].size() == capacity) flush(b);
    };
    for_each_edge([&](std::uint32_t u, std::uint32_t v, Weight weight) {
      if (u == v) return;
      const Vertex a = graph_.ranks_.rank(u);
      const Vertex b = graph_.ranks_.rank(v);
      Arc arc{};
      arc.key = make_arc_key(a, b, false);
      if constexpr (weighted) arc.weight = weight;
      push(u, arc);
      arc.key = make_arc_key(b, a, true);
      push(v, arc);
    });
    for (std::size_t b = 0; b < buckets_.size(); ++b) flush(b);
  }

  /// Visits all edges in order, and deletes them.
  template <class Visit>
  void for_each_edge(const Visit& visit) {
    std::vector<std::uint32_t> ends(2 * edges_per_read);
    std::vector<Weight> weights(edges_per_read, 1.0);
    for (std::uint64_t first = 0; first < graph_.edges_; first += edges_per_read) {
      check_interrupted(run_, input_);
      const std::size_t count = std::min<std::uint64_t>(edges_per_read, graph_.edges_ - first);
      graph_.ends_->read_at(8 * first, std::span(ends).first(2 * count));
      if constexpr (weighted) graph_.weights_->read_at(8 * first, std::span(weights).first(count));
      for (std::size_t i = 0; i < count; ++i) visit(ends[2 * i], ends[2 * i + 1], weights[i]);
    }
    graph_.ends_.reset();
    graph_.weights_.reset();
  }

  // --- rows ---

  /// Reads, sorts and merges several buckets together, and writes them in order.
  void write_rows() {
    const ArcIndex zero = 0;
    rows_.write_at(0, std::span(&zero, 1));
    for (std::size_t first = 0; first < buckets_.size(); first += slots_.size()) {
      check_interrupted(run_, input_);
      const std::size_t count = std::min(slots_.size(), buckets_.size() - first);
      tbb::parallel_for(std::size_t{0}, count,
                        [&](std::size_t i) { merge_bucket(buckets_[first + i], slots_[i]); });
      for (std::size_t i = 0; i < count; ++i) write_bucket(buckets_[first + i], slots_[i]);
    }
  }

  void merge_bucket(const Bucket& bucket, Slot& slot) const {
    slot.arcs.resize(bucket.end - bucket.begin);
    arcs_.read_at(sizeof(Arc) * bucket.begin, std::span(slot.arcs));
    slot.degrees.resize(bucket.last - bucket.first);
    slot.merged =
        slot.rows.merge(slot.arcs.data(), slot.arcs.size(), bucket.first, bucket.last, graph_.options_.merge,
                        rounding_between(graph_.largest_weight_), slot.degrees.data());
  }

  void write_bucket(const Bucket& bucket, Slot& slot) {
    ArcIndex next = arcs_written_;
    for (ArcIndex& value : slot.degrees) value = next += value;
    rows_.write_at(sizeof(ArcIndex) * (std::uint64_t{bucket.first} + 1),
                   std::span<const ArcIndex>(slot.degrees));
    rows_.write_at(targets_at_ + sizeof(Vertex) * arcs_written_,
                   std::span(slot.rows.targets(), slot.merged.arcs));
    if constexpr (weighted) {
      rows_.write_at(weights_at_ + sizeof(Weight) * arcs_written_,
                     std::span(slot.rows.weights(), slot.merged.arcs));
    }
    BuiltCsr& csr = built_.csr;
    csr.most_added_up = std::max(csr.most_added_up, slot.merged.most_added_up);
    if (!csr.conflict) csr.conflict = slot.merged.conflict;
    csr.rounded += slot.merged.rounded;
    ordered_pairs_ += slot.merged.ordered_pairs;
    arcs_written_ = next;
  }

  void write_ids(std::uint64_t place) {
    std::vector<std::uint64_t> ids;
    const auto& words = graph_.ranks_.words();
    for (std::size_t w = 0; w <= graph_.largest_id_ / 64; ++w) {
      for (std::uint64_t rest = words[w].members; rest != 0; rest &= rest - 1)
        ids.push_back(64 * w + static_cast<std::uint64_t>(std::countr_zero(rest)));
      if (ids.size() < edges_per_read && w < graph_.largest_id_ / 64) continue;
      rows_.write_at(place, std::span<const std::uint64_t>(ids));
      place += sizeof(std::uint64_t) * ids.size();
      ids.clear();
    }
  }

  ExternalGraph& graph_;
  const CompressedInput& input_;
  const RunContext& run_;
  Vertex n_;
  std::vector<Slot> slots_;
  ScratchFile arcs_;
  ScratchFile rows_;  ///< offsets, targets, weights and ids, as in memory
  std::uint64_t targets_at_ = 0, weights_at_ = 0;
  std::vector<Bucket> buckets_;
  std::vector<std::uint32_t> bucket_of_range_;
  ArcIndex arcs_written_ = 0;
  std::uint64_t ordered_pairs_ = 0;
  ExternalCsr built_;
};

ExternalCsr ExternalGraph::build(const CompressedInput& input, const RunContext& run) {
  vertices_ = ranks_.finish();
  check_vertex_count(vertices_, input.display_name());
  ExternalCsr built;
  run.parallel([&] {
    built = options_.weighted ? ExternalBuilder<WeightedArc>(*this, input, run).build()
                              : ExternalBuilder<PlainArc>(*this, input, run).build();
  });
  return built;
}

}  // namespace lode::detail
