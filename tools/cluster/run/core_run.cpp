#include "run/core_run.hpp"

#include <csignal>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>

#include "core/gather_core.hpp"
#include "core/write_core_numbers.hpp"
#include "graph/ghosts.hpp"
#include "graph/labels.hpp"
#include "graph/numbering.hpp"
#include "graph/rows.hpp"
#include "ranks/failure.hpp"
#include "read/read_plan.hpp"
#include "run/checkpoint.hpp"
#include "run/kept_phases.hpp"

namespace lode::cluster {
namespace {

/// Of what a checkpoint was made: it can be resumed by the same alone.
std::string inputs_text(const ReadPlan& plan, const ReadOptions& read) {
  std::string text;
  for (const ShardFile& file : plan.files) {
    text += fmt::format("{}|{}|{}\n", file.path, file.bytes, file.changed);
  }
  for (const ReadTask& task : plan.tasks) {
    text += fmt::format("{} {} {} {}\n", task.file, task.begin, task.end, task.rank);
  }
  return text + fmt::format("{}|{}|{}|{}{}|{}{}|{}|{}|{}", read.format, static_cast<int>(read.separator),
                            static_cast<int>(read.header), read.source.number, read.source.name,
                            read.target.number, read.target.name, read.lenient, read.labels,
                            read.comment.value_or("auto"));
}

class CoreRun {
 public:
  CoreRun(const CoreRequest& request, const Ranks& ranks)
      : request_(request), ranks_(ranks), phases_(ranks) {}

  CoreResult run() {
    const ReadPlan plan = plan_reading(request_.files, request_.read, request_.range_bytes, ranks_);
    const Checkpoint checkpoint(request_.checkpoint, request_.resume, request_.overwrite,
                                inputs_text(plan, request_.read), ranks_);
    result_.ranks = ranks_.size();
    result_.files = plan.files.size();
    if (!make_rows(plan, checkpoint)) return stop();
    check_interrupted();
    const Ghosts ghosts(rows_, ranks_);
    describe(ghosts);
    bound(ghosts, checkpoint);
    if (request_.stop_after == "bounds") return stop();
    check_interrupted();
    Peeling peeling(rows_, ghosts, ranks_);
    peel(peeling, checkpoint);
    if (request_.stop_after == "core") return stop();
    check_interrupted();
    gather(ghosts, peeling);
    if (!request_.cores_path.empty()) write_numbers(peeling);
    result_.phases = phases_.records();
    result_.memory_at_start = phases_.memory_at_start();
    return std::move(result_);
  }

 private:
  void check_interrupted() const {
    const bool asked = request_.cancel && request_.cancel->load(std::memory_order_relaxed);
    if (ranks_.max(asked ? 1 : 0) == 0) return;
    throw SharedFailure(128 + SIGTERM, request_.checkpoint.empty()
                                           ? "interrupted"
                                           : "interrupted; --resume goes on behind the last phase");
  }

  CoreResult stop() {
    result_.stopped = true;
    result_.phases = phases_.records();
    result_.memory_at_start = phases_.memory_at_start();
    return std::move(result_);
  }

  /// False if the run ends before there are any.
  bool make_rows(const ReadPlan& plan, const Checkpoint& checkpoint) {
    phases_.begin();
    const bool kept = checkpoint.load("graph", "", [&](CheckpointReader& file) {
      result_.counts = file.value<ReadCounts>();
      read(file, rows_);
    });
    if (kept) {
      phases_.end("graph", true);
      return request_.stop_after != "read" && request_.stop_after != "graph";
    }
    LocalEdges edges;
    const bool read_before = checkpoint.load("read", "", [&](CheckpointReader& file) { read(file, edges); });
    if (!read_before) {
      edges = read_shards(plan, request_.read, ranks_);
      checkpoint.save("read", "", [&](CheckpointWriter& file) { write(file, edges); });
    }
    sum_counts(edges.counts);
    phases_.end("read", read_before);
    if (request_.stop_after == "read") return false;
    check_interrupted();
    phases_.begin();
    ranks_.on_first([&] {
      if (result_.counts.edge_lines > 0) return;
      throw InputError(
          {request_.files.front()},
          request_.files.size() == 1 ? "holds no edges" : "neither this file nor the others hold any edges",
          "a graph needs at least one edge");
    });
    const bool labelled = edges.labelled;
    LabelList labels;
    if (labelled) labels = number_labels(edges, ranks_);
    Numbering numbering = number_vertices(edges, ranks_);
    MergeCounts merged;
    rows_ = assemble_rows(std::move(edges), std::move(numbering), ranks_, merged);
    rows_.labelled = labelled;
    if (labelled) rows_.labels = deal_labels(std::move(labels), rows_.first, ranks_);
    result_.counts.duplicates += merged.duplicates;
    result_.counts.reciprocal += merged.reciprocal;
    checkpoint.save("graph", "", [&](CheckpointWriter& file) {
      file.value(result_.counts);
      write(file, rows_);
    });
    phases_.end("graph", false);
    return request_.stop_after != "graph";
  }

