#include "verify/claim.hpp"

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode::tool {

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
                        claim.quotas ? "and there is no certificate with quotas" : "ask for a --certificate");
  }
  if (claim.quotas) text += "  quotas: members of groups were not counted\n";
  return text;
}

}  // namespace lode::tool
