#include "run/core_run.hpp"

#include <csignal>
#include <functional>
#include <utility>

#include <sys/resource.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/text.hpp>

#include "core/gather_core.hpp"
#include "graph/ghosts.hpp"
#include "graph/numbering.hpp"
#include "graph/rows.hpp"
#include "ranks/failure.hpp"
#include "read/read_plan.hpp"

namespace lode::cluster {
namespace {

/// Peak memory of this process in bytes.
std::uint64_t peak_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

class CoreRun {
 public:
  CoreRun(const CoreRequest& request, const Ranks& ranks) : request_(request), ranks_(ranks) {}

  CoreResult run() {
    result_.ranks = ranks_.size();
    result_.files = request_.files.size();
    LocalEdges edges;
    phase("read", [&] { edges = read(); });
    phase("graph", [&] { make_rows(std::move(edges)); });
    const Ghosts ghosts(rows_, ranks_);
    for (const PhaseRecord& phase : result_.phases) result_.input.seconds += phase.seconds;
    phase("bounds", [&] {
      result_.bounds = whole_bounds(rows_, ghosts, request_.sizes, request_.load_rounds, ranks_);
    });
    Peeling peeling(rows_, ghosts, ranks_);
    phase("core", [&] { result_.chosen = choose_core(peeling, request_.core, ranks_); });
    phase("gather", [&] { gather(ghosts, peeling); });
    if (!request_.cores_path.empty()) {
      phase("cores",
            [&] { write_core_numbers(rows_, peeling, request_.cores_path, request_.overwrite, ranks_); });
    }
    return std::move(result_);
  }

 private:
  /// Runs a phase and records its cost; ends the run if any rank was asked to end.
  void phase(const std::string& name, const std::function<void()>& work) {
    const bool asked = request_.cancel && request_.cancel->load(std::memory_order_relaxed);
    if (ranks_.max(asked ? 1 : 0) != 0) throw SharedFailure(128 + SIGTERM, "interrupted");
    const double start = monotonic_clock().seconds();
    work();
    PhaseRecord record{.name = name};
    record.peak_memory = ranks_.max(peak_memory());
    record.seconds = monotonic_clock().seconds() - start;
    result_.phases.push_back(std::move(record));
  }

  LocalEdges read() {
    const ReadPlan plan = plan_reading(request_.files, request_.read, request_.range_bytes, ranks_);
    LocalEdges edges = read_shards(plan, request_.read, ranks_);
    sum_counts(edges.report);
    ranks_.on_first([&] {
      if (result_.input.edge_lines > 0) return;
      throw InputError(
          {request_.files.front()},
          request_.files.size() == 1 ? "holds no edges" : "neither this file nor the others hold any edges",
          "a graph needs at least one edge");
    });
    return edges;
  }

  void make_rows(LocalEdges edges) {
    Numbering numbering = number_vertices(edges, ranks_);
    rows_ = assemble_rows(std::move(edges), std::move(numbering), ranks_, result_.input);
    result_.input.ids_remapped = ranks_.max(rows_.ids.empty() ? 0 : rows_.ids.back()) + 1 != rows_.vertices;
  }

  void sum_counts(const InputReport& mine) {
    InputReport& all = result_.input;
    all = mine;
    all.format = format_plural(result_.files, "file", "files");
    for (std::uint64_t* count : {&all.lines, &all.comment_lines, &all.edge_lines, &all.bad_lines_skipped,
                                 &all.self_loops_dropped, &all.bytes}) {
      *count = ranks_.sum(*count);
    }
  }

  void gather(const Ghosts& ghosts, const Peeling& peeling) {
    result_.search_bytes = search_memory(result_.chosen.core.vertices, result_.chosen.core.edges);
    result_.core = gather_core(rows_, ghosts, peeling, result_.chosen.core, ranks_);
    result_.origin.core = static_cast<double>(result_.chosen.core.k);
    result_.origin.vertices = rows_.vertices;
    result_.origin.edges = rows_.edges;
    result_.origin.weight = static_cast<double>(rows_.edges);
    result_.origin.bounds = result_.bounds;
  }

  const CoreRequest& request_;
  const Ranks& ranks_;
  CoreResult result_;
  Rows rows_;
};

}  // namespace

CoreResult run_core(const CoreRequest& request, const Ranks& ranks) { return CoreRun(request, ranks).run(); }

}  // namespace lode::cluster
