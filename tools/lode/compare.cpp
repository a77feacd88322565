#include <memory>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "compare_command.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

const std::vector<std::string> every_method = {"all"};

struct GraphCompareArguments : CompareArguments {
  std::vector<std::string> graphs;
  GraphArgument how;  ///< read options of all graphs
  RunArguments runs;
  std::string sizes;
  std::string start;
};

/// All graphs, named by their files, or as typed if two files have the same name.
std::vector<ComparisonInput> load_graphs(const GraphCompareArguments& arguments, const Session& session) {
  std::vector<ComparisonInput> inputs;
  const std::vector<std::string> names = distinct_names(arguments.graphs);
  for (std::size_t i = 0; i < names.size(); ++i) {
    GraphArgument argument = arguments.how;
    argument.name = arguments.graphs[i];
    argument.shown = names[i];
    auto loaded = argument.load(session, arguments.runs.threads);
    const std::vector<Vertex> sizes = parse_sizes(arguments.sizes, loaded.data.num_vertices());
    const auto runs = arguments.methods.size() * static_cast<std::size_t>(arguments.starts);
    check_room(sizes, arguments.sizes,
               arguments.methods == every_method ? runs * subgraph::methods().size() : runs);
    inputs.push_back({std::move(loaded.name), std::move(loaded.data), sizes});
  }
  return inputs;
}

void compare_graphs(const GraphCompareArguments& arguments, Session& session) {
  ComparisonOptions options;
  options.start = start_kind(arguments.start);
  options.seed = arguments.runs.seed;
  options.threads = arguments.runs.threads;
  arguments.check_outputs(session);
  const std::vector<ComparisonInput> inputs = load_graphs(arguments, session);
  arguments.run(options, session,
                [&](const ComparisonOptions& completed) { return compare_methods(inputs, completed); });
}

}  // namespace

void add_compare(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<GraphCompareArguments>();
  arguments->methods = every_method;
  CLI::App& command = *app.add_subcommand(
      "compare", "Compares methods with each other on graphs, sizes and starts, under the same rules");
  set_examples(command,
               {{"lode compare karate -s 5,10 --time 1", "every method but exact, three starts each"},
                {"lode compare karate -s 5 --methods hybrid,tpm --html c.html", "two methods, with figures"}},
               "'lode methods' lists the methods.");
  begin_section(command, heading::input);
  add_option(command, "graphs", arguments->graphs, "GRAPH", "Paths of files, or names of known graphs")
      ->required();
  arguments->how.add_read_options(command);
  begin_section(command, heading::question);
  add_sizes(command, arguments->sizes)->required();
  add_option(command, "--methods", arguments->methods, "METHODS",
             "Methods, separated by commas, as tpm,hybrid:paper\nThe word all means every method "
             "but exhaustive ones, and hybrid:paper");
  add_option(command, "--starts", arguments->starts, "N",
             "Starts of each method\nStart k has the seed + k - 1. A method that takes no start runs once",
             whole_number<int>(1));
  begin_section(command, heading::question, Shown::in_full);
  add_option(command, "--start", arguments->start, "START",
             "Set from which methods begin that take a start: random, degree or peeling; default: their own",
             one_of({"random", "degree", "peeling"}));
  begin_section(command, heading::effort);
  add_option(command, "--time", arguments->time_limit, "SECONDS",
             "Limit of each run, and of the bounds of each size", number_from_zero());
  arguments->runs.add_options(command);
  arguments->add_outputs(command);
  command.callback([arguments, &session] { compare_graphs(*arguments, session); });
}

}  // namespace lode::tool
