#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/search/lifted_dual.hpp"

namespace lode::subgraph::detail {

/// Returns the largest proven shift of n x n weights, within a hundredth; nothing once `stop` is true, or if
/// all weights are zero.
///
/// The eigenvalues of W projected onto vectors of sum 0 give the shift. A Cholesky factorisation in
/// doubles proves it. Let u = 2^-53, k = (n + 2) 2 u, and m the largest magnitude in the matrix M that is
/// factorised. If M - k trace(M) I has a factor, then M, whose entries are rounded, is positive semidefinite
/// to within k m. Twice this margin is subtracted from the diagonal beforehand.
///
/// Cost:   n^3 / 3 operations and some tens of products with W, 3 n^2 doubles. Parallel in part.
/// Source: S. M. Rump, BIT Numer. Math. 46 (2006) 433-452.
std::optional<ConcaveShift> proven_concave_shift(std::span<const double> weights, std::size_t n,
                                                 const std::function<bool()>& stop);

/// Branch and bound for the heaviest set of s vertices of a graph whose weights are like distances: negative
/// semidefinite on vectors of sum 0, or nearly.
///
/// Every set of a node holds the node's members. Its free vertices may be in a set or not. The node's bound
/// is a plane that touches the concave relaxation of the free vertices near its maximum. The plane also
/// bounds the sets with and without a given free vertex. If one of these bounds is at most the target, the
/// vertex is settled the other way. Then the search branches on the vertex whose y is nearest to one half.
/// The node of the largest bound comes first.
///
/// Cost:   exponential in the worst case; O(n^2) per node for some passes, n the vertices that are not
///         settled; 8 n^2 bytes for the graph and 16 n per open node.
/// Deterministic unless stopped by the clock; threads are not used.
/// Source: concave relaxation and tangent planes: S. Spiers, H. T. Bui, R. Loxton, EJOR 310 (2023) 930-940;
///         shift: P. Hammer, A. Rubin, RAIRO 4 (1970) 67-79. Settling vertices is this library's.
class ConcaveSearch {
 public:
  /// `shift` is proven for the weights of the graph; vertices add their `values`, >= 0, where there are any.
  ConcaveSearch(const Graph& graph, Vertex s, const ConcaveShift& shift, std::span<const Weight> values = {});

  /// Continues until done, for `work` more pairs of operations (0: no limit), or until the run stops. No
  /// bound below `incumbent`, the weight of a set, is needed; the largest one of all calls counts.
  void advance(Weight incumbent, std::uint64_t work, const RunContext& run);

  bool done() const { return open_.empty(); }
  /// No set weighs more, by more than 4e-10 of it for real weights; floored when weights are integral.
  double bound() const;
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t work() const { return work_; }
  /// The proof of the bound so far; null if it is too large.
  std::shared_ptr<const SdpSearchTree> tree() const;

 private:
  struct Node {
    double bound = 0.0;
    std::vector<std::size_t> members;
    std::vector<std::size_t> free;            ///< increasing
    std::vector<double> y;                    ///< of the free ones
    std::size_t place = 0;                    ///< in the tree
    std::size_t plane = SdpSearchTree::none;  ///< of the tree: that of the bound
  };
  class Plane;

  double target() const;
  void push(Node node);
  void expand(Node node, const RunContext& run);
  bool is_leaf(const Node& node);
  void keep_plane(Node& node, double bound);
  void let_go(std::size_t place, std::size_t plane);
  std::size_t split(std::size_t place, std::size_t v);
  bool settle(Node& node, const Plane& plane);
  void branch(const Node& node, const Plane& plane);

  DenseProblem root_;
  double best_ = 0.0;
  std::multimap<double, Node, std::greater<>> open_;  ///< by bound, then by age
  std::uint64_t nodes_ = 0;
  std::uint64_t work_ = 0;
  ConcaveShift shift_;
  bool keeps_tree_ = true;  ///< 8 n bytes per plane
  SdpSearchTree tree_;
  std::size_t kept_ = 0;  ///< numbers in it, about
};

}  // namespace lode::subgraph::detail
