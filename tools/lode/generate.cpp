#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/format.hpp>
#include <lode/subgraph/problem.hpp>

#include "session.hpp"
#include "values.hpp"

namespace lode::tool {
namespace {

struct GenerateArguments {
  std::string output;
  std::string set_path;
  std::uint64_t seed = 1;
  int threads = 0;
  bool force = false;
};

/// Makes a graph; a planted set goes into the second argument.
using Make = std::function<Graph(VertexSet&, const RunContext&)>;

void generate(const GenerateArguments& arguments, Session& session, const Make& make) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  const bool to_stdout = arguments.output == "-";
  check_output_paths({to_stdout ? "" : arguments.output, arguments.set_path}, {}, overwrite);
  const RunContext run = session.run_context(arguments.seed, arguments.threads,
                                             std::numeric_limits<double>::infinity(), "generate");
  Graph graph;
  VertexSet planted_set;
  run.parallel([&] { graph = make(planted_set, run); });
  if (session.interrupted()) throw Interrupted{};

  const std::string comment = session.command_line();
  if (arguments.output == "-") {
    write_edge_list(graph, {.comment = comment}, [&](std::string_view text) { session.print(text); });
  } else {
    const std::string_view format = format_of_ending(arguments.output).value_or("edges");
    write_graph(graph, arguments.output,
                {.format = std::string(format), .overwrite = overwrite, .comment = comment}, run);
    session.note(fmt::format("wrote {}: {}, {}", arguments.output,
                             format_plural(graph.num_vertices(), "vertex", "vertices"),
                             format_plural(graph.num_edges(), "edge", "edges")));
  }
  if (!arguments.set_path.empty()) {
    write_vertex_set(graph, planted_set, induced_totals(graph, planted_set).edges, arguments.set_path,
                     overwrite);
    session.note(fmt::format("wrote {}: the planted set", arguments.set_path));
  }
}

/// The list of R-MAT lines itself, after a header "n m", without holding it in memory.
void write_drawn_lines(const GenerateArguments& arguments, const RmatOptions& options, Session& session) {
  constexpr std::uint64_t block_lines = std::uint64_t{1} << 20;
  const bool to_stdout = arguments.output == "-";
  const RunContext run = session.run_context(arguments.seed, arguments.threads,
                                             std::numeric_limits<double>::infinity(), "generate");
  std::optional<OutputFile> file;
  if (!to_stdout) file.emplace(arguments.output, arguments.force ? Overwrite::yes : Overwrite::no);
  const TextSink sink = [&](std::string_view text) { to_stdout ? session.print(text) : file->write(text); };
  std::vector<Edge> block(std::min(block_lines, options.lines));
  rmat_lines(options, 0, {});  // checks the options
  sink(
      fmt::format("# {}\n{} {}\n", session.command_line(), std::uint64_t{1} << options.scale, options.lines));
  run.parallel([&] {
    for (std::uint64_t done = 0; done < options.lines && !session.interrupted(); done += block.size()) {
      block.resize(std::min(block_lines, options.lines - done));
      rmat_lines(options, done, block, run);
      write_edge_lines(block, sink);
    }
  });
  if (session.interrupted()) throw Interrupted{};
  if (to_stdout) return;
  file->commit();
  session.note(fmt::format("wrote {}: {}", arguments.output, format_plural(options.lines, "line", "lines")));
}

CLI::App& add_kind(CLI::App& command, Session& session, const std::string& name, const std::string& text,
                   const std::shared_ptr<GenerateArguments>& arguments, Make make) {
  CLI::App& kind = *command.add_subcommand(name, text);
  kind.add_option("-o,--output", arguments->output,
                  "File to write in the format its ending names, else as an edge list; - for standard output")
      ->required()
      ->type_name("FILE");
  kind.add_option("--seed", arguments->seed, "Seed of all random draws")
      ->capture_default_str()
      ->check(whole_number<std::uint64_t>());
  add_threads(kind, arguments->threads);
  kind.add_flag("--force", arguments->force, "Overwrite existing files");
  kind.callback([arguments, &session, make = std::move(make)] { generate(*arguments, session, make); });
  return kind;
}

}  // namespace

