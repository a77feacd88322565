#include "core_command.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>

#include "run/core_report.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"
#include "shell/usage.hpp"

namespace lode::cluster {
namespace {

/// The options of the command.
struct CoreArguments {
  std::vector<std::string> files;
  tool::GraphArgument graph;  ///< read options of the files
  std::string sizes;
  std::uint64_t memory = std::uint64_t{8} << 30;
  std::optional<std::uint64_t> core;  ///< unset: chosen by memory
  std::string output;
  std::string cores_path;
  std::uint64_t range_bytes = 0;
  BoundOptions bounds;
  tool::Outputs out;
  bool levels = false;

  void add_options(CLI::App& command);
  /// Checks the options first. Errors: InvalidArgument; SystemError for an output that cannot be written.
  CoreRequest request() const;
  /// Runs the request, writes the core and prints the results. Collective.
  void run(tool::Session& session, const Ranks& ranks) const;
};

void CoreArguments::add_options(CLI::App& command) {
  using namespace tool;
  begin_section(command, heading::input);
  add_option(command, "files", files, "FILE",
             "Parts of one graph, in any order: edge lists with ids, plain or compressed")
      ->required();
  begin_section(command, heading::question);
  add_sizes(command, sizes,
            "Sizes of the sets to bound: 50, 10,20,50, 2:200 or 10:200:10, both ends included")
      ->required();
  add_option(command, "--memory", memory, "BYTES",
             "Memory that a search in the core may take on one machine: 500M, 8G; default 8G", memory_size());
  add_option(command, "--core", core, "C", "Cut the C-core, whatever memory a search in it takes",
             whole_number<std::uint32_t>(1));
  begin_section(command, heading::effort);
  add_option(command, "--lp-rounds", bounds.load_rounds, "N",
             "Rounds of the bound lp; 0: leave it out; default: 128, or 0 where the trivial bound is no more",
             whole_number_between(0, 10000));
  add_option(command, "--spectral-rounds", bounds.eigenvalue_rounds, "N",
             "Most rounds of the bound spectral; 0: leave it out; default: 60, or 0 likewise",
             whole_number_between(0, 10000));
  add_option(command, "--range", range_bytes, "BYTES",
             "Read plain edge lists in ranges of so many bytes; 0: a quarter of what a process reads",
             memory_size());
  graph.add_read_options(command);
  begin_section(command, heading::output);
  out.add_file(command, "--cores", cores_path,
               "Write id or label, degree and core number of every vertex as CSV");
  out.add_file(command, "-o,--output", output, "Write the core as a lode file, in which 'lode find' searches")
      ->required();
  command.add_flag("--levels", levels, "Print every level of the peeling, too");
  out.add_options(command, {"text", "json"});
}

constexpr std::uint64_t largest_memory = std::uint64_t{1} << 60;

CoreRequest CoreArguments::request() const {
  if (graph.read.weighted) {
    throw InvalidArgument("--weighted", "", "has no effect: lode-cluster reads graphs without weights",
                          "cut a weighted core on one machine: lode convert GRAPH core.lode --core C");
  }
  if (graph.read.labels) {
    throw InvalidArgument("--labels", "", "has no effect: lode-cluster reads graphs with ids",
                          "number the labels first");
  }
  CoreRequest request;
  request.files = files;
  request.read = graph.read;
  request.range_bytes = range_bytes;
  request.sizes = parse_sizes(sizes, no_vertex - 1, "a core");
  if (memory == 0 || memory > largest_memory)
    throw InvalidArgument("--memory", std::to_string(memory), "must be a number of bytes", "as 500M, 8G");
  request.core.memory = memory;
  request.core.core = core;
  request.core.largest_size = *std::max_element(request.sizes.begin(), request.sizes.end());
  request.core.all_numbers = !cores_path.empty();
  request.bounds = bounds;
  request.cores_path = cores_path;
  request.overwrite = out.overwrite();
  return request;
}

void CoreArguments::run(tool::Session& session, const Ranks& ranks) const {
  CoreRequest request;
  ranks.together([&] { request = this->request(); });
  ranks.on_first([&] {
    out.check(session);
    if (output_format(output, {}) != "lode") {
      throw InvalidArgument("-o", output,
                            "is no lode file, and only a lode file says what a core was cut from",
                            "end the name in .lode");
    }
  });
  request.cancel = session.cancel_flag();
  const CoreResult result = run_core(request, ranks);
  ranks.on_first([&] {
    session.note(fmt::format("read {}: {}", files.size() == 1 ? files.front() : files.front() + " ...",
                             tool::with_flags(input_text(result))));
    WriteOptions write;
    write.overwrite = out.overwrite();
    write.core_of = result.origin;
    const OutputReport report = write_graph(result.core, output, write);
    session.note(fmt::format("wrote {}: {}", report.path, tool::with_flags(report.summary())));
    session.print(out.format == "json" ? core_json(result, output) : core_text(result, output, levels));
  });
}

}  // namespace

void add_core(CLI::App& app, tool::Session& session, const Ranks& ranks) {
  auto arguments = std::make_shared<CoreArguments>();
  CLI::App& command = *app.add_subcommand(
      "core", "Cuts the core that one machine can search, with bounds of the whole graph");
  tool::set_examples(command,
                     {{"mpirun -n 4 lode-cluster core part-*.txt -s 50 -o core.lode", "on 4 processes"}});
  arguments->add_options(command);
  command.callback([arguments, &session, &ranks] { arguments->run(session, ranks); });
}

}  // namespace lode::cluster
