#include <memory>
#include <utility>

#include "commands.hpp"
#include "generate_output.hpp"

namespace lode::tool {
namespace {

struct PartsOptions {
  std::vector<Vertex> parts;
  std::uint64_t seed = 1;
};

/// Adds a kind of graph, which make(Options, RunContext) makes. Returns the command and its options.
template <class Options, class Make>
std::pair<CLI::App*, Options*> add_kind(CLI::App& command, Session& session, const std::string& name,
                                        const char* text, const char* example, Make make) {
  struct KindArguments : GenerateArguments {
    Options options;
  };
  const auto arguments = std::make_shared<KindArguments>();
  CLI::App& kind = *command.add_subcommand(name, text);
  set_examples(kind, {{"lode generate " + name + " " + example, "writes g.txt"}});
  begin_section(kind, heading::output);
  arguments->out
      .add_file(kind, "-o,--output", arguments->output,
                "File, in the format that its ending names, else an edge list; - for standard output")
      ->required();
  if (name == "planted")
    arguments->out.add_file(kind, "--set", arguments->set_path, "Write the set into a file");
  arguments->out.add_options(kind, {});
  begin_section(kind, heading::effort);
  add_option(kind, "--seed", arguments->options.seed, "N",
             "Seed of all random draws: the same seed gives the same graph");
  add_threads(kind, arguments->threads);
  begin_section(kind, heading::question);
  if (name == "rmat")
    kind.add_flag("--as-drawn", arguments->as_drawn,
                  "Write the lines as they are drawn, with repetitions, as an edge list of any length");
  kind.callback([arguments, make, &session] {
    if constexpr (std::is_same_v<Options, RmatOptions>) {
      if (arguments->as_drawn) return write_drawn_lines(*arguments, arguments->options, session);
    }
    write_generated(*arguments, session, [&](const RunContext& run) {
      PlantedGraph made;
      if constexpr (std::is_same_v<Options, PlantedOptions>) {
        made = make(arguments->options, run);
      } else {
        made.graph = make(arguments->options, run);
      }
      return made;
    });
  });
  return {&kind, &arguments->options};
}

void number(CLI::App* kind, const char* names, auto& value, const std::string& meaning,
            bool required = false) {
  add_option(*kind, names, value, "NUMBER", meaning)->required(required);
}

}  // namespace

void add_generate(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("generate", "Generates a random graph, or a graph with a known dense set");
  set_examples(command,
               {{"lode generate gnp -n 100 -p 0.1 -o g.txt", "100 vertices, every tenth pair an edge"}});
  command.require_subcommand(1);

  const auto [gnp_kind, of_gnp] = add_kind<GnpOptions>(
      command, session, "gnp", "Generates a graph in which every pair is an edge with probability p",
      "-n 100 -p 0.1 -o g.txt", gnp);
  number(gnp_kind, "-n,--vertices", of_gnp->num_vertices, "Number of vertices", true);
  number(gnp_kind, "-p,--probability", of_gnp->probability, "Probability that a pair is an edge", true);

  const auto [rmat_kind, of_rmat] =
      add_kind<RmatOptions>(command, session, "rmat", "Generates a graph of the recursive matrix model",
                            "--scale 12 --lines 40000 -o g.txt", rmat);
  number(rmat_kind, "--scale", of_rmat->scale, "The graph has 2 to this power vertices");
  number(rmat_kind, "--lines", of_rmat->lines, "Lines that are drawn; equal ones become one edge");
  for (const auto& [flag, member] : {std::pair{"-a", &RmatOptions::a},
                                     {"-b", &RmatOptions::b},
                                     {"-c", &RmatOptions::c},
                                     {"-d", &RmatOptions::d}}) {
    number(rmat_kind, flag, of_rmat->*member,
           std::string("Probability of quadrant ") + flag[1] + " of the matrix");
  }

  const auto [planted_kind, hidden] = add_kind<PlantedOptions>(
      command, session, "planted", "Hides a dense set in a graph whose degrees follow a power law",
      "-n 2000 -s 40 -o g.txt", planted);
  number(planted_kind, "-n,--vertices", hidden->num_vertices, "Number of vertices");
  number(planted_kind, "--average-degree", hidden->average_degree,
         "Average degree of the graph around the set");
  number(planted_kind, "--exponent", hidden->exponent, "Exponent of the power law, above 2");
  number(planted_kind, "-s,--size", hidden->planted_size, "Number of vertices of the set");
  number(planted_kind, "--density", hidden->planted_density, "Part of the pairs of the set that are edges");
  number(planted_kind, "--max-weight", hidden->max_weight,
         "Give edges whole weights from 1 to this; 0: no weights");

  const auto [regular_kind, of_regular] = add_kind<RegularOptions>(
      command, session, "regular", "Generates a graph in which every vertex has the same degree",
      "-n 100 -d 4 -o g.txt", d_regular);
  number(regular_kind, "-n,--vertices", of_regular->num_vertices, "Number of vertices", true);
  number(regular_kind, "-d,--degree", of_regular->degree, "Degree of every vertex", true);

  const auto [sides_kind, sides] = add_kind<BipartiteOptions>(
      command, session, "bipartite", "Generates a graph of two sides, with power laws of degrees on both",
      "--left 100 --right 50 -m 400 -o g.txt", bipartite);
  number(sides_kind, "--left", sides->left, "Number of left vertices, which have the first ids");
  number(sides_kind, "--right", sides->right, "Number of right vertices");
  number(sides_kind, "-m,--edges", sides->edges, "Number of edges that is expected");
  number(sides_kind, "--left-exponent", sides->left_exponent,
         "Exponent of the power law on the left, above 1");
  number(sides_kind, "--right-exponent", sides->right_exponent,
         "Exponent of the power law on the right, above 1");

  const auto [parts_kind, of_parts] = add_kind<PartsOptions>(
      command, session, "multipartite",
      "Generates a complete multipartite graph: every pair of different parts is an edge",
      "--parts 3,3,4 -o g.txt", [](const PartsOptions& options, const RunContext& run) {
        return complete_multipartite(options.parts, run);
      });
  add_option(*parts_kind, "--parts", of_parts->parts, "SIZES", "Sizes of the parts, separated by commas")
      ->required();
}

}  // namespace lode::tool
