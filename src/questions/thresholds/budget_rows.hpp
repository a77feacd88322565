#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

#include "graph/bit_search.hpp"

namespace lode::subgraph::detail {

/// The question: is there a set of `size` vertices within these limits?
struct MissingBudget {
  Vertex size = 1;
  EdgeCount missing = 0;  ///< pairs that the set may miss
  Vertex per_member = 0;  ///< others that a member may miss
  /// Proven: no set of j vertices misses fewer than fewest[j] pairs. 0 beyond the end.
  std::span<const EdgeCount> fewest = {};

  EdgeCount fewest_of(Vertex j) const { return j < fewest.size() ? fewest[j] : 0; }
};

using lode::detail::bit_of;
using lode::detail::SearchWork;

/// The adjacency of vertices 0 ... n-1 as rows of bits, and the pairs of which no set has both.
struct BudgetRows {
  using Word = std::uint64_t;
  explicit BudgetRows(Vertex count)
      : n(count), words((count + 63) / 64), bits(words * count, 0), apart(words * count, 0) {}

  std::span<const Word> row(Vertex i) const { return std::span(bits).subspan(i * words, words); }
  bool joined(Vertex i, Vertex j) const { return (bits[i * words + j / 64] & bit_of(j)) != 0; }
  bool are_apart(Vertex i, Vertex j) const { return (apart[i * words + j / 64] & bit_of(j)) != 0; }
  void join(Vertex i, Vertex j) {
    bits[i * words + j / 64] |= bit_of(j);
    bits[j * words + i / 64] |= bit_of(i);
  }
  void take_apart(Vertex i, Vertex j) {
    bits[i * words + j / 64] &= ~bit_of(j);
    bits[j * words + i / 64] &= ~bit_of(i);
    apart[i * words + j / 64] |= bit_of(j);
    apart[j * words + i / 64] |= bit_of(i);
  }
  /// The rows of some vertices alone. Cost: O(the square of their number).
  BudgetRows of(std::span<const Vertex> kept) const;

  Vertex n;
  std::size_t words;  ///< of a row
  std::vector<Word> bits, apart;
};

/// Returns whether a set is acceptable.
using AcceptSet = std::function<bool(std::span<const Vertex>)>;

/// Finds a set within a budget of missing pairs that holds all of `forced` and that `accept` takes, by branch
/// and bound. Returns nothing if there is no such set, or if the work stopped.
std::optional<std::vector<Vertex>> find_in_budget(const BudgetRows& rows, const MissingBudget& budget,
                                                  std::span<const Vertex> forced, const AcceptSet& accept,
                                                  SearchWork& work);

}  // namespace lode::subgraph::detail
