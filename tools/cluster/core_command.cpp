#include "core_command.hpp"

#include <algorithm>
#include <memory>
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

constexpr std::uint64_t largest_memory = std::uint64_t{1} << 60;

/// The options of the command.
struct CoreArguments {
  CoreRequest request;
  tool::GraphArgument graph;  ///< read options of the files
  std::string sizes;
  std::string output;
  tool::Outputs out;

  void add_options(CLI::App& command);
  /// Checks the options and completes the request. Errors: InvalidArgument.
  void complete(tool::Session& session);
  /// Runs the request, writes the core and prints the results. Collective.
  void run(tool::Session& session, const Ranks& ranks);
};

void CoreArguments::add_options(CLI::App& command) {
  using namespace tool;
  request.core.memory = std::uint64_t{8} << 30;
  begin_section(command, heading::input);
  add_option(command, "files", request.files, "FILE",
             "Parts of one graph, in any order: edge lists with ids, plain or compressed")
      ->required();
  begin_section(command, heading::question);
  add_sizes(command, sizes,
            "Sizes of the sets to bound: 50, 10,20,50, 2:200 or 10:200:10, both ends included")
      ->required();
  add_option(command, "--memory", request.core.memory, "BYTES",
             "Memory that a search in the core may take on one machine: 500M, 8G; default 8G", memory_size());
  add_option(command, "--core", request.core.core, "C",
             "Cut the C-core, whatever memory a search in it takes", whole_number<std::uint32_t>(1));
  begin_section(command, heading::effort);
  add_option(command, "--lp-rounds", request.load_rounds, "N",
             "Rounds of the bound lp; 0: leave it out; default: 128, or 0 where the trivial bound is no more",
             whole_number_between(0, 10000));
  add_option(command, "--range", request.range_bytes, "BYTES",
             "Read plain edge lists in ranges of so many bytes; 0: a quarter of what a process reads",
             memory_size());
  graph.add_read_options(command);
  begin_section(command, heading::output);
  out.add_file(command, "--cores", request.cores_path,
               "Write id or label, degree and core number of every vertex as CSV");
  out.add_file(command, "-o,--output", output, "Write the core as a lode file, in which 'lode find' searches")
      ->required();
  out.add_options(command, {"text", "json"});
}

void CoreArguments::complete(tool::Session& session) {
  if (graph.read.weighted) {
    throw InvalidArgument("--weighted", "", "has no effect: lode-cluster reads graphs without weights",
                          "cut a weighted core on one machine: lode convert GRAPH core.lode --core C");
  }
  if (graph.read.labels) {
    throw InvalidArgument("--labels", "", "has no effect: lode-cluster reads graphs with ids",
                          "number the labels first");
  }
  const std::uint64_t memory = request.core.memory;
  if (memory == 0 || memory > largest_memory)
    throw InvalidArgument("--memory", std::to_string(memory), "must be a number of bytes", "as 500M, 8G");
  request.read = graph.read;
  request.sizes = parse_sizes(sizes, no_vertex - 1, "a core");
  request.core.largest_size = *std::max_element(request.sizes.begin(), request.sizes.end());
  request.core.all_numbers = !request.cores_path.empty();
  request.overwrite = out.overwrite();
  request.cancel = session.cancel_flag();
}

void CoreArguments::run(tool::Session& session, const Ranks& ranks) {
  ranks.together([&] { complete(session); });
  ranks.on_first([&] {
    out.check(session);
    if (output_format(output, {}) != "lode") {
      throw InvalidArgument("-o", output,
                            "is no lode file, and only a lode file says what a core was cut from",
                            "end the name in .lode");
    }
  });
  const CoreResult result = run_core(request, ranks);
  ranks.on_first([&] {
    session.note(fmt::format("read {}{}: {}", request.files.front(), request.files.size() == 1 ? "" : " ...",
                             tool::with_flags(result.input.summary())));
    WriteOptions write;
    write.overwrite = out.overwrite();
    write.core_of = result.origin;
    const OutputReport report = write_graph(result.core, output, write);
    session.note(fmt::format("wrote {}: {}", report.path, tool::with_flags(report.summary())));
    session.print(out.format == "json" ? core_json(result, output) : core_text(result, output));
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
