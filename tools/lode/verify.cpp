#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/study/verify.hpp>

#include "commands.hpp"
#include "shell/options.hpp"
#include "verify/certificate.hpp"

namespace lode::tool {
namespace {

/// The counts of a verified claim in one line, and a line for each part that was not checked.
std::string claim_text(const Graph& graph, std::span<const double> values, const Claim& claim,
                       const VerifiedTotals& totals) {
  const auto s = static_cast<Vertex>(claim.vertices.size());
  std::string text = fmt::format("s = {}: {}", s, format_plural(totals.edges, "edge", "edges"));
  if (graph.weighted()) text += fmt::format(", weight {}", format_weight(totals.weight));
  if (!values.empty()) {
    const Weight value = subgraph::sum_of_values(values, claim.vertices);
    text +=
        fmt::format(", value {}, objective {}", format_weight(value), format_weight(totals.weight + value));
  }
  text += fmt::format(", edge density {}", format_density(weight_density(totals.weight, s)));
  text += claim.edges ? ": verified\n" : " (nothing was claimed)\n";
  const auto& bound = claim.lower_bound ? claim.lower_bound : claim.upper_bound;
  if (bound && !totals.bound_repeated) {
    text += fmt::format("  at {} {} ({}): not computed again, {}\n", claim.lower_bound ? "least" : "most",
                        format_weight(*bound), claim.bound,
                        claim.demand().empty()
                            ? "ask for a --certificate"
                            : "and there is no certificate with " + std::string(claim.demand()));
  }
  if (!totals.unchecked.empty()) text += fmt::format("  {}\n", totals.unchecked);
  return text;
}

void verify(const VerifyArguments& arguments, Session& session) {
  const int given =
      !arguments.set_path.empty() + !arguments.result_path.empty() + !arguments.certificate_path.empty();
  if (given != 1)
    throw InvalidArgument("verify needs one of --set FILE, --result FILE and --certificate FILE");
  if (!arguments.certificate_path.empty()) {
    const std::string text = question_certificate_text(arguments, session);
    if (!text.empty()) return session.print(text);
  }
  auto loaded =
      arguments.graph.load(session, arguments.run.threads,
                           GraphArgument::checksum_for(arguments.result_path.empty() ? "" : "json"));
  const std::vector<double> values = arguments.graph.read_numbers("--values", loaded);
  if (const auto& declared = loaded.input.core_of) check_same_core(loaded.data, declared->core, declared);
  const RunContext run = session.run_context("verify", arguments.run.threads);
  if (!arguments.certificate_path.empty())
    return session.print(certificate_text(arguments, loaded, values, run));
  const Graph& read = loaded.data;
  if (!arguments.set_path.empty()) {
    const VertexSetFile file = read_vertex_set(arguments.set_path, read);
    Claim claim;
    claim.vertices = file.vertices;
    claim.edges = arguments.edges ? arguments.edges : file.edges;
    return session.print(claim_text(read, values, claim, verify_claim(read, values, claim, run)));
  }
  const FindClaims claims = read_find_claims(arguments.result_path, read);
  const auto counted =
      verify_find_claims(read, {read.num_vertices(), read.num_edges(), loaded.input.weighted, loaded.sha256},
                         loaded.input.core_of, values, claims, run);
  std::string text;
  for (std::size_t i = 0; i < counted.size(); ++i)
    text += claim_text(read, values, claims.results[i], counted[i]);
  session.print(text);
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App& command =
      *app.add_subcommand("verify", "Checks a set, a result or a certificate against the graph");
  set_examples(command,
               {{"lode verify karate --set set.txt", "counts the edges of the set again"},
                {"lode verify karate --certificate proof.json", "checks the proof of an upper bound"}});
  arguments->graph.add_options(command, {.signs = true, .core = true});
  arguments->graph.checks_core = false;
  arguments->graph.add_vertex_numbers(command, "--values", "Numbers of vertices that the claims count");
  begin_section(command, heading::question);
  CLI::Option* const set = add_option(command, "--set", arguments->set_path, "FILE",
                                      "File of a set: an original id a line; '# edges N' is a claim");
  add_option(command, "--edges", arguments->edges, "N", "Edges that the set of --set should have")
      ->needs(set);
  add_option(command, "--result", arguments->result_path, "FILE",
             "File that 'lode find --format json' printed");
  CLI::Option* const certificate = add_option(command, "--certificate", arguments->certificate_path, "FILE",
                                              "File that find, bounds or densest wrote with --certificate");
  command
      .add_flag(
          "--trust-search", arguments->trust_search,
          "Accept steps of the certificate that are not checked here\nThese are steps that only an "
          "exhaustive search has shown, or that the input states. A step that a known set refutes is not "
          "accepted")
      ->needs(certificate);
  begin_section(command, heading::effort);
  add_threads(command, arguments->run.threads);
  command.callback([arguments, &session] { verify(*arguments, session); });
}

}  // namespace lode::tool
