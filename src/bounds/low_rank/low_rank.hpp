#pragma once

// The parts of the low-rank solver (sparse_sdp.cpp): its Lagrangian, descent on a sphere, clusters.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// Columns of V: 16 are enough only where X is nearly of rank one.
inline constexpr std::size_t low_rank = 32;

/// Multipliers in single precision, as the solver moves them.
struct SolverMultipliers {
  std::vector<float> vertex;   ///< u
  std::vector<float> arc;      ///< R, in the order of the graph's arcs
  std::vector<float> between;  ///< Theta, clusters x clusters
};

/// The augmented Lagrangian of
///   max <A/2, X>,  X = VV' of trace s,  X1 = s diag X,  X_ij <= X_ii for edges, the sum of X_ij over the
///   pairs between two clusters that are no edges >= 0,
/// around multipliers (u, R, Theta), with V n x low_rank, row by row, in single precision.
///
/// Deterministic for any number of threads: sums are split in blocks of fixed size and added in order.
/// Memory: 24 bytes an arc, 8 clusters^2, a few floats a vertex.
class LowRankLagrangian {
 public:
  /// Weights times `scale` are those of the relaxation; `reverse` as from reverse_arcs, kept by the caller.
  LowRankLagrangian(const Graph& graph, std::span<const ArcIndex> reverse, Vertex s, double scale);

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
  Graph graph_;
  std::span<const ArcIndex> reverse_;
  Vertex s_;
  std::size_t n_;
  std::vector<float> weight_;   ///< of arcs, scaled
  std::vector<float> product_;  ///< v_i.v_j at both arcs of an edge
  std::vector<float> square_;   ///< |v_i|^2
  std::vector<std::uint32_t> cluster_;
  std::vector<double> cluster_size_;
};

/// Value and gradient of a function of V at a point.
using RowFunction = std::function<double(std::span<const float> v, std::span<float> gradient)>;

/// Minimises a function of V from v on the sphere |V|^2 = radius^2, by L-BFGS: gradients are projected, every
/// step is normalised. The first inverse Hessian is gamma (I - 0.9 11'/n) on every column: moving all rows
/// the same way is about a thousand times stiffer than other directions. It ends after so many steps, or at
/// one that gains less than the part `decrease` of the value.
///
/// Deterministic for any number of threads. Memory: 20 n low_rank floats while it runs.
void minimise_on_sphere(std::vector<float>& v, double radius, const RowFunction& function, std::size_t steps,
                        double decrease, const std::function<bool()>& stop);

/// A partition of the vertices.
struct Clustering {
  std::vector<std::uint32_t> cluster;  ///< of every vertex
  std::size_t count = 1;
};

/// Splits clusters in two until there are `count` or none is left to split: the one whose rows of V agree
/// least first (the sum of their lengths less the length of their sum), by two means on directions, begun at
/// the row worst aligned with the mean and the one worst aligned with that. Returns for every cluster the one
/// it came from. Cost: O(n low_rank) per level of splits.
std::vector<std::uint32_t> split_clusters(std::span<const float> v, Clustering& clustering,
                                          std::size_t count);

}  // namespace lode::subgraph::detail
