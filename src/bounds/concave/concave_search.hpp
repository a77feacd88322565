#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/concave/concave_point.hpp"
#include "bounds/concave/concave_tree.hpp"

namespace lode::subgraph::detail {

/// Branch and bound for the heaviest set of s vertices of a graph whose weights are like distances: negative
/// semidefinite on vectors of sum 0, or nearly.
///
/// A node has vertices that are in and vertices that are out. Its bound is that of the plane which touches
/// the concave relaxation of the others near its maximum (concave_point.hpp); where holding a vertex, or
/// leaving it, brings the bound down to the target, the vertex is settled the other way. What is left is
/// small soon, and takes a larger shift of the diagonal (concave_shift.hpp), proven anew each time a quarter
/// of the vertices has gone, which lowers the bound further. Then the vertex whose y is nearest to one half
/// is branched on; the node of the largest bound comes first.
///
/// Cost:   exponential in the worst case; O(n^2) per node for some passes, O(n^3) for every new shift, n the
///         vertices that are not settled; 8 n^2 bytes for the graph and 20 n per open node.
/// Deterministic unless stopped by the clock; threads are not used.
/// Source: concave relaxation and tangent planes: S. Spiers, H. T. Bui, R. Loxton, EJOR 310 (2023) 930-940;
///         shift: P. Hammer, A. Rubin, RAIRO 4 (1970) 67-79. Settling vertices and new shifts are this
///         library's.
class ConcaveSearch {
 public:
  /// Whether the tree is kept, for certificates: 8 n bytes more per node and new plane of it.
  enum class Keep { nothing, tree };

  /// `shift` is proven for the weights of the graph; vertices add their `values`, >= 0, where there are any.
  ConcaveSearch(const Graph& graph, Vertex s, const ConcaveShift& shift, Keep keep = Keep::nothing,
                std::span<const Weight> values = {});

  /// No bound below that of a set of this weight is needed; the largest one named counts.
  void aim(Weight incumbent);
  /// Goes on until done, for so many pairs of operations more (0: no limit) or as long as the run lets it.
  void advance(std::uint64_t work, const RunContext& run);

  bool done() const { return open_.empty(); }
  /// No set weighs more, by more than 4e-10 of it for real weights; floored when weights are integral.
  double bound() const;
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t work() const { return work_; }
  /// What proves the bound, as far as the search has come; null where it is not kept, or is too large.
  const ConcaveTree* tree() const { return keeps_tree_ && !tree_.nodes.empty() ? &tree_ : nullptr; }

 private:
  struct Node {
    double bound = 0.0;
    std::uint64_t number = 0;
    std::vector<Vertex> free;
    std::vector<double> linear;
    std::vector<double> y;
    std::size_t s = 0;
    std::size_t members = 0;
    double chosen = 0.0;
    ConcaveShift shift;
    std::size_t shifted = 0;  ///< vertices that the shift was proven for
    // Of the tree that is kept.
    bool new_shift = true;  ///< which no node of the tree names yet
    std::size_t above = ConcaveTree::none;
    bool holding = false;  ///< it is that child of `above`
  };

  static bool comes_later(const Node& a, const Node& b) {
    return a.bound < b.bound || (a.bound == b.bound && a.number > b.number);
  }
  ConcaveProgram program_of(const Node& node) const;
  void expand(Node node, const RunContext& run);
  bool settle(Node& node, const ConcavePoint& point, const std::vector<double>& least);
  void keep_plane(Node& node, const std::vector<double>& y);
  Node child(const Node& node, std::size_t v, bool held) const;
  void take_in(Node& node, std::size_t v) const;
  bool is_leaf(const Node& node);
  void branch(Node& node, const ConcavePoint& point);
  void push(Node node);
  void found(double weight) { best_ = std::max(best_, weight); }
  double target() const;

  std::size_t n_;
  bool integral_;
  std::vector<double> weights_;
  double best_ = 0.0;
  std::vector<Node> open_;  ///< a heap, the node to expand first on top
  std::uint64_t nodes_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t numbers_ = 0;
  bool keeps_tree_;
  ConcaveTree tree_;
  std::size_t kept_ = 0;  ///< numbers in it, about
};

}  // namespace lode::subgraph::detail
