#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/part.hpp>

// The data of proofs, as certificates hold them.

namespace lode::subgraph {
namespace detail {

/// An inequality <T, xx'> <= b that every 0/1 vector x satisfies, X = xx', for distinct i, j, l.
enum class SdpCutKind : std::uint8_t {
  within,    ///< T0(i, j):    X_ij <= X_ii                                     (b = 0)
  cover,     ///< T1(i, j):    X_ii + X_jj - X_ij <= 1                          (b = 1), i and j exchangeable
  meeting,   ///< T2(i, j; l): X_il + X_jl - X_ll - X_ij <= 0                   (b = 0), i and j exchangeable
  triangle,  ///< T3(i, j, l): X_ii + X_jj + X_ll - X_ij - X_il - X_jl <= 1     (b = 1), all exchangeable
};

struct SdpCut {
  SdpCutKind kind = SdpCutKind::within;
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  std::uint32_t l = 0;      ///< unused by T0 and T1
  double multiplier = 0.0;  ///< gamma >= 0
};

/// nu_ij = nu_ji >= 0 for X_ij >= 0, i < j.
struct SdpPair {
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  double multiplier = 0.0;
};

/// Multipliers that prove a bound of the problem at one node of the tree.
///
/// Statement. Let (W, c, k, base) be the node's problem with n vertices (part_of in search/lifted_dual.hpp),
/// and
///   M = W/2 + Diag(c) + sum_i lambda_i A_i + N - sum_t gamma_t T_t,
///   A_i = (e_i e' + e e_i')/2 - k e_i e_i'  (off the diagonal M_ij gains (lambda_i + lambda_j)/2, on it M_ii
///         gains lambda_i (1 - k)), as <A_i, xx'> = 0 for every 0/1 vector x with k ones;
///   N_ij = nu_ij off the diagonal; T_t symmetric, so that X_ij in a cut is T_ij = T_ji = 1/2 of it.
/// With z = x - t e, kappa = k (1 - 2t) + t^2 n = z'z, and x_i = (z_i^2 - t^2)/(1 - 2t),
///   <M, xx'> = z'Pz - t^2 e'Me/(1 - 2t),   P = M + Diag(2t/(1 - 2t) M e).
/// So for lambda_max(P) <= `eigenvalue`, every set of the node weighs at most
///   B = base + sum_t gamma_t b_t + kappa eigenvalue - t^2 e'Me/(1 - 2t) - (what its nu and cuts leave
///   unused),
/// and a set that holds vertex v at most B - 2 (the sum of the k - 1 least nu_vj, j != v).
///
/// Rounding, with e = 2^-52. Let A be the sum of the magnitudes of all terms of M, h the most terms of an
/// entry, q = |2t/(1 - 2t)|, and G = |base| + sum_t gamma_t + kappa |eigenvalue|. As |x_i| and |z_i| <= 1,
/// sums in doubles, in any order, are off by at most (h + 2n + 16) e (1 + 3q) A in z'Pz, and by (number of
/// cuts + 8) e G in B. If a Cholesky factorisation in doubles of eigenvalue I - P - cI runs to its end, c =
/// (n + 2) e trace(eigenvalue I - P), then lambda_max(P) is at most eigenvalue + (n + 2) e (m +
/// |eigenvalue|), m the largest magnitude of an entry of eigenvalue I - P (S. M. Rump, BIT Numer. Math. 46
/// (2006) 433-452). Where the problem is not integral, c and base of the node are rounded sums: B is enlarged
/// by 4 n e (|base| + sum_i |c_i| + sum_ij |W_ij|) of the root. The search leaves more room than all of this.
struct SdpNodeProof {
  std::size_t node = 0;        ///< node of the tree whose sets it bounds
  double shift = 0.0;          ///< t: 0 <= t <= 1, |1 - 2t| >= 1/2
  std::vector<double> rows;    ///< lambda, any finite values, one for each vertex left at the node
  std::vector<SdpPair> pairs;  ///< nu > 0; other pairs have 0
  std::vector<SdpCut> cuts;    ///< gamma > 0
  double eigenvalue = 0.0;
};

/// How much can be added to the diagonal of a weight matrix W so that x'Wx / 2 stays concave where the sum of
/// x is constant: spread 11' - W - diagonal I is positive semidefinite, and so is every principal submatrix.
struct ConcaveShift {
  double diagonal = 0.0;  ///< below zero where W itself is not negative semidefinite on vectors of sum 0
  double spread = 0.0;    ///< >= 0
};

/// A plane that bounds the sets of a node, where the tree has a shift. With W the weights of the n vertices
/// left, A = W + diagonal I, c the linear terms, k the vertices still to be chosen, any y and h = A y + c,
/// every 0/1 vector x of sum k has
///   x'Wx / 2 + c'x <= h'x - y'Ay / 2 - k diagonal / 2 + spread (k - e'y)^2 / 2,
/// because x'Ax / 2 is concave up to the last term. So base and the k largest h_i bound all sets of the node.
/// A set that holds vertex i weighs less by what h_i lacks to the k-th largest, and one without it by what
/// h_i is above the next.
struct ConcavePlane {
  std::size_t node = 0;   ///< node of the tree whose sets it bounds
  std::vector<double> y;  ///< in [0, 1], one for each vertex left at the node
};

/// Multipliers of the doubly non-negative relaxation (dual/relaxation.hpp) for the sets of a node: with W the
/// weights of the n vertices left and the linear terms c on its diagonal, k the vertices still to be chosen,
/// Z = (U + U')/2 and C = W/2 + Diag(c) - U, a set weighs at most
///   base + k lambda_max(Z) + the k largest r_i, r_i = C_ii + the k - 1 largest C_ij with j != i.
/// A set that holds vertex i weighs less by what r_i lacks to the k-th largest. It also weighs no more than
/// the bound of k - 1 vertices, the linear term of i, and the weights from i to the vertices left.
struct DualStage {
  std::size_t node = 0;                   ///< node of the tree whose sets it bounds
  double unit = 1.0;                      ///< a power of two
  std::vector<std::int32_t> multipliers;  ///< U row by row, in units of `unit`
  double eigenvalue = 0.0;                ///< lambda_max(Z) is below this, by enough to prove it in doubles
};

/// States of a node.
enum class SdpNodeState : std::uint8_t {
  branched,    ///< covered by two children
  proof,       ///< by `proof`, of this node or an ancestor, less what a vertex decided below leaves unused
  enumerated,  ///< k is 0, 1, n - 1 or n, or above n: all sets are examined
};

/// The certificate of a search: a binary tree whose leaves prove their bounds.
///
/// Branches name vertices of the root. Indices inside a proof count the vertices left at its node, in
/// increasing order. The bound of the tree is the largest of its leaves', floored when
/// the problem is integral.
struct SdpSearchTree {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Node {
    SdpNodeState state = SdpNodeState::enumerated;
    std::size_t vertex = none;    ///< branched: the vertex that one child holds and the other lacks
    std::size_t included = none;  ///< branched: the child whose sets hold it
    std::size_t excluded = none;  ///< branched: the other child
    std::size_t proof = none;     ///< proof: position in `stages`, followed by `proofs` or `planes`
  };
  std::vector<Node> nodes;             ///< the first is the root; children come after their parent
  std::vector<DualStage> stages = {};  ///< proofs by multipliers for all pairs
  std::vector<SdpNodeProof> proofs = {};
  std::optional<ConcaveShift> shift = {};  ///< if present, planes take the place of proofs
  std::vector<ConcavePlane> planes = {};

