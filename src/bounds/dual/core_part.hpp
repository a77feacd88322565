#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/findings.hpp"

// Bounds of the whole graph from a core with dummies.
//
// Vertices are peeled by least weight towards the remaining vertices, their value c_v included, until
// a core C remains. So an outside vertex, in that order, has a value and a weight towards later vertices of
// at most g together. Let a be the largest value of an outside vertex, and w the largest weight of an edge at
// one. F(T) = w(T) + c(T) is the weight of a set; weights and values are not negative.
//
// Lemma. For a set T of t vertices, j of them in C: F(T) <= F(T in C) + out(j, t), where out(j, t) is the sum
// of min(g, a + w (j + i - 1)) over i = 1 ... t - j. Proof. Take the t - j outside vertices of T from the
// last one peeled to the first. The i-th adds its value and its edges to members of T that are peeled later
// or are in C. Both together are at most g. There are j + i - 1 such members, so they are at most a + w (j +
// i - 1) too. Every edge of T that is not inside C is counted once. (Without values and weights a = 0 and w =
// 1: no outside vertex has more neighbours in T than T has members.)
//
// Theorem. Let G+ be the graph induced by C with d further vertices without edges, the dummies, of value g
// each. If no s-set of G+ weighs more than B, then for t <= s
//   f(t) <= max( B - g (s - t), max over j < s - d of UB(j) + out(j, t) ),
// where UB(j) is any bound of f(j), and j is at most |C| and t.
// Proof. Let T be a set of t vertices, j of them in C. If j >= s - d, then T in C with s - j dummies is an
// s-set of G+, so F(T in C) + g (s - j) <= B, and F(T) <= F(T in C) + g (t - j) <= B - g (s - t). Otherwise
// the lemma bounds F(T) by UB(j) + out(j, t). In the first case the bound for the t-sets of G+ serves as
// well, as T in C with t - j dummies is one of them (t - j <= d because t <= s).
//
// A ReducedFamily turns sets with vertices to include or to exclude, and values of any sign, into a graph
// with values that are not negative.
//
// Source: peeling as in D. Matula, L. Beck, J. ACM 30 (1983) 417-427.

namespace lode::subgraph {

/// Steps by multipliers on a core with dummies.
extern const ProofRule outside_proof;

namespace dual {

/// Upper bound of a set of t vertices, j of them in the core with a weight of at most `few`: few + out(j, t).
/// Real sums are enlarged by their rounding. Cost: O(t - j).
double with_few_inside(const OutsideWeights& outside, Vertex j, double few, Vertex t, bool integral);

/// The value of a dummy: g, and for real weights a little more, because the check sums in another order.
double dummy_value(double outside, bool integral);

/// A core and its number of dummies.
struct OutsidePlan {
  CoreParts::Cut cut;
  OutsideWeights outside;
  Vertex dummies = 0;
  double expected = 0.0;  ///< the least bound that can be proven around this core, by known weights
};

struct OutsideQuestion {
  Vertex s = 0;
  std::vector<double> known;      ///< lower bounds of the heaviest sets, by size up to s
  std::vector<double> bounds;     ///< proven, by size up to s
  double target = 0.0;            ///< the bound aimed at
  std::size_t most_vertices = 0;  ///< of core and dummies
  double below = 0.0;             ///< g has to be less than this
};

/// The smallest core whose expected bound is the known weight. If that core has too many vertices, the
/// affordable core of the least expected bound; nothing if no core is affordable.
/// Cost: O(s^2) for each of up to 100 cores.
std::optional<OutsidePlan> plan_outside(const CoreParts& parts, const OutsideQuestion& question);

/// The graph of a ledger as a part without dummies, and without a proof yet.
PartMultipliers whole_part(const BoundLedger& ledger, Vertex s);

/// The bound, from the ledger, for sets of t vertices with few vertices in the core; minus infinity if there
/// are no such sets.
double bound_of_few(const BoundLedger& ledger, const PartMultipliers& on, Vertex t);

/// Lowers the bound of t to what `certificate`, which proves `inside` of the t-sets of the core with dummies,
/// makes of it together with the bounds of few vertices in the core. Real bounds are enlarged by what sums in
/// another order may find.
void take_bound(BoundLedger& ledger, const PartMultipliers& on, Vertex t, double inside,
                std::string_view name, const std::shared_ptr<const PartMultipliers>& certificate);

/// A tree as steps hold it; null if the ledger keeps none.
std::shared_ptr<const PartMultipliers> kept(const BoundLedger& ledger, const PartMultipliers& on,
                                            std::shared_ptr<const detail::SdpSearchTree> tree);

/// The rows of a core with dummies after removals: every set heavier than the incumbent lies inside, or has
/// few vertices in the core.
struct DualRest {
  PartMultipliers on;
  std::vector<Vertex> rows;  ///< the rows left, by number in a certificate
  double incumbent = 0.0;
  detail::SdpSearchTree tree =
      {};  ///< shows that the other rows are in no heavier set; its last node is open
};

}  // namespace dual
}  // namespace lode::subgraph
