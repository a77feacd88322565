#include <lode/report/find_report.hpp>
#include <lode/study/verify.hpp>

#include "fuzz/small_case.hpp"

// A small graph and what `find --format json` says of it, as `lode verify` reads it.

namespace {

using namespace lode;

/// What verify has accepted of a claim, counted by the definition.
void recount(const Graph& graph, const Claim& claim, const subgraph::InducedTotals& totals) {
  std::uint32_t set = 0;
  for (const Vertex v : claim.vertices) set |= 1u << v;
  fuzz::require(static_cast<std::size_t>(__builtin_popcount(set)) == claim.vertices.size());
  EdgeCount edges = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v,
                            [&](Vertex u, Weight) { edges += v < u && (set >> u & 1u) && (set >> v & 1u); });
  }
  fuzz::require(totals.edges == edges);
  fuzz::require(!claim.edges || *claim.edges == edges);
  fuzz::require(!claim.s || *claim.s == claim.vertices.size());
}

void verify(const fuzz::SmallCase& found, const Graph& graph) {
  const FindClaims claims = read_find_claims(std::span(found.text.data(), found.text.size()), graph);
  constexpr std::size_t most_claims = 8;
  if (claims.results.size() > most_claims) return;
  const GraphIdentity identity{graph.num_vertices(), graph.num_edges(), graph.weighted(), ""};
  const auto counted = verify_find_claims(graph, identity, {}, found.values, claims, fuzz::run_context());
  for (std::size_t i = 0; i < counted.size(); ++i) recount(graph, claims.results[i], counted[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::look_at_case(data, size, verify);
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  return lode::fuzz::mutate_case(data, size, max_size, seed);
}
