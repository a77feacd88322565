#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

#include "bounds/low_rank/rows.hpp"

namespace lode::subgraph::detail {

/// Multipliers in single precision, as the solver moves them.
struct SolverMultipliers {
  std::vector<float> vertex;   ///< u
  std::vector<float> arc;      ///< R, in the order of the graph's arcs
  std::vector<float> between;  ///< Theta, clusters x clusters
};

/// The augmented Lagrangian of
///   max <A/2, X>,  X = VV' of trace s,  X1 = s diag X,  X_ij <= X_ii for edges, the sum of X_ij over the
///   pairs between two clusters that are no edges >= 0,
/// around multipliers (u, R, Theta), with V n x low_rank in rows of single precision.
///
/// Deterministic for any number of threads: sums are split in blocks of fixed size and added in order.
/// Memory: 16 bytes an arc, 8 clusters^2, a few floats a vertex.
class LowRankLagrangian {
 public:
  /// Weights times `scale` are those of the relaxation; `reverse` as from reverse_arcs, kept by the caller.
  LowRankLagrangian(const Graph& graph, std::span<const ArcIndex> reverse, Vertex s, double scale);

  const Graph& graph() const { return graph_; }
  std::size_t clusters() const { return clusters_; }
  const std::vector<std::uint32_t>& cluster() const { return cluster_; }
  void set_clusters(std::vector<std::uint32_t> cluster, std::size_t count);

  struct Value {
    double lagrangian = 0.0;  ///< what is minimised: the negative augmented Lagrangian
    double weight = 0.0;      ///< <A/2, X>
  };
  /// The value at V around `centre`, its gradient -2 M V, and the multipliers that this step would take:
  ///   u_i - sigma (v_i.S/s - |v_i|^2) but at most `cap`,  max(0, R_ij - sigma (|v_i|^2 - v_i.v_j)),
  ///   max(0, Theta_cd - sigma/(|c||d|) times the sum over the pairs),  S the sum of the rows.
  /// Parallel. Cost: O((m + n + clusters^2) low_rank).
  Value evaluate(std::span<const float> v, const SolverMultipliers& centre, double sigma, double cap,
                 SolverMultipliers& next, std::span<float> gradient);

 private:
  void sum_clusters(std::span<const float> v);
  double move_vertices(std::span<const float> v, const SolverMultipliers& centre, double sigma, double cap,
                       SolverMultipliers& next);
  double move_arcs(std::span<const float> v, const SolverMultipliers& centre, double sigma,
                   SolverMultipliers& next, double& weight);
  double move_clusters(const SolverMultipliers& centre, double sigma, SolverMultipliers& next);
  void fill_gradient(std::span<const float> v, const SolverMultipliers& next, std::span<float> gradient);

  Graph graph_;
  std::span<const ArcIndex> reverse_;
  Vertex s_;
  std::size_t n_;
  std::vector<float> weight_;   ///< of arcs, scaled
  std::vector<float> product_;  ///< v_i.v_j at both arcs of an edge
  std::vector<float> square_;   ///< |v_i|^2
  std::vector<double> load_;    ///< the sum of R_ij of a vertex
  std::vector<std::uint32_t> cluster_;
  std::size_t clusters_ = 1;
  std::vector<std::size_t> member_begin_;
  std::vector<Vertex> members_;    ///< by cluster
  std::vector<float> sum_;         ///< of the rows of a cluster
  std::vector<float> push_;        ///< half of Theta times those sums
  float total_[low_rank] = {};     ///< of all rows
  float weighted_[low_rank] = {};  ///< of all rows times the next u
};

}  // namespace lode::subgraph::detail
