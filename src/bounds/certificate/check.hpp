#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/ledger.hpp"

// Parts of the checks of bounds. No check calls a search for bounds. Real sums are added in long double, and
// the result is enlarged by more than these sums can lose.

namespace lode::subgraph::detail {

using ProofSum = long double;
inline constexpr ProofSum no_bound = std::numeric_limits<ProofSum>::infinity();

/// Activity that is named if the time ends during a check.
inline constexpr std::string_view checking = "checking the certificate";

/// Errors: VerificationError with the formatted text unless `holds`.
template <class... Parts>
void require_certified(bool holds, fmt::format_string<Parts...> what, Parts&&... parts) {
  if (!holds) throw VerificationError("certificate: " + fmt::format(what, std::forward<Parts>(parts)...));
}

/// Bounds of sets by their size, the least of each.
struct LeastBounds : std::map<Vertex, ProofSum> {
  ProofSum of(Vertex s) const { return contains(s) ? at(s) : no_bound; }
  void add(Vertex s, ProofSum bound) { (*this)[s] = std::min(of(s), bound); }
};

/// The bounds of the earlier steps of a claim.
struct ClaimedBounds {
  LeastBounds least;         ///< inside a declared core, if there is one
  LeastBounds least_of_all;  ///< of all sets of the larger graph

  void add(const BoundCertificate::Step& step) {
    least.add(step.s, step.value);
    if (is_of_all(step)) least_of_all.add(step.s, step.value);
  }
  /// True for a step about all sets of the larger graph, not only about the sets inside the core.
  static bool is_of_all(const BoundCertificate::Step& step) {
    return step.s == 0 || step.rule == "core-of" || step.rule == "stated";
  }
};

/// A step of a claim, and the bounds of earlier steps.
struct ClaimedStep {
  const BoundCertificate::Step& step;
  std::size_t number;
  const LeastBounds& least;
  const LeastBounds& least_of_all;
};

/// The rows of multipliers, and the bounds that they prove: the dummies first, then the vertices of a part.
struct CheckedRows {
  Part part;
  Vertex s = 0;           ///< size of the sets
  bool integral = false;  ///< all sums are exact, with dummies, too
  Vertex dummies = 0;
  double dummy = 0.0;                 ///< value of each dummy
  ProofSum largest_value = 0.0L;      ///< of a vertex outside the part
  ProofSum largest_weight = 0.0L;     ///< of an edge at one
  std::vector<ProofSum> bounds = {};  ///< by t up to s: no set of t rows weighs more

  std::size_t size() const { return std::size_t{dummies} + part.graph.num_vertices(); }
  double value(std::size_t row) const {
    if (row < dummies) return dummy;
    return part.values.empty() ? 0.0 : part.values[row - dummies];
  }
  void for_each_neighbour(std::size_t row, const auto& visit) const {
    if (row < dummies) return;
    part.graph.for_each_neighbor(static_cast<Vertex>(row - dummies),
                                 [&](Vertex u, Weight w) { visit(std::size_t{dummies} + u, w); });
  }
};

/// A family of sets of a graph, and a certificate of it. Data are checked when a step first uses them.
struct CertificateCheck {
  const ReducedFamily& family;
  const BoundCertificate& certificate;
  const RunContext& run;
  mutable std::map<std::size_t, CheckedRows> checked = {};  ///< by place in `multipliers`
  mutable std::vector<ProofSum> falling = {};               ///< core values

  const Graph& graph() const { return family.part.graph; }
  Vertex num_vertices() const { return graph().num_vertices(); }
  std::span<const Weight> values() const { return family.values.all(); }
  /// The value of a vertex; 0 without values.
  Weight value(Vertex v) const { return values().empty() ? 0.0 : values()[v]; }
  /// The sum of the s largest values, and a lower bound of the sum of s values.
  ProofSum largest_values(Vertex s) const { return sum_of_largest({values().begin(), values().end()}, s); }
  ProofSum least_values(Vertex s) const;
  std::vector<Weight> edge_weights() const;
  /// Core values by strength, the values of vertices added, from the largest on; peeled at the first call.
  std::span<const ProofSum> falling_core_values() const;
  static ProofSum sum_of_largest(std::vector<Weight> values, EdgeCount count);
  /// No sum has more terms than there are arcs.
  ProofSum terms(EdgeCount count) const {
    return static_cast<ProofSum>(std::min<EdgeCount>(count, graph().num_arcs()));
  }
  /// An upper bound of an exact sum of `terms` weights: floored if integral, otherwise enlarged.
  ProofSum at_most(ProofSum sum, ProofSum terms) const {
    return graph().integral() ? std::floor(sum) : sum * (1.0L + 0x1p-63L * (terms + 2.0L));
  }

  /// The data of a step, checked at the first call. Cost: that of their tree.
  const CheckedRows& data(const ClaimedStep& claimed) const;
  CheckedBound check(const BoundCertificate::Claim& claim) const;
  CheckedRows checked_rows(const PartMultipliers& given) const;
  /// Errors: VerificationError for a clique number that is not shown.
  void check_clique_number() const;
  /// Peels the vertices outside `kept` by the least weight towards the vertices left, while that is at most
  /// `limit`. Returns their core values in the order of peeling, which never fall.
  std::vector<ProofSum> peeled_core_values(const std::vector<std::uint8_t>& kept, ProofSum limit) const;
};

/// Returns the bound of a step by rule outside, from its data and the steps for few vertices in the core.
/// Errors: VerificationError where nothing is proven; SystemError if the run is stopped.
std::optional<ProofSum> check_outside_step(const CertificateCheck& check, const ClaimedStep& claimed);

/// Writes the certificate of a ledger, step by step, by their rules.
struct CertificateWriter {
  const BoundLedger& ledger;
  const RunContext& run;
  BoundCertificate certificate = {};
  ClaimedBounds bounds = {};  ///< as written, of the claim at hand
  bool tried_cliques = false;

  BoundCertificate write(const std::vector<Vertex>& sizes);
  /// For rules: the position of multipliers in the certificate, where they are put once.
  std::size_t stored(std::shared_ptr<const PartMultipliers> multipliers);
  /// For rules: true if the certificate can claim that no clique has more than `limit` vertices, because its
  /// check proves that. Checked at the first call.
  bool proves_cliques(Vertex limit);
};

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
