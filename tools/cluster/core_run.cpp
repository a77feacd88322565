#include "core_run.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/write_graph.hpp>

#include "assemble_phase.hpp"
#include "bounds.hpp"
#include "checkpoint.hpp"
#include "gather_phase.hpp"
#include "ghosts.hpp"
#include "number_phase.hpp"
#include "plan.hpp"
#include "shell/sizes.hpp"
#include "states.hpp"

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
    plan_ = make_plan(ranks_, request_.files, request_.read);
    states_.emplace(ranks_, request_.checkpoint, key());
    if (request_.resume) done_ = states_->last();
    build();
    bound();
    peel();
    write();
    report_.phases = clock_.costs();
    return std::move(report_);
  }

 private:
  Overwrite overwrite() const { return request_.overwrite ? Overwrite::yes : Overwrite::no; }
  bool is_done(Step step) const { return done_ && *done_ >= step; }

  /// What a state depends on.
  std::string key() const {
    const ReadOptions& read = request_.read;
    std::string text = fmt::format("ranks: {}\n", ranks_.size());
    for (const InputFile& file : plan_.files) {
      text += fmt::format("file: {}, {} bytes, modified {}\n", file.path, file.bytes, file.modified);
    }
    text += fmt::format("reading: format '{}', separator {}, header {}, columns {} {} {} {}\n", read.format,
                        static_cast<int>(read.separator), static_cast<int>(read.header), read.source.number,
                        read.source.name, read.target.number, read.target.name);
    return text + fmt::format("options: -s {} --passes {} --memory {} --core {} --cores {}\n", request_.sizes,
                              request_.passes, request_.memory.value_or(0), request_.core.value_or(0),
                              request_.cores_path.empty() ? "no" : "yes");
  }

  /// Does a step and keeps what it gives, or takes that from a checkpoint.
  template <class Work, class... State>
  void step(Step step, const Work& work, State&... state) {
    if (!is_done(step)) {
      work();
      states_->save(step, [&](StateWriter& writer) {
        writer.put(report_.input);
        (put(writer, state), ...);
      });
    } else if (*done_ == step || step >= Step::assemble) {
      states_->load(step, [&](StateReader& reader) {
        report_.input = reader.get<InputCounts>();
        (get(reader, state), ...);
      });
    }
    clock_.end(std::string(name_of(step)));
  }

  void build() {
    Share share;
    Numbering numbering;
    step(
        Step::read, [&] { read_files(ranks_, plan_, request_.read, share, report_.input); }, share);
    step(
        Step::number, [&] { numbering = number_vertices(ranks_, share); }, share, numbering);
    step(
        Step::assemble, [&] { part_ = assemble(ranks_, share, numbering, report_.input); }, part_);
    for (const Step replaced : {Step::read, Step::number}) states_->remove(replaced);
    ghosts_ = std::make_unique<Ghosts>(ranks_, part_);
    clock_.end("ghosts");
    report_.passes = request_.passes;
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
    step(
        Step::bounds,
        [&] { origin.bounds = whole_graph_bounds(ranks_, part_, *ghosts_, sizes_, request_.passes); },
        origin.bounds);
  }

  void peel() {
    const PeelOptions options{request_.core, request_.memory.value_or(0), !request_.cores_path.empty()};
    step(
        Step::peel, [&] { cut_ = cut_core(ranks_, part_, options); }, cut_);
    report_.origin.core = static_cast<double>(cut_.core);
    report_.core_vertices = cut_.vertices;
    report_.core_edges = cut_.edges;
    report_.steps = cut_.steps;
    ranks_.first_alone([&] { check_room_for_sizes(); });
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
  ReadPlan plan_;
  std::optional<Checkpoints> states_;
  std::optional<Step> done_;  ///< the last step that a checkpoint holds
  std::vector<Vertex> sizes_;
  CoreCut cut_;
};

}  // namespace

CoreReport run_core(Ranks& ranks, const CoreRequest& request) { return CoreRun(ranks, request).run(); }

}  // namespace lode::cluster
