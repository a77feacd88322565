#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/induced.hpp>
#include <lode/subgraph/exclusion.hpp>
#include <lode/subgraph/verification.hpp>

namespace lode {
namespace {

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

[[noreturn]] void refute(std::string_view what, const auto& claimed, const auto& found) {
  throw VerificationError(fmt::format("{} is claimed as {}, recounted as {}", what, claimed, found));
}

void check_number(std::string_view what, const std::optional<double>& claimed, double found) {
  if (claimed && !close(*claimed, found)) refute(what, *claimed, found);
}

void check_bound(const Graph& graph, const Claim& claim, Vertex s, Weight weight, RunContext& run) {
  const double bound = *claim.upper_bound;
  if (bound < weight && !close(bound, weight)) {
    throw VerificationError(fmt::format("the upper bound {} is below the weight {}", bound, weight));
  }
  const bool known = std::any_of(bound_rows().begin(), bound_rows().end(), [&](const BoundRow& row) {
    return row.name == claim.bound && row.repeatable;
  });
  if (known && s >= 1) {
    const Vertex sizes[] = {s};
    const double again = bound_row(claim.bound).compute(graph, sizes, run).front().value;
    if (bound < again && !close(bound, again)) refute(fmt::format("the {} bound", claim.bound), bound, again);
  }
  check_number("gap", claim.gap, relative_gap(bound, weight));
  if (claim.proven_optimal == true && !proves_optimal(graph, bound, weight)) {
    throw VerificationError(
        fmt::format("optimality is claimed, but the weight {} does not meet the bound {}", weight, bound));
  }
}

/// Vertices said to be held or left out, and connectedness.
void check_constraints(const Graph& graph, const Claim& claim) {
  check_vertices(graph, claim.include, "vertex to include");
  check_vertices(graph, claim.exclude, "vertex to exclude");
  VertexSet held = claim.vertices;
  std::sort(held.begin(), held.end());
  const auto holds = [&](Vertex v) { return std::binary_search(held.begin(), held.end(), v); };
  for (const Vertex v : claim.include) {
    if (!holds(v))
      throw VerificationError(fmt::format("the set does not hold {}, which it should", graph.name(v)));
  }
  for (const Vertex v : claim.exclude) {
    if (holds(v))
      throw VerificationError(fmt::format("the set holds {}, which it should not", graph.name(v)));
  }
  if (claim.connected) {
    const Vertex parts = connected_components(induced_subgraph(graph, held)).count();
    if (parts != 1) throw VerificationError(fmt::format("the set is not connected: it has {} parts", parts));
  }
}

}  // namespace

InducedTotals verify_claim(const Graph& graph, const Claim& claim, RunContext& run) {
  check_vertices(graph, claim.vertices, "vertex");
  const auto size = static_cast<Vertex>(claim.vertices.size());
  if (claim.s && *claim.s != size) refute("the size", *claim.s, size);
  const InducedTotals totals = induced_totals(graph, claim.vertices);
  if (claim.edges && *claim.edges != totals.edges) refute("the number of edges", *claim.edges, totals.edges);
  if (claim.weight &&
      (graph.integral() ? *claim.weight != totals.weight : !close(*claim.weight, totals.weight))) {
    refute("the weight", *claim.weight, totals.weight);
  }
  check_number("density", claim.density, weight_density(totals.weight, size));
  check_number("average degree", claim.average_degree, average_degree(totals.weight, size));
  check_constraints(graph, claim);
  if (claim.upper_bound) {
    const Problem asked{.graph = graph, .s = size, .exclude = claim.exclude};
    check_bound(claim.exclude.empty() ? graph : without_excluded(asked).problem.graph, claim, size,
                totals.weight, run);
  }
  return totals;
}

}  // namespace lode
