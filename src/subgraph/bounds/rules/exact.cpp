#include "subgraph/bounds/rules/exact.hpp"

#include <cstdint>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/search/exact.hpp"

namespace lode::subgraph {
namespace {

/// Work of the kicks that exact search begins with: answers are the caller's business.
constexpr std::uint64_t search_start_work = 300'000;
/// Seconds per size on its own.
constexpr double seconds_alone = 10.0;

std::optional<long double> take_as_it_is(const detail::CertificateCheck&, const detail::ClaimedStep&) {
  return std::nullopt;
}

std::vector<Bound> exact_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return bounds_by_ledger("exact", graph, sizes, run, seconds_alone);
}

/// Exhaustive search of all sizes up to s, with what is known: it settles small ones first, and they carry
/// the others.
void propose_exact(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const double start = run.elapsed();
  ExactOptions options;
  options.start_work = search_start_work;
  options.known_bounds = ledger.values();
  Problem problem;
  problem.graph = ledger.graph();
  problem.s = request.s;
  const ExactResult result = exact_search(problem, options, run);
  for (Vertex t = 1; t <= request.s; ++t) {
    ledger.lower({t, result.upper_bounds[t], &search_proof_rule, "exact"});
    ledger.record(t, "exact", result.upper_bounds[t], t == request.s ? run.elapsed() - start : 0.0);
  }
  close_chain(ledger, run);
}

double share_for_exact(BoundLedger&, const BoundRequest& request, double) {
  return request.s <= search_limit ? 1.0 : 0.0;
}

}  // namespace

constexpr ProofRule search_proof_rule = {.name = "search", .check = take_as_it_is};

constexpr BoundRule exact_rule = {
    .name = "exact",
    .statement = "exhaustive search: the optimum, or what is proven when it stops",
    .cost = "exponential in s",
    .source = "enumeration: Uno, Algorithmica 56 (2010)",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = exact_bounds,
    .propose = propose_exact,
    .share = share_for_exact,
    .proofs = {&search_proof_rule}};

}  // namespace lode::subgraph
