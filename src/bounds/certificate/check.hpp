#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/set_family.hpp"

// Parts of the checks of bounds. No check calls a search for bounds. Real sums are added in long double, and
// the result is enlarged by more than these sums can lose.

namespace lode::subgraph::detail {

using ProofSum = long double;
inline constexpr ProofSum no_bound = std::numeric_limits<ProofSum>::infinity();

/// Activity that is named if the time ends during a check.
inline constexpr std::string_view checking = "checking the certificate";

/// Throws a VerificationError.
[[noreturn]] void refute_certificate(const std::string& what);
inline void require_certified(bool holds, const std::string& what) {
  if (!holds) refute_certificate(what);
}
/// Errors: VerificationError with the formatted text unless `holds`.
template <class... Parts>
void require_certified(bool holds, fmt::format_string<Parts...> what, Parts&&... parts) {
  if (!holds) refute_certificate(fmt::format(what, std::forward<Parts>(parts)...));
}

/// A step of a claim, with the steps that it uses.
struct ClaimedStep {
  const BoundCertificate::Step& step;
  const BoundCertificate::Step* before;  ///< the step `from`; null: none
  std::size_t number;
  const BoundCertificate::Step* inside = nullptr;        ///< rule core-of: the step for the core; null: none
  bool before_is_of_all = false;                         ///< `before` is about all sets of the larger graph
  std::vector<const BoundCertificate::Step*> tail = {};  ///< rule outside: the steps of few vertices
};

/// Data of steps, and the bounds that they prove.
struct CheckedData {
  Vertex s = 0;
  Vertex dummies = 0;
  Part part;                          ///< its graph and values are taken from the family
  bool integral = false;              ///< all sums are exact, with dummies, too
  double dummy = 0.0;                 ///< value of a dummy
  std::vector<ProofSum> bounds = {};  ///< by t up to s: no set of t rows weighs more
  ProofSum largest_value = 0.0L;      ///< of a vertex outside the part
  ProofSum largest_weight = 0.0L;     ///< of an edge at one
};

/// A family of sets of a graph, and a certificate of it. Data are checked when a step first uses them.
class CertificateCheck {
 public:
  /// Errors: VerificationError for a clique number that is not shown.
  CertificateCheck(const ReducedFamily& family, const BoundCertificate& certificate, const RunContext& run);

  const ReducedFamily& family() const { return family_; }
  const BoundCertificate& certificate() const { return certificate_; }
  const RunContext& run() const { return run_; }
  const Graph& graph() const { return family_.part.graph; }
  Vertex num_vertices() const { return graph().num_vertices(); }
  std::span<const Weight> values() const { return family_.values.all(); }
  /// The value of a vertex; 0 without values.
  Weight value(Vertex v) const { return values().empty() ? 0.0 : family_.values[v]; }
  /// The sum of the s largest values, and a lower bound of the sum of s values.
  ProofSum largest_values(Vertex s) const;
  ProofSum least_values(Vertex s) const;
  std::vector<Weight> edge_weights() const;
  /// Core values by strength, the values of vertices added, from the largest on; peeled at the first call.
  std::span<const ProofSum> falling_core_values() const;
  static ProofSum sum_of_largest(std::vector<Weight> values, EdgeCount count);
  /// No sum has more terms than there are arcs.
  ProofSum terms(EdgeCount count) const;
  /// An upper bound of an exact sum of `terms` weights: floored if integral, otherwise enlarged.
  ProofSum at_most(ProofSum sum, ProofSum terms) const;

  /// The data of a step, checked at the first call. Cost: that of their tree.
  const CheckedData& data(const ClaimedStep& claimed) const;
  CheckedBound check(const BoundCertificate::Claim& claim) const;

 private:
  CheckedData checked_data(const PartMultipliers& given) const;
  /// Returns this part of the family's graph.
  Part checked_part(const Part& claimed) const;
  /// Peels the vertices outside `kept` by the least weight towards the vertices left, while that is at most
  /// `limit`. Returns their core values in the order of peeling, which never fall.
  std::vector<ProofSum> peeled_core_values(const std::vector<std::uint8_t>& kept, ProofSum limit) const;

  const ReducedFamily& family_;
  const BoundCertificate& certificate_;
  const RunContext& run_;
  mutable std::map<std::size_t, CheckedData> data_;  ///< by place in `multipliers`
  mutable std::vector<ProofSum> core_values_;
};

/// Returns the bound of a step by rule outside, from its data and the steps for few vertices in the core.
/// Errors: VerificationError where nothing is proven; SystemError if the run is stopped.
std::optional<ProofSum> check_outside_step(const CertificateCheck& check, const ClaimedStep& claimed);

/// Checks a reduced family against its graph and the family asked for. Vertices and edges must be equal to
/// the input's (weights of pairs at least as large where some are negative), and `base`, `each` and the
/// values at least the exact sums. A family may be integral only if every weight and value of the input is an
/// integer and all of them sum to less than 2^53.
///
/// The check shares no code with reduce_family. Sums are exact (core/exact_sum.hpp).
///
/// Cost:   O(n log n + m).
/// Errors: VerificationError naming the difference.
void check_reduced_family(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced);

/// True if a search shows that the graph has no clique of more than `limit` vertices. False also if the
/// search takes more than some seconds, or the run is stopped. The search shares only the order of peeling
/// with maximum_clique, and any order would do.
bool shows_clique_number(const Graph& graph, Vertex limit, const RunContext& run);

/// The sets of data: s rows each, the dummies first, then the vertices of a graph.
struct CheckedRows {
  const Graph& graph;
  std::span<const Weight> values;  ///< of the vertices; empty: none
  Vertex s = 0;
  bool integral = false;  ///< all weights and values are integers with exact sums
  std::size_t dummies = 0;
  double dummy = 0.0;  ///< value of each dummy

