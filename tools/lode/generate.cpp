#include <functional>
#include <memory>
#include <utility>

#include <lode/graph/generators.hpp>

#include "commands.hpp"
#include "generate_output.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
void add_generate(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("generate", "Generates a random graph, or a graph with a known dense set");
  set_examples(command,
               {{"lode generate gnp -n 100 -p 0.1 -o g.txt", "100 vertices, every tenth pair an edge"}});
  command.require_subcommand(1);
  auto common = std::make_shared<GenerateArguments>();

  auto gnp_options = std::make_shared<GnpOptions>();
  CLI::App& gnp_kind =
      add_kind(command, session, "gnp", "Generates a graph in which every pair is an edge with probability p",
               "-n 100 -p 0.1 -o g.txt", common, [=](VertexSet&, const RunContext& run) {
                 gnp_options->seed = common->seed;
                 return gnp(*gnp_options, run);
               });
  add_number(gnp_kind, "-n,--vertices", gnp_options->num_vertices, "Number of vertices")->required();
  add_number(gnp_kind, "-p,--probability", gnp_options->probability, "Probability that a pair is an edge")
      ->required();

  auto rmat_options = std::make_shared<RmatOptions>();
  CLI::App& rmat_kind = add_kind(command, session, "rmat", "Generates a graph of the recursive matrix model",
                                 "--scale 12 --lines 40000 -o g.txt", common, {});
  auto as_drawn = std::make_shared<bool>(false);
  rmat_kind.add_flag("--as-drawn", *as_drawn,
                     "Write the lines as they are drawn, with repetitions, as an edge list of any length");
  rmat_kind.callback([=, &session] {
    rmat_options->seed = common->seed;
    if (*as_drawn) {
      write_drawn_lines(*common, *rmat_options, session);
    } else {
      write_generated(*common, session,
                      [=](VertexSet&, const RunContext& run) { return rmat(*rmat_options, run); });
    }
  });
  add_number(rmat_kind, "--scale", rmat_options->scale, "The graph has 2 to this power vertices")
      ->capture_default_str();
  add_number(rmat_kind, "--lines", rmat_options->lines, "Lines that are drawn; equal ones become one edge")
      ->capture_default_str();
  for (const auto& [flag, member] : {std::pair{"-a", &RmatOptions::a},
                                     {"-b", &RmatOptions::b},
                                     {"-c", &RmatOptions::c},
                                     {"-d", &RmatOptions::d}}) {
    add_number(rmat_kind, flag, (*rmat_options).*member,
               std::string("Probability of quadrant ") + flag[1] + " of the matrix")
        ->capture_default_str();
  }

  auto planted_options = std::make_shared<PlantedOptions>();
  CLI::App& planted_kind =
      add_kind(command, session, "planted", "Hides a dense set in a graph whose degrees follow a power law",
               "-n 2000 -s 40 -o g.txt", common, [=](VertexSet& set, const RunContext& run) {
                 planted_options->seed = common->seed;
                 PlantedGraph result = planted(*planted_options, run);
                 set = std::move(result.planted);
                 return result.graph;
               });
  add_number(planted_kind, "-n,--vertices", planted_options->num_vertices, "Number of vertices")
      ->capture_default_str();
  add_number(planted_kind, "--average-degree", planted_options->average_degree,
             "Average degree of the graph around the set")
      ->capture_default_str();
  add_number(planted_kind, "--exponent", planted_options->exponent, "Exponent of the power law, above 2")
      ->capture_default_str();
  add_number(planted_kind, "-s,--size", planted_options->planted_size, "Number of vertices of the set")
      ->capture_default_str();
  add_number(planted_kind, "--density", planted_options->planted_density,
             "Part of the pairs of the set that are edges")
      ->capture_default_str();
  add_number(planted_kind, "--max-weight", planted_options->max_weight,
             "Give edges whole weights from 1 to this; 0: no weights")
      ->capture_default_str();
  begin_section(planted_kind, heading::output);
  planted_kind.add_option("--set", common->set_path, "Write the set into a file")->type_name("FILE");

  auto regular_options = std::make_shared<RegularOptions>();
  CLI::App& regular_kind =
      add_kind(command, session, "regular", "Generates a graph in which every vertex has the same degree",
               "-n 100 -d 4 -o g.txt", common, [=](VertexSet&, const RunContext& run) {
                 regular_options->seed = common->seed;
                 return d_regular(*regular_options, run);
               });
  add_number(regular_kind, "-n,--vertices", regular_options->num_vertices, "Number of vertices")->required();
  add_number(regular_kind, "-d,--degree", regular_options->degree, "Degree of every vertex")->required();

  auto sides = std::make_shared<BipartiteOptions>();
  CLI::App& sides_kind = add_kind(
      command, session, "bipartite", "Generates a graph of two sides, with power laws of degrees on both",
      "--left 100 --right 50 -m 400 -o g.txt", common, [=](VertexSet&, const RunContext& run) {
        sides->seed = common->seed;
        return bipartite(*sides, run);
      });
  add_number(sides_kind, "--left", sides->left, "Number of left vertices, which have the first ids")
      ->capture_default_str();
  add_number(sides_kind, "--right", sides->right, "Number of right vertices")->capture_default_str();
  add_number(sides_kind, "-m,--edges", sides->edges, "Number of edges that is expected")
      ->capture_default_str();
  add_number(sides_kind, "--left-exponent", sides->left_exponent,
             "Exponent of the power law on the left, above 1")
      ->capture_default_str();
  add_number(sides_kind, "--right-exponent", sides->right_exponent,
             "Exponent of the power law on the right, above 1")
      ->capture_default_str();

  auto parts = std::make_shared<std::vector<Vertex>>();
  CLI::App& parts_kind =
      add_kind(command, session, "multipartite",
               "Generates a complete multipartite graph: every pair of different parts is an edge",
               "--parts 3,3,4 -o g.txt", common,
               [=](VertexSet&, const RunContext& run) { return complete_multipartite(*parts, run); });
  parts_kind.add_option("--parts", *parts, "Sizes of the parts, separated by commas")
      ->required()
      ->type_name("SIZES")
      ->delimiter(',')
      ->check(whole_number<Vertex>());
}

}  // namespace lode::tool