  void sum_counts(const ReadCounts& mine) {
    ReadCounts& all = result_.counts;
    all = mine;
    std::uint64_t values[] = {all.lines,      all.comment_lines, all.edge_lines,
                              all.bad_lines,  all.self_loops,    all.duplicates,
                              all.reciprocal, all.bytes,         all.headers};
    ranks_.sum(values);
    all = {values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8]};
  }

  void describe(const Ghosts& ghosts) {
    result_.vertices = rows_.vertices;
    result_.labelled = rows_.labelled;
    result_.edges = rows_.edges;
    result_.ghosts = ranks_.sum(ghosts.count());
    result_.most_edges_per_rank = ranks_.max(rows_.arcs() / 2);
    result_.ids_renumbered = ranks_.max(rows_.ids.empty() ? 0 : rows_.ids.back()) + 1 != rows_.vertices;
  }

  void bound(const Ghosts& ghosts, const Checkpoint& checkpoint) {
    phases_.begin();
    const std::string options =
        fmt::format("{} {} {}", fmt::join(request_.sizes, ","), request_.bounds.load_rounds.value_or(-1),
                    request_.bounds.eigenvalue_rounds.value_or(-1));
    const bool kept =
        checkpoint.load("bounds", options, [&](CheckpointReader& file) { read(file, result_.bounds); });
    if (!kept) {
      result_.bounds = whole_bounds(rows_, ghosts, request_.sizes, request_.bounds, ranks_);
      checkpoint.save("bounds", options, [&](CheckpointWriter& file) { write(file, result_.bounds); });
    }
    phases_.end("bounds", kept);
  }

  void peel(Peeling& peeling, const Checkpoint& checkpoint) {
    phases_.begin();
    const CoreOptions& core = request_.core;
    const std::string options =
        fmt::format("{} {} {}", core.memory, core.core.value_or(0), core.largest_size);
    std::vector<std::uint8_t> left;
    // Core numbers need all levels from the first one on.
    const bool kept = !core.all_numbers && checkpoint.load("core", options, [&](CheckpointReader& file) {
      read(file, result_.chosen);
      left = file.array<std::uint8_t>();
    });
    if (kept) {
      peeling.restore(std::move(left));
    } else {
      result_.chosen = choose_core(peeling, core, ranks_);
      checkpoint.save("core", options, [&](CheckpointWriter& file) {
        write(file, result_.chosen);
        file.array<std::uint8_t>(peeling.left());
      });
    }
    result_.search_bytes = search_memory(result_.chosen.core.vertices, result_.chosen.core.edges);
    phases_.end("core", kept);
  }

  void gather(const Ghosts& ghosts, const Peeling& peeling) {
    phases_.begin();
    result_.core = gather_core(rows_, ghosts, peeling, result_.chosen.core, ranks_);
    result_.origin.core = static_cast<double>(result_.chosen.core.k);
    result_.origin.vertices = rows_.vertices;
    result_.origin.edges = rows_.edges;
    result_.origin.weight = static_cast<double>(rows_.edges);
    result_.origin.bounds = result_.bounds.bounds;
    phases_.end("gather", false);
  }

  void write_numbers(Peeling& peeling) {
    phases_.begin();
    write_core_numbers(rows_, peeling, request_.cores_path, request_.overwrite, ranks_);
    phases_.end("cores", false);
  }

  const CoreRequest& request_;
  const Ranks& ranks_;
  Phases phases_;
  CoreResult result_;
  Rows rows_;
};

}  // namespace

CoreResult run_core(const CoreRequest& request, const Ranks& ranks) { return CoreRun(request, ranks).run(); }

}  // namespace lode::cluster
