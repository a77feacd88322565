#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

namespace lode::detail {

/// Rows of bits: the adjacency of a small graph, or sets of its vertices.
class BitRows {
 public:
  using Word = std::uint64_t;

  BitRows() = default;
  BitRows(Vertex rows, Vertex columns)
      : words_((columns + std::size_t{63}) / 64), bits_(words_ * rows, Word{0}) {}

  std::size_t words() const { return words_; }
  Word* row(Vertex i) { return bits_.data() + i * words_; }
  const Word* row(Vertex i) const { return bits_.data() + i * words_; }
  void set(Vertex i, Vertex j) { row(i)[j / 64] |= Word{1} << (j % 64); }
  bool test(Vertex i, Vertex j) const { return row(i)[j / 64] >> (j % 64) & 1u; }

 private:
  std::size_t words_ = 0;
  std::vector<Word> bits_;
};

/// What all searches of one graph share: work done, and whether to go on.
struct CliqueBudget {
  const RunContext& run;
  std::uint64_t left;  ///< words that may still be touched
  std::uint64_t until_poll = 0;
  std::uint64_t nodes = 0;
  bool stopped = false;

  /// Charges `words`; false once the budget is spent or the run should stop.
  bool spend(std::uint64_t words);
};

/// Branch and bound for a clique of more than `least` vertices in a graph given by bit rows.
class CliqueSearch {
 public:
  /// `adjacency`: symmetric, zero diagonal, n rows.
  CliqueSearch(Vertex n, const BitRows& adjacency, CliqueBudget& budget);

  /// Searches the whole graph. Afterwards `found()` holds a clique of more than `least` vertices if there is
  /// one (the largest, unless stopped), else nothing; `upper_bound()` is never below any clique's size.
  void run(Vertex least);

  const std::vector<Vertex>& found() const { return found_; }
  Vertex upper_bound() const { return upper_bound_; }

 private:
  using Word = BitRows::Word;
  struct Level {
    std::vector<Word> candidates;
    std::vector<Vertex> branch;  ///< candidates to branch on, by rising colour
    std::vector<Vertex> colour;  ///< theirs
  };

  void order_vertices();
  Level& level(std::size_t depth);
  bool colour(Level& at, Vertex spare);
  bool exchange(Vertex v, Vertex spare);
  void expand(std::size_t depth);
  void record(Vertex last);

  Vertex n_;
  const BitRows& input_;
  CliqueBudget& budget_;
  BitRows rows_;                  ///< adjacency in search order
  std::vector<Vertex> original_;  ///< vertex of the input at a position of the search order
  BitRows classes_;               ///< colour classes below the first one that is branched on
  std::vector<Word> uncoloured_;
  std::vector<Word> available_;
  std::vector<Level> levels_;
  std::vector<Vertex> clique_;  ///< positions, current branch
  std::vector<Vertex> found_;   ///< vertices of the input
  Vertex best_ = 0;
  Vertex upper_bound_ = 0;
};

}  // namespace lode::detail