void add_generate(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("generate", "Makes a graph: gnp, rmat, planted, regular, multipartite");
  command.require_subcommand(1);
  auto common = std::make_shared<GenerateArguments>();

  auto gnp_options = std::make_shared<GnpOptions>();
  CLI::App& gnp_kind = add_kind(command, session, "gnp", "Every pair is an edge with probability p", common,
                                [=](VertexSet&, const RunContext& run) {
                                  gnp_options->seed = common->seed;
                                  return gnp(*gnp_options, run);
                                });
  gnp_kind.add_option("-n,--vertices", gnp_options->num_vertices, "Vertices")
      ->required()
      ->check(whole_number<Vertex>());
  gnp_kind.add_option("-p,--probability", gnp_options->probability, "Probability of an edge")
      ->required()
      ->check(any_number());

  auto rmat_options = std::make_shared<RmatOptions>();
  CLI::App& rmat_kind = add_kind(command, session, "rmat", "Recursive matrix graph", common, {});
  auto as_drawn = std::make_shared<bool>(false);
  rmat_kind.add_flag(
      "--as-drawn", *as_drawn,
      "Write the lines as they are drawn, repetitions included, as an edge list of any length");
  rmat_kind.callback([=, &session] {
    rmat_options->seed = common->seed;
    if (*as_drawn) {
      write_drawn_lines(*common, *rmat_options, session);
    } else {
      generate(*common, session, [=](VertexSet&, const RunContext& run) { return rmat(*rmat_options, run); });
    }
  });
  rmat_kind.add_option("--scale", rmat_options->scale, "2^scale vertices")
      ->capture_default_str()
      ->check(whole_number<int>());
  rmat_kind.add_option("--lines", rmat_options->lines, "Edge lines drawn before merging")
      ->capture_default_str()
      ->check(whole_number<std::uint64_t>());
  rmat_kind.add_option("-a", rmat_options->a, "Probability of quadrant a")
      ->capture_default_str()
      ->check(any_number());
  rmat_kind.add_option("-b", rmat_options->b, "Probability of quadrant b")
      ->capture_default_str()
      ->check(any_number());
  rmat_kind.add_option("-c", rmat_options->c, "Probability of quadrant c")
      ->capture_default_str()
      ->check(any_number());
  rmat_kind.add_option("-d", rmat_options->d, "Probability of quadrant d")
      ->capture_default_str()
      ->check(any_number());

  auto planted_options = std::make_shared<PlantedOptions>();
  CLI::App& planted_kind = add_kind(command, session, "planted", "A dense subgraph in a power-law graph",
                                    common, [=](VertexSet& set, const RunContext& run) {
                                      planted_options->seed = common->seed;
                                      PlantedGraph result = planted(*planted_options, run);
                                      set = std::move(result.planted);
                                      return result.graph;
                                    });
  planted_kind.add_option("-n,--vertices", planted_options->num_vertices, "Vertices")
      ->capture_default_str()
      ->check(whole_number<Vertex>());
  planted_kind.add_option("--average-degree", planted_options->average_degree, "Of the surrounding graph")
      ->capture_default_str()
      ->check(any_number());
  planted_kind.add_option("--exponent", planted_options->exponent, "Of the power law, > 2")
      ->capture_default_str()
      ->check(any_number());
  planted_kind.add_option("-s,--size", planted_options->planted_size, "Vertices of the planted set")
      ->capture_default_str()
      ->check(whole_number<Vertex>());
  planted_kind.add_option("--density", planted_options->planted_density, "Density of the planted set")
      ->capture_default_str()
      ->check(any_number());
  planted_kind
      .add_option("--max-weight", planted_options->max_weight, "Integral weights up to this; 0: unweighted")
      ->capture_default_str()
      ->check(whole_number<std::uint32_t>());
  planted_kind.add_option("--set", common->set_path, "Write the planted set")->type_name("FILE");

  auto regular_options = std::make_shared<RegularOptions>();
  CLI::App& regular_kind = add_kind(command, session, "regular", "Every vertex has the same degree", common,
                                    [=](VertexSet&, const RunContext& run) {
                                      regular_options->seed = common->seed;
                                      return d_regular(*regular_options, run);
                                    });
  regular_kind.add_option("-n,--vertices", regular_options->num_vertices, "Vertices")
      ->required()
      ->check(whole_number<Vertex>());
  regular_kind.add_option("-d,--degree", regular_options->degree, "Degree")
      ->required()
      ->check(whole_number<Vertex>());

  auto parts = std::make_shared<std::vector<Vertex>>();
  CLI::App& parts_kind =
      add_kind(command, session, "multipartite", "Complete multipartite graph", common,
               [=](VertexSet&, const RunContext& run) { return complete_multipartite(*parts, run); });
  parts_kind.add_option("--parts", *parts, "Sizes of the parts, comma-separated")
      ->required()
      ->delimiter(',')
      ->check(whole_number<Vertex>());
}

}  // namespace lode::tool