  /// A node becomes one with two children: with a vertex, at the place returned, and without it, at the next.
  std::size_t split(std::size_t place, std::size_t vertex) {
    const std::size_t first = nodes.size();
    nodes.resize(first + 2);
    nodes[place] = {SdpNodeState::branched, vertex, first, first + 1, none};
    return first;
  }
  /// A node becomes a leaf that rests on a proof.
  void rest_on(std::size_t place, std::size_t proof) {
    nodes[place] = {.state = SdpNodeState::proof, .proof = proof};
  }
  /// The last node becomes a leaf that rests on multipliers.
  void rest_on(DualStage stage);
  /// The last node rests on multipliers, which show for each of these rows that sets holding it are light
  /// enough. The new last node is for the sets without them.
  void exclude(DualStage stage, std::span<const Vertex> rows);
  /// Puts a tree without stages in the place of the last node. Vertex i of that tree is rows[i] here.
  void graft(const SdpSearchTree& other, std::span<const Vertex> rows);
};

}  // namespace detail

/// Upper bounds of the weight that vertices outside a core add to a set (dual/core_part.hpp).
struct OutsideWeights {
  double each = 0.0;            ///< g: the value of a dummy
  double largest_value = 0.0;   ///< a
  double largest_weight = 0.0;  ///< w
};

/// Data that prove bounds of the sets of s vertices, and of fewer, of a part of the graph with dummies, which
/// are vertices without edges whose value is `part.outside`.
struct PartMultipliers {
  Part part;
  Vertex s = 0;
  Vertex dummies = 0;
  /// An edge split: every arc's part of its edge's weight, >= 0, both of an edge no less than that. A set
  /// weighs no more than the sum of what its vertices' arcs have, and their values.
  std::vector<double> arc = {};
  /// A search tree in place of an edge split. Its rows: the dummies are 0, 1, ..., and vertex v of the part
  /// is the number of dummies plus v.
  std::shared_ptr<const detail::SdpSearchTree> tree = {};
  OutsideWeights outside = {};  ///< for search and writer; a check computes them afresh
};

}  // namespace lode::subgraph
