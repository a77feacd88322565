#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "bounds/set_family.hpp"

// What checks of bounds are made of. Nothing here, and no check of a rule, calls a search for bounds. Real
// sums are added up in long double. The result is enlarged by more than those sums can lose.

namespace lode::subgraph::detail {

using ProofSum = long double;

struct ConcaveTree;

/// What a check in the middle of which time is up says it was doing.
inline constexpr std::string_view checking = "checking the certificate";

/// Throws a VerificationError.
[[noreturn]] void refute_certificate(const std::string& what);
inline void require_certified(bool holds, const std::string& what) {
  if (!holds) refute_certificate(what);
}

/// A step as it stands in a claim.
struct ClaimedStep {
  const BoundCertificate::Step& step;
  const BoundCertificate::Step* before;  ///< what it rests on; null: nothing
  std::size_t number;
  const BoundCertificate::Step* inside = nullptr;  ///< of core-of: the bound inside the core; null: none
  bool before_is_of_all = false;                   ///< `before` is about all sets of the larger graph
  std::vector<const BoundCertificate::Step*> tail = {};  ///< of outside: what it rests on
};

/// A family of sets of a graph and a certificate of it. Data are looked over once a step rests on them.
class CertificateCheck {
 public:
  /// Errors: VerificationError for data that are not what they should be.
  CertificateCheck(const ReducedFamily& family, const BoundCertificate& certificate, const RunContext& run);

  const Graph& graph() const { return family_.part.graph; }
  bool has_values() const { return !family_.values.empty(); }
  std::span<const Weight> values() const { return family_.values.all(); }
  /// Of a vertex; 0 where they have none.
  Weight value(Vertex v) const { return has_values() ? family_.values[v] : 0.0; }
  /// The sum of the s largest values, and one that no s values fall short of.
  ProofSum largest_values(Vertex s) const;
  ProofSum least_values(Vertex s) const;
  Vertex num_vertices() const { return n_; }
  const BoundCertificate& certificate() const { return certificate_; }
  const RunContext& run() const { return run_; }
  /// A part of the data, by place in `multipliers`, which is checked at the first call: its graph and values
  /// are taken from the family.
  const Part& part(std::size_t data) const;

  CheckedBound check(const BoundCertificate::Claim& claim) const;

  const ReducedFamily& family() const { return family_; }
  std::vector<Weight> edge_weights() const;
  /// Core values by strength, the values of vertices added, from the largest on; peeled at the first call.
  std::span<const ProofSum> falling_core_values() const;
  /// The numbers that a check finds on which several steps rest. It runs at the first call for that part of
  /// the data.
  const std::vector<ProofSum>& once_found(const void* data,
                                          const std::function<std::vector<ProofSum>()>& check_data) const;
  static ProofSum sum_of_largest(std::vector<Weight> values, EdgeCount count);
  /// No sum has more terms than there are arcs.
  ProofSum terms(EdgeCount count) const;
  /// A sum of `terms` weights: exact if integral (halves are floored), else enlarged by what it may lose.
  ProofSum at_most(ProofSum sum, ProofSum terms) const;

 private:
  /// The part of the family's graph that a part of the data stands for.
  Part checked_part(const Part& claimed) const;
  /// Peels the vertices outside `kept` by the least weight towards the vertices left, while that is at most
  /// `limit`. Returns their core values in the order of peeling, which never fall.
  std::vector<ProofSum> peeled_core_values(const std::vector<std::uint8_t>& kept, ProofSum limit) const;

  const ReducedFamily& family_;
  const BoundCertificate& certificate_;
  const RunContext& run_;
  Vertex n_;
  mutable std::map<std::size_t, Part> parts_;
  mutable std::vector<ProofSum> core_values_;
  mutable std::map<const void*, std::vector<ProofSum>> found_;
};

/// Checks a reduced family against its graph and the family asked for. Vertices and edges must be equal to
/// the input's (weights of pairs at least as large where some are negative), and `base`, `each` and the
/// values at least the exact sums. A family may be integral only if every weight and value of the input is an
/// integer and all of them sum to less than 2^53.
///
/// The check shares no code with reduce_family. Sums are exact (core/exact_sum.hpp).
///
/// Cost:   O(n log n + m).
/// Errors: VerificationError naming what is wrong.
void check_reduced_family(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced);

/// Whether a search shows that the graph has no clique of more than `limit` vertices: not if it takes more
/// than some seconds, or the run is stopped. It shares nothing with maximum_clique but the order of peeling,
/// in place of which any order would do.
bool shows_clique_number(const Graph& graph, Vertex limit, const RunContext& run);

/// What a tree of planes proves: no set of `tree.s` vertices of the graph weighs more, with what its vertices
/// add on their own (`values`, >= 0; none: nothing). It shares nothing with the search.
/// Cost:   O(n^2) per node, n the free vertices, O(N^3) for the shift of all N; 16 N^2 bytes.
/// Errors: VerificationError naming the node that shows nothing; SystemError if the run is stopped.
ProofSum check_concave_tree(const Graph& graph, std::span<const Weight> values, const ConcaveTree& tree,
                            const RunContext& run);

}  // namespace lode::subgraph::detail
