#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

#include "graph/cliques/bit_rows.hpp"
#include "graph/cliques/clique_branches.hpp"

namespace lode::detail {

/// What the searches of one thread share: work done, and whether to go on.
struct CliqueBudget {
  const RunContext& run;
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();  ///< words that may still be touched
  std::uint64_t until_poll = 0;
  std::uint64_t nodes = 0;
  bool stopped = false;
  bool exhausted = false;  ///< because nothing was left
  /// Of tasks side by side: the first one whose answer is enough; those behind it are of no use.
  const std::atomic<std::size_t>* enough_at = nullptr;
  std::size_t task = 0;

  /// Charges `words`; false once the budget is spent or the run should stop.
  bool spend(std::uint64_t words);
};

/// A graph in the order in which it is searched: smallest last, the last positions for the vertices of least
/// degree among those before.
struct OrderedGraph {
  /// `adjacency`: symmetric, zero diagonal, n rows.
  OrderedGraph(Vertex n, const BitRows& adjacency);
  /// The subgraph induced by a set of positions of another one, in an order of its own.
  OrderedGraph(const OrderedGraph& whole, const BitRows::Word* positions);

  Vertex n;
  BitRows rows;
  std::vector<Vertex> original;  ///< vertex of the input at a position
};

/// Branch and bound for a clique of more than `least` vertices.
class CliqueSearch {
 public:
  /// Both must outlive this.
  CliqueSearch(const OrderedGraph& graph, CliqueBudget& budget);

  /// Searches the whole graph. Afterwards `found()` holds a clique of more than `least` vertices if there is
  /// one (the largest, unless stopped or of `enough` vertices), else nothing; `upper_bound()` is never below
  /// any clique's size.
  void run(Vertex least, Vertex enough = no_vertex);

  /// Vertices of the input.
  const std::vector<Vertex>& found() const { return found_; }
  Vertex upper_bound() const { return upper_bound_; }

 private:
  using Word = BitRows::Word;
  struct Level {
    std::vector<Word> candidates;
    CliqueBranches branches;
  };

  Level& level(std::size_t depth);
  void expand(std::size_t depth);
  void record(Vertex last);
  bool ended() const { return budget_.stopped || best_ >= enough_; }

  const OrderedGraph& graph_;
  CliqueBudget& budget_;
  CliqueBrancher brancher_;
  std::vector<Level> levels_;
  std::vector<Vertex> clique_;  ///< positions, current branch
  std::vector<Vertex> found_;
  Vertex best_ = 0;
  Vertex enough_ = 0;
  Vertex upper_bound_ = 0;
};

/// What a search came to.
struct FoundClique {
  std::vector<Vertex> vertices;  ///< more than `least`, or none
  Vertex upper_bound = 0;
};

/// CliqueSearch of a graph given by bit rows; what takes long is parted among the threads of the run unless
/// the budget limits the work. The same answer and the same nodes for any number of threads, unless stopped.
FoundClique search_cliques(Vertex n, const BitRows& adjacency, Vertex least, Vertex enough,
                           CliqueBudget& budget);

}  // namespace lode::detail
