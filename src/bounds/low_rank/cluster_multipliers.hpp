#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Multipliers of the doubly non-negative relaxation with clustered pairs, for sets of s vertices of a graph
/// with weights a_ij; any u, and any R and Theta that are not negative, prove a bound.
///
/// They make up the symmetric matrix M with
///   M_ij = (a_ij - R_ij - R_ji)/2 + (u_i + u_j)/(2s)  for an edge,
///   M_ij = Theta_{c(i)c(j)}/2 + (u_i + u_j)/(2s)      for other pairs, Theta_cc = 0,
///   M_ii = u_i/s - u_i + the sum over neighbours j of R_ij.
/// Statement: for the 0/1 vector x of a set S of t vertices, x'Mx is w(S) + (t/s - 1) u(S) + the sum of R_ij
/// over edges of which i alone lies in S + the sum of Theta over pairs in S that are no edges. So
/// w(S) <= t lambda_max(M) + (1 - t/s) u(S), where the last term is 0 for t = s.
struct ClusterMultipliers {
  Vertex s = 0;
  std::vector<double> vertex;          ///< u
  std::vector<double> arc;             ///< R_ij of the arc from i to j, in the order of the graph's arcs
  std::vector<std::uint32_t> cluster;  ///< c(i)
  std::size_t clusters = 1;
  std::vector<double> between;  ///< Theta, clusters x clusters, symmetric, 0 on the diagonal
};

namespace detail {

/// For every arc the place of the one that runs back. Cost: O(m).
std::vector<ArcIndex> reverse_arcs(const Graph& graph);

/// M as a sparse matrix, a matrix of clusters and one of rank two, the sums rounded in doubles.
class ClusteredMatrix {
 public:
  ClusteredMatrix(const Graph& graph, std::span<const ArcIndex> reverse, ClusterMultipliers multipliers);

  const ClusterMultipliers& multipliers() const { return multipliers_; }
  std::size_t size() const { return diagonal_.size(); }
  const Graph& graph() const { return graph_; }
  /// What M has at an arc beyond the clusters and rank two: (a_ij - R_ij - R_ji - Theta)/2.
  std::span<const double> arc() const { return arc_; }
  /// The sum of R_ij less u_i.
  std::span<const double> diagonal() const { return diagonal_; }
  /// Rounding may move no eigenvalue of the sparse part by more than this.
  double sparse_error() const { return sparse_error_; }

  /// y = Mx. Parallel, the same bits for any number of threads. Cost: O(m + n + clusters^2).
  void multiply(std::span<const double> x, std::span<double> y) const;

 private:
  Graph graph_;
  ClusterMultipliers multipliers_;
  std::vector<double> arc_;
  std::vector<double> diagonal_;
  double sparse_error_ = 0.0;
};

/// No set of t vertices of the multipliers' graph weighs more than element t, t = 0 ... largest <= n, when no
/// eigenvalue of M is above `eigenvalue`: t eigenvalue + (1 - t/s) u(S), where u(S) is between the sums of
/// the t smallest and of the t largest u_i.
///
/// Rounding: the sum is enlarged by 2 (t + 8) 2^-52 times the magnitudes added.
/// Cost:   O(n log n).
std::vector<double> bounds_inside(const ClusterMultipliers& multipliers, double eigenvalue, Vertex largest);

}  // namespace detail
}  // namespace lode::subgraph
