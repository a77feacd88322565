#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "bounds/certificate/check.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

__extension__ using Wide = unsigned __int128;

/// Integral weights of a graph sum to less.
constexpr double largest_sum = 0x1p53;

/// Statement: let s >= 3, and let no set of s - 1 vertices weigh more than U. Then no set of s vertices
/// weighs more than s U / (s - 2), because s - 2 of its s subsets of s - 1 vertices contain any one of
/// its edges. A further vertex never lowers the weight of a set, so a bound for s + 1 is one for s.
///
/// Each vertex is in s - 1 of those subsets. So a set S of value c(S) weighs at most
/// (s U - c(S)) / (s - 2). c(S) is at least `least_values`, and no value is negative.
///
/// Returns s U / (s - 2). Integral weights: in exact integers, floored. Real weights: multiplied by
/// 1 + 4 2^-52, which covers the two roundings. With values the factor is 1 + 8 2^-52, before they are taken
/// off and after.
double chain_step(const Graph& graph, Vertex s, double smaller, double least_values) {
  if (graph.integral()) {
    if (smaller > largest_sum) return std::numeric_limits<double>::infinity();  // bounds no graph
    const Wide weight = static_cast<std::uint64_t>(smaller);
    const Wide all = weight * s;
    const Wide values = static_cast<std::uint64_t>(least_values);
    // NOLINTNEXTLINE(bugprone-integer-division): weights are integers.
    return static_cast<double>((all > values ? all - values : 0) / (s - 2));
  }
  if (least_values > 0.0) {
    constexpr double margin = 1.0 + 8.0 * std::numeric_limits<double>::epsilon();
    return std::max(0.0, smaller * s * margin - least_values) / (s - 2.0) * margin;
  }
  return smaller * (static_cast<double>(s) / (s - 2.0)) *
         (1.0 + 4.0 * std::numeric_limits<double>::epsilon());
}

using detail::ProofSum;
using detail::require_certified;

void write_chain(const ProofStep& step, detail::CertificateWriter& writer, BoundCertificate::Step& written) {
  const BoundLedger& ledger = writer.ledger;
  const auto smaller = static_cast<double>(writer.bounds.least.at(step.s - 1));
  written.value = chain_step(ledger.graph(), step.s, smaller, ledger.vertex_values().least(step.s));
}

void write_monotone(const ProofStep& step, detail::CertificateWriter& writer,
                    BoundCertificate::Step& written) {
  written.value = static_cast<double>(writer.bounds.least.at(step.s + 1));
}

/// The floor of (s U - c) / (s - 2), for integers U and c: products stay below 2^85, nothing is rounded.
ProofSum averaged(ProofSum u, ProofSum least_values, Vertex s) {
  require_certified(u >= 0.0L && u <= 0x1p53L && u == std::floor(u),
                    "a bound on integral weights is no integer up to 2^53");
  const Wide all = static_cast<Wide>(static_cast<std::uint64_t>(u)) * s;
  const auto values = static_cast<Wide>(static_cast<std::uint64_t>(least_values));
  require_certified(all >= values, "a bound is below what vertices weigh by themselves");
  const Wide floored = (all - values) / (s - 2);
  return static_cast<ProofSum>(static_cast<std::uint64_t>(floored));
}

std::optional<ProofSum> check_chain_step(const detail::CertificateCheck& check,
                                         const detail::ClaimedStep& claimed) {
  const Vertex s = claimed.step.s;
  require_certified(s >= 3 && claimed.least.contains(s - 1), "step {} averages nothing", claimed.number);
  const ProofSum smaller = claimed.least.at(s - 1);
  const ProofSum values = check.least_values(s);
  if (check.graph().integral()) return averaged(smaller, values, s);
  const ProofSum all = check.at_most(smaller * s, 2.0L);
  require_certified(all >= values, "step {} rests on less than vertices weigh", claimed.number);
  return check.at_most((all - values) / (s - 2), 2.0L);
}

std::optional<ProofSum> check_monotone_step(const detail::CertificateCheck&,
                                            const detail::ClaimedStep& claimed) {
  const auto larger = claimed.least.upper_bound(claimed.step.s);
  require_certified(larger != claimed.least.end(), "step {} does not follow from a larger size",
                    claimed.number);
  return larger->second;
}

constexpr ProofRule chain_proof = {.name = "chain", .write = write_chain, .check = check_chain_step};
constexpr ProofRule monotone_proof = {
    .name = "monotone", .write = write_monotone, .check = check_monotone_step};

void propose_chain(BoundLedger& ledger, Findings&, const BoundRequest&, const RunContext& run) {
  const double start = run.elapsed();
  const std::span<const Vertex> sizes = ledger.sizes();
  const Vertex last = sizes.empty() ? 0 : std::min(sizes.back(), BoundLedger::chain_limit);
  for (Vertex t = last; t-- > 1;) {
    ledger.lower({t, ledger.value(t + 1), &monotone_proof, "chain", {ledger.step(t + 1)}});
  }
  for (Vertex t = 3; t <= last; ++t) {
    ledger.lower({t,
                  chain_step(ledger.graph(), t, ledger.value(t - 1), ledger.vertex_values().least(t)),
                  &chain_proof,
                  "chain",
                  {ledger.step(t - 1)}});
  }
  const double seconds = run.elapsed() - start;
  for (const Vertex s : sizes) {
    if (s <= last) ledger.record(s, "chain", ledger.value(s), s == sizes.front() ? seconds : 0.0);
  }
}

}  // namespace

constexpr BoundRule chain_rule = {
    .name = "chain",
    .statement = "A set weighs no more than s/(s-2) times a bound for s-1, and no more than a bound for s+1",
    .cost = "O(1) for each size up to s",
    .source = "Katona, Nemetz, Simonovits, Mat. Lapok 15 (1964)",
    .repeatable = false,
    .propose = propose_chain,
    .takes_values = true,
    .proofs = {&chain_proof, &monotone_proof}};

}  // namespace lode::subgraph
