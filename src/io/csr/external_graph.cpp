#include "io/csr/external_graph.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "core/assert.hpp"
#include "io/csr/assembly.hpp"
#include "io/csr/compaction.hpp"
#include "io/formats/lode/stored_file.hpp"

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

ScratchFile::ScratchFile(std::string folder) : folder_(std::move(folder)) {
  // Without a name from the beginning, where the file system can: a killed process leaves nothing.
  constexpr int own_mode = 0600;
  fd_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, own_mode);
  if (fd_ >= 0) return;
  std::string name = folder_ + "/.lode-XXXXXX";
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) fail("cannot write a temporary file", errno);
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() { ::close(fd_); }

void ScratchFile::write_at(std::uint64_t place, const void* data, std::size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::pwrite(fd_, from, size, static_cast<off_t>(place));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write a temporary file", errno);
    from += written;
    place += static_cast<std::uint64_t>(written);
    size -= static_cast<std::size_t>(written);
  }
}

void ScratchFile::read_at(std::uint64_t place, void* data, std::size_t size) const {
  char* to = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::pread(fd_, to, size, static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("cannot read a temporary file", got < 0 ? errno : EIO);
    to += got;
    place += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
}

void ScratchFile::release(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  (void)!::fallocate(fd_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
                     static_cast<off_t>(end - begin));
}

void ScratchFile::fail(const char* what, int error) const {
  throw SystemError(fmt::format("{}: {} ({})", folder_, what, std::strerror(error)));
}

ExternalGraph::ExternalGraph(const ExternalOptions& options) : options_(options), ends_(options.folder) {
  if (options_.weighted) weights_.emplace(options.folder);
}

void ExternalGraph::note(std::span<const std::uint32_t> ends) {
  std::uint32_t largest = 0;
  for (const std::uint32_t id : ends) largest = std::max(largest, id);
  largest_id_ = std::max<std::uint64_t>(largest_id_, largest);
  ranks_.extend(largest_id_);
  if (arcs_of_range_.size() <= largest_id_ >> range_bits) {
    arcs_of_range_.resize(std::max<std::size_t>((largest_id_ >> range_bits) + 1, 2 * arcs_of_range_.size()),
                          0);
  }
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    ranks_.insert(ends[i]);
    ranks_.insert(ends[i + 1]);
    const std::uint64_t arcs = ends[i] != ends[i + 1];
    self_loops_ += 1 - arcs;
    arcs_of_range_[ends[i] >> range_bits] += arcs;
    arcs_of_range_[ends[i + 1] >> range_bits] += arcs;
  }
}

void ExternalGraph::add(std::span<const std::uint32_t> ends, std::span<const Weight> weights) {
  if (ends.empty()) return;
  note(ends);
  ends_.write_at(8 * edges_, ends.data(), ends.size_bytes());
  if (weights_) weights_->write_at(8 * edges_, weights.data(), weights.size_bytes());
  for (const Weight w : weights) largest_weight_ = std::max(largest_weight_, std::abs(w));
  edges_ += ends.size() / 2;
}

void ExternalGraph::add_in_front(std::uint32_t u, std::uint32_t v, Weight weight) {
  LODE_ASSERT_LIGHT(!has_front_);
  has_front_ = true;
  const std::uint32_t ends[] = {u, v};
  note(ends);
  ends_.write_at(0, ends, sizeof ends);
  if (weights_) weights_->write_at(0, &weight, sizeof weight);
  largest_weight_ = std::max(largest_weight_, std::abs(weight));
}

void ExternalGraph::declare_vertices(std::uint64_t n) {
  declared_ = true;
  vertices_ = n;
}

void ExternalGraph::number_vertices(const CompressedInput& input) {
  if (!declared_) vertices_ = ranks_.finish();
  check_vertex_count(vertices_, input.display_name());
  const std::uint64_t ids = declared_ ? vertices_ : largest_id_ + 1;
  arcs_of_range_.resize(((ids - 1) >> range_bits) + 1, 0);
}

Vertex ExternalGraph::first_of_range(std::size_t range) const {
  const std::uint64_t id = static_cast<std::uint64_t>(range) << range_bits;
  if (declared_) return static_cast<Vertex>(std::min(vertices_, id));
  return static_cast<Vertex>(id / 64 < ranks_.words().size() ? ranks_.words()[id / 64].before : vertices_);
}

