#include <memory>

#include <fmt/format.h>

#include <lode/report/find_report.hpp>
#include <lode/report/tables.hpp>
#include <lode/study/find.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
void add_bounds(CLI::App& app, Session& session) {
  struct Arguments {
    GraphArgument graph;
    RunArguments run;
    std::string sizes;
    std::string effort = "strong";
    double time_limit = 2.0;
    std::string certificate_path;
    Outputs out;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *app.add_subcommand(
      "bounds", "Computes every upper bound on sets of s vertices, with the cost of each");
  set_examples(command, {{"lode bounds karate -s 5", "at most how many edges 5 vertices have"}},
               "'lode help BOUND' explains a bound, as 'lode help chain'.");
  arguments->graph.add_options(command, {.signs = true, .core = true});
  arguments->graph.add_vertex_numbers(command, "--values",
                                      "Numbers of vertices that are added to the edges or weights of a set");
  begin_section(command, heading::question);
  add_sizes(command, arguments->sizes)->required();
  begin_section(command, heading::effort);
  add_option(command, "--effort", arguments->effort, "LEVEL",
             "Which bounds: none for the trivial one, cheap for fast ones, strong for all\n"
             "The fast ones are degree, degeneracy, turan, lp and chain",
             one_of({"none", "cheap", "strong"}));
  add_option(command, "--time", arguments->time_limit, "SECONDS",
             "Limit for all bounds of one size together\nReading and writing do not count",
             number_from_zero());
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  arguments->out.add_file(command, "--certificate", arguments->certificate_path,
                          "Write a proof of the best bounds, which 'lode verify --certificate' checks");
  arguments->out.add_options(command, {"text", "json", "csv"});
  command.callback([arguments, &session] {
    const auto& [graph, seeds, size_text, effort, time_limit, certificate_path, out] = *arguments;
    out.check(session);
    auto loaded = graph.load(session, seeds.threads, GraphArgument::checksum_for(out.format));
    const subgraph::SetFamily family{.values = graph.read_numbers("--values", loaded),
                                     .core_of = loaded.input.core_of};
    const std::vector<Vertex> sizes = parse_sizes(size_text, loaded);
    const RunContext run = session.run_context("bounds", seeds.threads, seeds.seed,
                                               time_limit * static_cast<double>(sizes.size()));
    const BoundsResult found =
        find_bounds(loaded.data, family, sizes, subgraph::parse_effort(effort),
                    certificate_path.empty() ? subgraph::Proofs::drop : subgraph::Proofs::keep, run);
    const BoundsReport report{loaded.name,
                              loaded.data.num_vertices(),
                              loaded.data.num_edges(),
                              loaded.data.weighted(),
                              loaded.input.core_of,
                              found.bounds,
                              subgraph::bound_rows(),
                              found.seconds};
    session.clear_progress();
    session.print(out.format == "json"  ? bounds_json(report)
                  : out.format == "csv" ? bounds_csv(report)
                                        : bounds_text(report));
    if (certificate_path.empty()) return;
    const subgraph::BoundCertificate certificate = subgraph::make_certificate(
        *found.ledger, sizes, session.run_context("certificate", seeds.threads, seeds.seed));
    out.write(session, certificate_path, certificate_json(loaded.data, certificate));
    for (const subgraph::BoundCertificate::Claim& claim : certificate.claims) {
      if (!claim.checkable())
        session.note(
            fmt::format("s = {}: checkable: no, 'lode verify' takes the best bound only on trust", claim.s));
    }
  });
}

}  // namespace lode::tool
