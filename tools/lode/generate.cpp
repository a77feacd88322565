#include <functional>
#include <memory>

#include <lode/graph/generators.hpp>

#include "commands.hpp"
#include "generate_output.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

CLI::App& add_kind(CLI::App& command, Session& session, const std::string& name, const std::string& text,
                   const std::shared_ptr<GenerateArguments>& arguments, Make make) {
  CLI::App& kind = *command.add_subcommand(name, text);
  kind.add_option("-o,--output", arguments->output,
                  "File to write in the format its ending names, else as an edge list; - for standard output")
      ->required()
      ->type_name("FILE");
  add_number(kind, "--seed", arguments->seed, "Seed of all random draws")->capture_default_str();
  add_threads(kind, arguments->threads);
  kind.add_flag("--force", arguments->force, "Overwrite existing files");
  kind.callback(
      [arguments, &session, make = std::move(make)] { write_generated(*arguments, session, make); });
  return kind;
}

}  // namespace

void add_generate(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("generate", "Makes a graph: gnp, rmat, planted, regular, bipartite, multipartite");
  command.require_subcommand(1);
  auto common = std::make_shared<GenerateArguments>();

  auto gnp_options = std::make_shared<GnpOptions>();
  CLI::App& gnp_kind = add_kind(command, session, "gnp", "Every pair is an edge with probability p", common,
                                [=](VertexSet&, const RunContext& run) {
                                  gnp_options->seed = common->seed;
                                  return gnp(*gnp_options, run);
                                });
  add_number(gnp_kind, "-n,--vertices", gnp_options->num_vertices, "Vertices")->required();
  add_number(gnp_kind, "-p,--probability", gnp_options->probability, "Probability of an edge")->required();

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
      write_generated(*common, session,
                      [=](VertexSet&, const RunContext& run) { return rmat(*rmat_options, run); });
    }
  });
  add_number(rmat_kind, "--scale", rmat_options->scale, "2^scale vertices")->capture_default_str();
  add_number(rmat_kind, "--lines", rmat_options->lines, "Edge lines drawn before merging")
      ->capture_default_str();
  add_number(rmat_kind, "-a", rmat_options->a, "Probability of quadrant a")->capture_default_str();
  add_number(rmat_kind, "-b", rmat_options->b, "Probability of quadrant b")->capture_default_str();
  add_number(rmat_kind, "-c", rmat_options->c, "Probability of quadrant c")->capture_default_str();
  add_number(rmat_kind, "-d", rmat_options->d, "Probability of quadrant d")->capture_default_str();

  auto planted_options = std::make_shared<PlantedOptions>();
  CLI::App& planted_kind = add_kind(command, session, "planted", "A dense subgraph in a power-law graph",
                                    common, [=](VertexSet& set, const RunContext& run) {
                                      planted_options->seed = common->seed;
                                      PlantedGraph result = planted(*planted_options, run);
                                      set = std::move(result.planted);
                                      return result.graph;
                                    });
  add_number(planted_kind, "-n,--vertices", planted_options->num_vertices, "Vertices")->capture_default_str();
  add_number(planted_kind, "--average-degree", planted_options->average_degree, "Of the surrounding graph")
      ->capture_default_str();
  add_number(planted_kind, "--exponent", planted_options->exponent, "Of the power law, > 2")
      ->capture_default_str();
  add_number(planted_kind, "-s,--size", planted_options->planted_size, "Vertices of the planted set")
      ->capture_default_str();
  add_number(planted_kind, "--density", planted_options->planted_density, "Density of the planted set")
      ->capture_default_str();
  add_number(planted_kind, "--max-weight", planted_options->max_weight,
             "Integral weights up to this; 0: unweighted")
      ->capture_default_str();
  planted_kind.add_option("--set", common->set_path, "Write the planted set")->type_name("FILE");

  auto regular_options = std::make_shared<RegularOptions>();
  CLI::App& regular_kind = add_kind(command, session, "regular", "Every vertex has the same degree", common,
                                    [=](VertexSet&, const RunContext& run) {
                                      regular_options->seed = common->seed;
                                      return d_regular(*regular_options, run);
                                    });
  add_number(regular_kind, "-n,--vertices", regular_options->num_vertices, "Vertices")->required();
  add_number(regular_kind, "-d,--degree", regular_options->degree, "Degree")->required();

  auto sides = std::make_shared<BipartiteOptions>();
  CLI::App& sides_kind = add_kind(command, session, "bipartite", "Two sides with power laws on both", common,
                                  [=](VertexSet&, const RunContext& run) {
                                    sides->seed = common->seed;
                                    return bipartite(*sides, run);
                                  });
  add_number(sides_kind, "--left", sides->left, "Left vertices, which come first")->capture_default_str();
  add_number(sides_kind, "--right", sides->right, "Right vertices")->capture_default_str();
  add_number(sides_kind, "-m,--edges", sides->edges, "Expected edges")->capture_default_str();
  add_number(sides_kind, "--left-exponent", sides->left_exponent, "Of the left power law, > 1")
      ->capture_default_str();
  add_number(sides_kind, "--right-exponent", sides->right_exponent, "Of the right power law, > 1")
      ->capture_default_str();

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