template <class Arc>
class ExternalWriter {
  static constexpr bool weighted = BucketRows<Arc>::weighted;

 public:
  ExternalWriter(ExternalGraph& graph, OutputFile& file, const CompressedInput& input, const RunContext& run,
                 InputReport& report)
      : graph_(graph),
        file_(file),
        input_(input),
        run_(run),
        report_(report),
        n_(static_cast<Vertex>(graph.vertices_)),
        slots_(static_cast<std::size_t>(tbb::this_task_arena::max_concurrency())),
        arcs_(graph.options_.folder) {}

  std::optional<ExternalConflict> write() {
    plan_buckets();
    scatter();
    LodeHeader header = new_header();
    const LodeLayout before =
        layout_of(header);  // the first two sections do not depend on the number of arcs
    SectionWriter offsets(file_, before.offsets);
    SectionWriter targets(file_, place_of_targets(header));
    if constexpr (weighted) row_weights_.emplace(graph_.options_.folder);
    const ArcIndex zero = 0;
    offsets.append(bytes_of(std::span(&zero, 1)));
    write_rows(offsets, targets);
    fill_report();
    if (!conflict_) {
      finish_file(header, offsets, targets);
      return std::nullopt;
    }
    std::vector<std::uint64_t> ids;
    if (renumbered()) for_each_id([&](std::uint64_t id) { ids.push_back(id); });
    return ExternalConflict{*conflict_, renumbered() ? VertexNames::from_ids(std::move(ids)) : VertexNames()};
  }

 private:
  struct Bucket {
    Vertex first = 0, last = 0;   ///< sources [first, last)
    ArcIndex begin = 0, end = 0;  ///< arcs before merging
  };
  /// A bucket in memory.
  struct Slot {
    const Bucket* bucket = nullptr;
    std::vector<Arc> arcs;
    std::vector<ArcIndex> degrees;
    BucketRows<Arc> rows;
    MergedRows merged;
  };

  LodeHeader new_header() const {
    LodeHeader header;
    std::memcpy(header.magic, lode_magic, sizeof header.magic);
    header.vertices = n_;
    header.names =
        static_cast<std::uint32_t>(renumbered() ? VertexNames::Kind::ids : VertexNames::Kind::numbers);
    return header;
  }
  static std::uint64_t place_of_targets(LodeHeader header) {
    header.arcs = 2;
    return layout_of(header).targets;
  }
  bool renumbered() const { return !graph_.declared_ && graph_.vertices_ != graph_.largest_id_ + 1; }

  // --- buckets ---

