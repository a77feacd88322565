#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/incumbent.hpp"

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

/// Machine words touched by one search, and its reasons to stop.
class SearchWork {
 public:
  SearchWork(const RunContext& run, std::uint64_t limit, std::function<bool()> abandoned = {})
      : run_(run), limit_(limit), abandoned_(std::move(abandoned)) {}

  /// Charges `words`. False once the limit is passed, or the run or the caller should stop.
  bool spend(std::uint64_t words) {
    meter_.spend(words);
    if (meter_.total() > limit_) stopped_ = true;
    if (!stopped_ && meter_.poll_due()) stopped_ = run_.should_stop() || (abandoned_ && abandoned_());
    return !stopped_;
  }
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  std::uint64_t total() const { return meter_.total(); }

  std::uint64_t nodes = 0;

 private:
  const RunContext& run_;
  std::uint64_t limit_;
  std::function<bool()> abandoned_;
  hybrid::WorkMeter<> meter_{std::numeric_limits<std::uint64_t>::max(), 1u << 20};  // about a millisecond
  bool stopped_ = false;
};

/// The adjacency of vertices 0 ... n-1 as rows of bits, and the pairs of which no set has both.
struct BudgetRows {
  using Word = std::uint64_t;
  explicit BudgetRows(Vertex count)
      : n(count), words((count + 63) / 64), bits(words * count, 0), apart(words * count, 0) {}

  static Word bit(Vertex j) { return Word{1} << (j % 64); }
  Word* row(Vertex i) { return bits.data() + i * words; }
  bool joined(Vertex i, Vertex j) const { return (bits[i * words + j / 64] & bit(j)) != 0; }
  bool are_apart(Vertex i, Vertex j) const { return (apart[i * words + j / 64] & bit(j)) != 0; }
  void join(Vertex i, Vertex j) {
    bits[i * words + j / 64] |= bit(j);
    bits[j * words + i / 64] |= bit(i);
  }
  void take_apart(Vertex i, Vertex j) {
    bits[i * words + j / 64] &= ~bit(j);
    bits[j * words + i / 64] &= ~bit(i);
    apart[i * words + j / 64] |= bit(j);
    apart[j * words + i / 64] |= bit(i);
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