  std::size_t size() const { return dummies + graph.num_vertices(); }
  double value(std::size_t row) const {
    if (row < dummies) return dummy;
    return values.empty() ? 0.0 : values[row - dummies];
  }
  template <class Visit>
  void for_each_neighbour(std::size_t row, const Visit& visit) const {
    if (row < dummies) return;
    graph.for_each_neighbor(static_cast<Vertex>(row - dummies),
                            [&](Vertex u, Weight w) { visit(dummies + u, w); });
  }
};

/// Returns the bounds that an edge split proves: by t, no set of t rows weighs more. `arc`: as in
/// PartMultipliers. Cost: O(m log d + n log n) for the largest degree d.
std::vector<ProofSum> check_edge_split(const CheckedRows& rows, std::span<const double> arc);

/// Returns the bounds that a search tree proves: by t, no set of t rows weighs more. Only a tree of one node
/// with multipliers for all pairs bounds sizes below s. Computed afresh: that the branches cover every set,
/// and the bound of every leaf. Sums are in long double, and matrices are rounded to doubles:
/// docs/certificates.md has the margins.
///
/// Cost:   O(n^3) per proof, n the vertices left at its node, O(n^2) per plane, and O(N^3) for the shift of
///         all N; 24 n^2 bytes, 12 n^2 for multipliers of all pairs.
/// Errors: VerificationError naming the node or the proof that shows nothing; SystemError if the run is
///         stopped.
std::vector<ProofSum> check_search_tree(const CheckedRows& rows, const SdpSearchTree& tree,
                                        const RunContext& run);

/// The problem of a node of a tree: the rows left, and the weights of the rows held.
struct NodeProblem {
  std::vector<std::size_t> left = {};   ///< increasing
  std::vector<std::size_t> place = {};  ///< by row: its place in `left`, or none
  std::vector<ProofSum> linear = {};    ///< by place in `left`
  ProofSum base = 0.0L;
  ProofSum magnitude = 0.0L;  ///< of the terms of base
  std::size_t k = 0;          ///< rows to be chosen; if more than are left: no set
  std::size_t terms = 1;      ///< of a linear term, at most

  /// Calls visit(i, j, weight) for the edges between rows left, in both directions.
  template <class Visit>
  void for_each_edge(const CheckedRows& rows, const Visit& visit) const {
    for (std::size_t i = 0; i < left.size(); ++i) {
      rows.for_each_neighbour(left[i], [&](std::size_t u, Weight w) {
        if (place[u] != SdpSearchTree::none) visit(i, place[u], ProofSum{w});
      });
    }
  }
};

/// The bounds that a proof shows for the sets of its node.
struct ProvenNode {
  NodeProblem at = {};
  ProofSum bound = -no_bound;
  std::vector<ProofSum> held = {};     ///< by place: how much less a set with this row weighs
  std::vector<ProofSum> missing = {};  ///< the same for sets without it; empty: nothing
  std::vector<ProofSum> by_size = {};  ///< of multipliers: bounds of t rows, where computed
};

/// Checks a proof of a tree, by its number, and adds its bounds to `proven`, which holds its node's problem.
void prove_node(const CheckedRows& rows, const SdpSearchTree& tree, std::size_t number, ProvenNode& proven,
                const RunContext& run);
/// Checks that the shift of a tree of planes keeps the weights concave.
void check_shift(const CheckedRows& rows, const ConcaveShift& shift, const RunContext& run);

/// Looks at arcs within which a step is worth writing down: some ten milliseconds, and some seconds of
/// tools/verify.py.
inline constexpr std::uint64_t written_looks = 1'000'000;
/// Sizes above are not searched: the search has a level for every member.
inline constexpr Vertex largest_enumerated = 300;

/// The outcome of a search of all sets.
struct Enumerated {
  bool shown = false;       ///< no set weighs more than the limit
  std::uint64_t looks = 0;  ///< at arcs
};

/// Searches all sets of s vertices for one whose weight and values (>= 0; empty: none) exceed `limit`. Proves
/// no bound if there is such a set, after `most` arc visits, for s > largest_enumerated, or if the run stops.
/// The search is independent of the search for bounds.
///
/// Let P be the vertices chosen so far, C the candidates and k the number of vertices to choose. A candidate
/// v adds at most r_v = c_v + w(v, P) + half of the k - 1 largest weights from v to other candidates. So a
/// set weighs at most F(P) and the k largest r_v. The search chooses the candidate of the largest r_v, and
/// then leaves it out. Real sums are enlarged by 2^-61 of themselves for each of n + s^2 + 8 terms.
Enumerated enumerate(const Graph& graph, std::span<const Weight> values, Vertex s, double limit,
                     std::uint64_t most, const RunContext& run);

}  // namespace lode::subgraph::detail
