#include <memory>

#include <fmt/format.h>

#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/tables.hpp>
#include <lode/study/find.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"
#include "shell/arguments/vertex_numbers.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
void add_bounds(CLI::App& app, Session& session) {
  struct Arguments {
    GraphArgument graph;
    RunArguments run;
    VertexNumbersArgument values;
    std::string sizes;
    std::string effort = "strong";
    double time_limit = 2.0;
    std::string certificate_path;
    bool force = false;
    std::string format = "text";
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *app.add_subcommand(
      "bounds", "Computes every upper bound on sets of s vertices, with the cost of each");
  set_examples(command, {{"lode bounds karate -s 5", "at most how many edges 5 vertices have"}},
               "'lode help BOUND' explains a bound, as 'lode help chain'.");
  arguments->graph.add_options(command);
  arguments->graph.add_signed_option(command);
  arguments->graph.add_core_option(command);
  arguments->values.add_option(command, "--values",
                               "Numbers of vertices that are added to the edges or weights of a set");
  begin_section(command, heading::question);
  command
      .add_option("-s,--size", arguments->sizes,
                  "Sizes of the sets: 50, 10,20,50, 2:200 or 10:200:10, both ends included")
      ->required()
      ->type_name("SIZES");
  begin_section(command, heading::effort);
  command
      .add_option("--effort", arguments->effort,
                  "Which bounds: none for the trivial one, cheap for fast ones, strong for all\n"
                  "The fast ones are degree, degeneracy, turan, lp and chain")
      ->capture_default_str()
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"none", "cheap", "strong"}));
  command
      .add_option("--time", arguments->time_limit,
                  "Limit for all bounds of one size together\nReading and writing do not count")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(number_from_zero());
  arguments->run.add_options(command);
  begin_section(command, heading::output);
  command
      .add_option("--certificate", arguments->certificate_path,
                  "Write a proof of the best bounds, which 'lode verify --certificate' checks")
      ->type_name("FILE");
  command.add_flag("--force", arguments->force, "Overwrite a file that exists");
  command.add_option("--format", arguments->format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.callback([arguments, &session] {
    const Overwrite overwrite = arguments->force ? Overwrite::yes : Overwrite::no;
    session.check_outputs({arguments->certificate_path}, {arguments->graph.name, arguments->values.source()},
                          overwrite);
    arguments->values.ask(arguments->graph.read);
    auto loaded = arguments->graph.load(session, arguments->run.threads,
                                        GraphArgument::checksum_for(arguments->format));
    const subgraph::SetFamily family{.values = arguments->values.read(loaded),
                                     .core_of = loaded.report.core_of};
    const std::vector<Vertex> sizes = parse_sizes(arguments->sizes, loaded);
    const RunContext run =
        session.run_context(arguments->run.seed, arguments->run.threads,
                            arguments->time_limit * static_cast<double>(sizes.size()), "bounds");
    const BoundsResult found = find_bounds(
        loaded.graph, family, sizes, subgraph::parse_effort(arguments->effort),
        arguments->certificate_path.empty() ? subgraph::Proofs::drop : subgraph::Proofs::keep, run);
    BoundsReport report;
    report.graph = loaded.display_name;
    report.vertices = loaded.graph.num_vertices();
    report.edges = loaded.graph.num_edges();
    report.weighted = loaded.graph.weighted();
    report.core_of = loaded.report.core_of;
    report.bounds = found.bounds;
    report.rows = subgraph::bound_rows();
    report.seconds = found.seconds;
    session.clear_progress();
    session.print(arguments->format == "json"  ? bounds_json(report)
                  : arguments->format == "csv" ? bounds_csv(report)
                                               : bounds_text(report));
    if (!arguments->certificate_path.empty()) {
      const RunContext rest = session.run_context(arguments->run.seed, arguments->run.threads,
                                                  std::numeric_limits<double>::infinity(), "certificate");
      const subgraph::BoundCertificate certificate = subgraph::make_certificate(*found.ledger, sizes, rest);
      write_file(arguments->certificate_path, certificate_json(loaded.graph, certificate), overwrite);
      session.note_written(arguments->certificate_path);
      for (const subgraph::BoundCertificate::Claim& claim : certificate.claims) {
        if (claim.checkable()) continue;
        session.note(
            fmt::format("s = {}: checkable: no, 'lode verify' takes the best bound only on trust", claim.s));
      }
    }
  });
}

}  // namespace lode::tool
