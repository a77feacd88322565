#include "core_run.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/write_graph.hpp>

#include "assemble_phase.hpp"
#include "bounds.hpp"
#include "gather_phase.hpp"
#include "ghosts.hpp"
#include "number_phase.hpp"
#include "plan.hpp"
#include "shell/sizes.hpp"

namespace lode::cluster {
namespace {

class CoreRun {
 public:
  CoreRun(Ranks& ranks, const CoreRequest& request) : ranks_(ranks), request_(request), clock_(ranks) {}

  CoreReport run() {
    ranks_.first_alone([&] {
      check_output_paths({request_.output, request_.cores_path}, request_.files, overwrite());
    });
    report_.start_bytes = ranks_.largest(peak_memory());
    build();
    bound();
    peel();
    write();
    report_.phases = clock_.costs();
    return std::move(report_);
  }

 private:
  Overwrite overwrite() const { return request_.overwrite ? Overwrite::yes : Overwrite::no; }

  void build() {
    const ReadPlan plan = make_plan(ranks_, request_.files, request_.read);
    Share share;
    read_files(ranks_, plan, request_.read, share, report_.input);
    clock_.end("read");
    Numbering numbering = number_vertices(ranks_, share);
    clock_.end("number");
    part_ = assemble(ranks_, share, numbering, report_.input);
    ghosts_ = std::make_unique<Ghosts>(ranks_, part_);
    clock_.end("assemble");
    report_.vertices = part_.vertices();
    report_.edges = part_.edges;
    report_.max_degree = part_.max_degree;
    report_.own = ranks_.all(part_.own());
    report_.ghosts = ranks_.all(part_.ghosts.size());
    report_.arcs = ranks_.all(part_.offsets.back());
  }

  void bound() {
    constexpr std::uint64_t most = std::numeric_limits<Vertex>::max() - 1;
    ranks_.together([&] {
      const auto n = static_cast<Vertex>(std::min(part_.vertices(), most));
      sizes_ = tool::parse_sizes(request_.sizes, n);
    });
    CoreOrigin& origin = report_.origin;
    origin.vertices = part_.vertices();
    origin.edges = part_.edges;
    origin.weight = static_cast<double>(part_.edges);
    origin.bounds = whole_graph_bounds(ranks_, part_, *ghosts_, sizes_, request_.passes);
    clock_.end("bounds");
  }

  void peel() {
    cut_ =
        cut_core(ranks_, part_, {request_.core, request_.memory.value_or(0), !request_.cores_path.empty()});
    report_.origin.core = static_cast<double>(cut_.core);
    report_.core_vertices = cut_.vertices;
    report_.core_edges = cut_.edges;
    report_.steps = cut_.steps;
    ranks_.first_alone([&] { check_room_for_sizes(); });
    clock_.end("peel");
  }

  /// lode looks for sets inside the core alone.
  void check_room_for_sizes() const {
    const Vertex largest = *std::max_element(sizes_.begin(), sizes_.end());
    if (largest <= cut_.vertices) return;
    throw InvalidArgument("-s", request_.sizes,
                          fmt::format("the {}-core has {} vertices", cut_.core, cut_.vertices),
                          request_.core ? "choose a smaller core" : "allow more memory");
  }

  void write() {
    const Graph core = gather_core(ranks_, part_, *ghosts_, cut_);
    ranks_.first_alone([&] {
      WriteOptions options;
      options.format = "lode";
      options.overwrite = overwrite();
      options.core_of = report_.origin;
      write_graph(core, request_.output, options);
    });
    if (!request_.cores_path.empty()) {
      write_core_numbers(ranks_, part_, cut_, request_.cores_path, request_.overwrite);
    }
    clock_.end("write");
  }

  Ranks& ranks_;
  const CoreRequest& request_;
  PhaseClock clock_;
  CoreReport report_;
  GraphPart part_;
  std::unique_ptr<Ghosts> ghosts_;
  std::vector<Vertex> sizes_;
  CoreCut cut_;
};

}  // namespace

CoreReport run_core(Ranks& ranks, const CoreRequest& request) { return CoreRun(ranks, request).run(); }

}  // namespace lode::cluster
