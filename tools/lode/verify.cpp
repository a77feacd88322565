#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/certificate_json.hpp>
#include <lode/report/find_claims.hpp>
#include <lode/report/format.hpp>
#include <lode/subgraph/verification.hpp>

#include "session.hpp"

namespace lode::tool {
namespace {

struct VerifyArguments {
  GraphArgument graph;
  RunArguments run;
  std::string set_path;
  std::string result_path;
  std::string certificate_path;
  std::optional<EdgeCount> edges;
};

/// The set of --set, with the number of edges claimed by --edges or by the file itself.
Claim claim_of_set(const VerifyArguments& arguments, const Graph& graph) {
  const VertexSetFile file = read_vertex_set(arguments.set_path, graph);
  Claim claim;
  claim.vertices = file.vertices;
  claim.edges = arguments.edges ? arguments.edges : file.edges;
  return claim;
}

/// True if verify_claim computes the bound of that name again.
bool computed_again(const std::string& bound) {
  return std::any_of(bound_rows().begin(), bound_rows().end(),
                     [&](const BoundRow& row) { return row.name == bound && row.repeatable; });
}

/// Checks the bounds of --certificate.
std::string certificate_text(const VerifyArguments& arguments, const Graph& graph) {
  std::string text;
  for (const CheckedBound& bound :
       check_certificate(graph, read_certificate(arguments.certificate_path, graph))) {
    text +=
        fmt::format("s = {}: at most {} ({}): verified", bound.s, format_weight(bound.value), bound.bound);
    const char* word = ", given that";
    for (const auto& [s, value] : bound.unchecked) {
      text += fmt::format("{} a search is right that no {} vertices hold more than {}", word, s,
                          format_weight(value));
      word = " and that";
    }
    text += '\n';
  }
  return text;
}

void verify(const VerifyArguments& arguments, Session& session) {
  const int given =
      !arguments.set_path.empty() + !arguments.result_path.empty() + !arguments.certificate_path.empty();
  if (given != 1) {
    throw InvalidArgument("verify needs one of --set FILE, --result FILE and --certificate FILE");
  }
  if (arguments.edges && arguments.set_path.empty()) {
    throw InvalidArgument("--edges", std::to_string(*arguments.edges), "goes with --set");
  }
  const auto loaded = arguments.graph.load(session, arguments.run.threads);
  if (!arguments.certificate_path.empty()) {
    return session.print(certificate_text(arguments, loaded.graph));
  }
  const std::vector<Claim> claims = arguments.set_path.empty()
                                        ? read_find_claims(arguments.result_path, loaded.graph)
                                        : std::vector<Claim>{claim_of_set(arguments, loaded.graph)};
  RunContext run =
      session.run_context(1, arguments.run.threads, std::numeric_limits<double>::infinity(), "verify");
  std::string text;
  for (const Claim& claim : claims) {
    const auto s = static_cast<Vertex>(claim.vertices.size());
    const InducedTotals totals = verify_claim(loaded.graph, claim, run);
    text += fmt::format("s = {}: {}", s, format_plural(totals.edges, "edge", "edges"));
    if (loaded.graph.weighted()) text += fmt::format(", weight {}", format_weight(totals.weight));
    text += fmt::format(", density {}", format_density(weight_density(totals.weight, s)));
    text += claim.edges ? ": verified\n" : " (nothing was claimed)\n";
    if (claim.upper_bound && !computed_again(claim.bound)) {
      text += fmt::format("  at most {} ({}): not computed again, ask for a --certificate\n",
                          format_weight(*claim.upper_bound), claim.bound);
    }
  }
  session.print(text);
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App& command = *app.add_subcommand("verify", "Recounts a vertex set and checks what is claimed of it");
  arguments->graph.add_options(command);
  command.add_option("--set", arguments->set_path, "One original id per line; '# edges N' is a claim")
      ->type_name("FILE");
  command.add_option("--edges", arguments->edges, "Edges that --set should have")->type_name("N");
  command.add_option("--result", arguments->result_path, "What find --format json printed")
      ->type_name("FILE");
  command.add_option("--certificate", arguments->certificate_path, "What find or bounds --certificate wrote")
      ->type_name("FILE");
  command.add_option("--threads", arguments->run.threads, "Threads; 0: all cores")
      ->check(CLI::NonNegativeNumber);
  command.callback([arguments, &session] { verify(*arguments, session); });
}

}  // namespace lode::tool
