#include <memory>

#include <lode/core/error.hpp>

#include "commands.hpp"
#include "densest/call.hpp"
#include "densest/cliques.hpp"
#include "densest/directed.hpp"
#include "densest/plain.hpp"
#include "densest/sides.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

struct DensestArguments {
  DensestCall call;
  PlainArguments plain;
  CliqueArguments cliques;
  DirectedArguments directed;
  SidedDensestArguments sided;

  Overwrite overwrite() const { return call.overwrite(); }
  GraphArgument& graph_argument() { return call.graph; }
  std::string& print_format() { return call.format; }
  std::vector<NamedOutput> outputs() {
    return {{"-o", &call.set_path},
            {"--certificate", &call.certificate_path},
            {"--decomposition", &plain.decomposition_path},
            {"--layers", &plain.layers_path},
            {"--curve", &cliques.curve_path}};
  }
};

void run_densest(const DensestArguments& arguments, Session& session) {
  const auto& [call, plain, cliques, directed, sided] = arguments;
  if (sided.sides.given()) return run_densest_sides(sided, call, session);
  const std::string given = plain.given();
  if (cliques.size > 0 && directed.directed)
    throw InvalidArgument("--clique", "given", "does not go with --directed");
  if (!given.empty() && cliques.size > 0) {
    throw InvalidArgument(given, "given", "does not go with --clique",
                          given == "--decomposition" ? "--curve FILE writes bounds for all sizes" : "");
  }
  if (!given.empty() && directed.directed)
    throw InvalidArgument(given, "given", "does not go with --directed");
  if (directed.drop_loops && !directed.directed) {
    throw InvalidArgument("--drop-loops", "given", "goes with --directed");
  }
  if (cliques.size > 0) return run_densest_cliques(cliques, call, session);
  if (directed.directed) return run_densest_directed(directed, call, session);
  run_densest_plain(plain, call, session);
}

}  // namespace

void add_densest(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<DensestArguments>();
  CLI::App& command =
      *app.add_subcommand("densest", "Finds the set with the most edges per vertex, of any size, exactly");
  set_examples(command, {{"lode densest karate", "the densest subgraph, proven"},
                         {"lode densest karate --clique 3", "the set with the most triangles per vertex"}});
  DensestCall& call = arguments->call;
  call.graph.add_options_of_several(command);
  arguments->plain.add_options(command);
  arguments->cliques.add_options(command);
  arguments->directed.add_options(command);
  arguments->sided.add_options(command);
  begin_section(command, heading::effort);
  command
      .add_option("--time", call.time,
                  "Limit for the answer; default: until it is proven\nThe best set found by then is printed "
                  "with a bound")
      ->type_name("SECONDS")
      ->check(number_from_zero());
  add_threads(command, call.threads);
  begin_section(command, heading::output);
  command.add_option("-o,--output", call.set_path, "Write the set into a file, one original id a line")
      ->type_name("FILE");
  command
      .add_option("--certificate", call.certificate_path,
                  "Write a proof of the bound, which 'lode verify --certificate' checks")
      ->type_name("FILE");
  command.add_option("--format", call.format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json"}));
  begin_section(command, heading::output, Shown::in_full);
  command.add_flag("--force", call.force, "Overwrite files that exist");
  command.callback([arguments, &session] { run_on_each("densest", *arguments, session, run_densest); });
}

}  // namespace lode::tool