  void plan_buckets() {
    const std::uint64_t per_arc = sizeof(Arc) + BucketRows<Arc>::bytes_per_arc;
    const std::uint64_t wanted =
        std::clamp<std::uint64_t>(graph_.options_.memory / 2 / slots_ / per_arc, 1, most_arcs_per_bucket);
    const std::vector<std::uint64_t>& counts = graph_.arcs_of_range_;
    bucket_of_range_.resize(counts.size());
    ArcIndex end = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      const Vertex first = graph_.first_of_range(r);
      if (r == 0 || end - buckets_.back().begin + counts[r] > wanted ||
          first - buckets_.back().first > wanted) {
        buckets_.push_back({first, first, end, end});
      }
      end += counts[r];
      buckets_.back().end = end;
      buckets_.back().last = graph_.first_of_range(r + 1);
      bucket_of_range_[r] = static_cast<std::uint32_t>(buckets_.size() - 1);
    }
    LODE_ASSERT_LIGHT(buckets_.back().last == n_);
  }

  /// Reads the edges once and brings both directions to their buckets.
  void scatter() {
    const std::uint64_t buffer_bytes = std::clamp<std::uint64_t>(graph_.options_.memory / 2 / buckets_.size(),
                                                                 smallest_buffer_bytes, largest_buffer_bytes);
    const std::size_t capacity = static_cast<std::size_t>(buffer_bytes / sizeof(Arc));
    PageBuffer<Arc> buffers(capacity * buckets_.size(), Pages::small);
    std::vector<std::uint32_t> used(buckets_.size(), 0);
    std::vector<ArcIndex> next;
    for (const Bucket& bucket : buckets_) next.push_back(bucket.begin);
    const auto flush = [&](std::size_t b) {
      arcs_.write_at(sizeof(Arc) * next[b], buffers.data() + b * capacity, sizeof(Arc) * used[b]);
      next[b] += std::exchange(used[b], 0u);
    };
    const auto push = [&](std::uint32_t id, const Arc& arc) {
      const std::size_t b = bucket_of_range_[id >> ExternalGraph::range_bits];
      buffers[b * capacity + used[b]] = arc;
      if (++used[b] == capacity) flush(b);
    };
    for_each_edge([&](std::uint32_t u, std::uint32_t v, Weight weight) {
      if (u == v) return;
      const Vertex a = graph_.number(u);
      const Vertex b = graph_.number(v);
      push(u, make_arc(make_arc_key(a, b, false), weight));
      push(v, make_arc(make_arc_key(b, a, true), weight));
    });
    for (std::size_t b = 0; b < buckets_.size(); ++b) flush(b);
  }

  static Arc make_arc(ArcKey key, Weight weight) {
    if constexpr (weighted) {
      return {key, weight};
    } else {
      (void)weight;
      return {key};
    }
  }

  /// All edges in their order; the space they take on disk is given back on the way.
  template <class Visit>
  void for_each_edge(const Visit& visit) {
    std::vector<std::uint32_t> ends(2 * edges_per_read);
    std::vector<Weight> weights(weighted ? edges_per_read : 0);
    for (std::uint64_t first = graph_.has_front_ ? 0 : 1; first < graph_.edges_;) {
      check_interrupted(run_, input_);
      const auto count =
          static_cast<std::size_t>(std::min<std::uint64_t>(edges_per_read, graph_.edges_ - first));
      graph_.ends_.read_at(8 * first, ends.data(), 8 * count);
      graph_.ends_.release(8 * first, 8 * (first + count));
      if constexpr (weighted) {
        graph_.weights_->read_at(8 * first, weights.data(), 8 * count);
        graph_.weights_->release(8 * first, 8 * (first + count));
      }
      for (std::size_t i = 0; i < count; ++i) {
        visit(ends[2 * i], ends[2 * i + 1], weighted ? weights[i] : Weight{1});
      }
      first += count;
    }
  }

  // --- rows ---

  /// Reads and writes the buckets in order, and sorts and merges several at a time.
  void write_rows(SectionWriter& offsets, SectionWriter& targets) {
    std::vector<Slot> slots(slots_);
    for (std::size_t first = 0; first < buckets_.size(); first += slots_) {
      const std::size_t count = std::min(slots_, buckets_.size() - first);
      for (std::size_t i = 0; i < count; ++i) read_bucket(buckets_[first + i], slots[i]);
      tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { merge_bucket(slots[i]); });
      for (std::size_t i = 0; i < count; ++i) write_bucket(slots[i], offsets, targets);
    }
  }

  void read_bucket(const Bucket& bucket, Slot& slot) {
    check_interrupted(run_, input_);
    slot.bucket = &bucket;
    slot.arcs.resize(bucket.end - bucket.begin);
    arcs_.read_at(sizeof(Arc) * bucket.begin, slot.arcs.data(), sizeof(Arc) * slot.arcs.size());
    arcs_.release(sizeof(Arc) * bucket.begin, sizeof(Arc) * bucket.end);
  }

  void merge_bucket(Slot& slot) {
    slot.degrees.resize(slot.bucket->last - slot.bucket->first);
    slot.merged =
        slot.rows.merge(slot.arcs.data(), slot.arcs.size(), slot.bucket->first, slot.bucket->last,
                        graph_.options_.merge, rounding_between(graph_.largest_weight_), slot.degrees.data());
  }

  void write_bucket(Slot& slot, SectionWriter& offsets, SectionWriter& targets) {
    ArcIndex next = arcs_written_;
    for (ArcIndex& value : slot.degrees) value = next += value;
    offsets.append(bytes_of(std::span<const ArcIndex>(slot.degrees)));
    targets.append(bytes_of(std::span(slot.rows.targets(), slot.merged.arcs)));
    if constexpr (weighted) {
      const std::span weights(slot.rows.weights(), slot.merged.arcs);
      sum_.add(weights);
      sum_.add_merged(slot.merged.most_added_up);
      row_weights_->write_at(sizeof(Weight) * arcs_written_, weights.data(), weights.size_bytes());
    }
    if (!conflict_) conflict_ = slot.merged.conflict;
    rounded_ += slot.merged.rounded;
    ordered_pairs_ += slot.merged.ordered_pairs;
    arcs_written_ = next;
  }

  // --- the rest ---

  void fill_report() {
    report_.vertices = n_;
    report_.edges = arcs_written_ / 2;
    report_.self_loops_dropped = graph_.self_loops_;
    report_.duplicates_merged = buckets_.back().end / 2 - ordered_pairs_;
    report_.reciprocal_merged = ordered_pairs_ - report_.edges;
    report_.ids_remapped = renumbered();
    note_rounded(rounded_, report_);
  }

  template <class Visit>
  void for_each_id(const Visit& visit) const {
    const auto& words = graph_.ranks_.words();
    for (std::size_t w = 0; w <= graph_.largest_id_ / 64; ++w) {
      for (std::uint64_t rest = words[w].members; rest != 0; rest &= rest - 1) {
        visit(64 * w + static_cast<std::uint64_t>(std::countr_zero(rest)));
      }
    }
  }

  void finish_file(LodeHeader& header, const SectionWriter& offsets, const SectionWriter& targets) {
    header.arcs = arcs_written_;
    WeightSummary summary;
    if (weighted && header.arcs > 0) {
      summary = sum_.summary();
      report_.signed_weights = summary.signed_magnitude.has_value();
    }
    header.weighted = lode_weights_code(summary.kind, summary.signed_magnitude.has_value());
    const LodeLayout layout = layout_of(header);
    header.file_bytes = layout.end;
    std::uint64_t end = sizeof(LodeHeader);
    offsets.join(header.data_checksum, end);
    targets.join(header.data_checksum, end);
    if (header.weighted != 0) write_weights(layout.weights, header.data_checksum, end);
    if (header.names != 0) write_names(layout.names, header.data_checksum, end);
    if (header.weighted != 0) {
      SectionWriter total(file_, layout.total);
      total.append(bytes_of(std::span<const Weight>(&summary.total, 1)));
      total.join(header.data_checksum, end);
    }
    header.header_checksum = checksum_of_header(header);
    file_.write_at(0, {reinterpret_cast<const char*>(&header), sizeof header});
  }

  void write_weights(std::uint64_t begin, std::uint32_t& sum, std::uint64_t& end) {
    SectionWriter section(file_, begin);
    std::vector<Weight> weights(edges_per_read);
    for (ArcIndex arc = 0; arc < arcs_written_; arc += weights.size()) {
      check_interrupted(run_, input_);
      weights.resize(static_cast<std::size_t>(std::min<std::uint64_t>(edges_per_read, arcs_written_ - arc)));
      row_weights_->read_at(sizeof(Weight) * arc, weights.data(), sizeof(Weight) * weights.size());
      section.append(bytes_of(std::span<const Weight>(weights)));
    }
    section.join(sum, end);
  }

  void write_names(std::uint64_t begin, std::uint32_t& sum, std::uint64_t& end) {
    SectionWriter section(file_, begin);
    std::vector<std::uint64_t> ids;
    const auto flush = [&] {
      check_interrupted(run_, input_);
      section.append(bytes_of(std::span<const std::uint64_t>(ids)));
      ids.clear();
    };
    for_each_id([&](std::uint64_t id) {
      ids.push_back(id);
      if (ids.size() == edges_per_read) flush();
    });
    flush();
    section.join(sum, end);
  }

  ExternalGraph& graph_;
  OutputFile& file_;
  const CompressedInput& input_;
  const RunContext& run_;
  InputReport& report_;
  Vertex n_;
  std::size_t slots_;  ///< buckets in memory at a time
  ScratchFile arcs_;
  std::optional<ScratchFile> row_weights_;
  std::vector<Bucket> buckets_;
  std::vector<std::uint32_t> bucket_of_range_;
  WeightSum sum_;
  ArcIndex arcs_written_ = 0;
  std::uint64_t ordered_pairs_ = 0, rounded_ = 0;
  std::optional<WeightConflict> conflict_;
};

std::optional<ExternalConflict> ExternalGraph::write(OutputFile& file, const CompressedInput& input,
                                                     const RunContext& run, InputReport& report) {
  number_vertices(input);
  std::optional<ExternalConflict> conflict;
  run.parallel([&] {
    conflict = options_.weighted ? ExternalWriter<WeightedArc>(*this, file, input, run, report).write()
                                 : ExternalWriter<PlainArc>(*this, file, input, run, report).write();
  });
  return conflict;
}

}  // namespace lode::detail
