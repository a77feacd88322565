#include "subgraph/bounds/rules/exact.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/search/exact.hpp"

namespace lode::subgraph {
namespace {

/// Work of the kicks that exact search begins with: answers are the caller's business.
constexpr std::uint64_t search_start_work = 300'000;
/// Within limited work: those of one set, of one size.
constexpr std::uint64_t limited_start_work = 100'000;
/// Price of a set looked at by the search, and, for every size up to s, of an arc of the graph, which is
/// copied and cut down to a core a few times: 1200 to 2000 and 10 measured.
constexpr double exact_set_price = 2000.0;
constexpr double exact_arc_price = 10.0;
/// The search is asked for sizes up to this within limited work: larger ones take more than there is.
constexpr Vertex limited_search_limit = 30;
/// Seconds per size on its own.
constexpr double seconds_alone = 10.0;

double copies_work(const Graph& graph, Vertex s) {
  return exact_arc_price * s * static_cast<double>(graph.num_arcs());
}

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
  const double copies = copies_work(ledger.graph(), request.s);
  options.work = steps_within({.work = std::max(0.0, request.work - copies)}, exact_set_price);
  options.start_work = options.work == 0 ? search_start_work : limited_start_work;
  options.known_bounds = ledger.values();
  Problem problem;
  problem.graph = ledger.graph();
  problem.s = request.s;
  const ExactResult result = exact_search(problem, options, run);
  ledger.spend(exact_set_price * static_cast<double>(result.nodes) + copies);
  for (Vertex t = 1; t <= request.s; ++t) {
    ledger.lower({t, result.upper_bounds[t], &search_proof_rule, "exact"});
    ledger.record(t, "exact", result.upper_bounds[t], t == request.s ? run.elapsed() - start : 0.0);
  }
  close_chain(ledger, run);
}

double share_for_exact(BoundLedger& ledger, const BoundRequest& request, double) {
  if (std::isinf(request.work)) return request.s <= search_limit ? 1.0 : 0.0;
  const bool cheap_enough = 2.0 * copies_work(ledger.graph(), request.s) <= request.work;
  return request.s <= limited_search_limit && cheap_enough ? 1.0 : 0.0;
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
    .counts_work = true,
    .proofs = {&search_proof_rule}};

}  // namespace lode::subgraph
