#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/work_meter.hpp"

namespace lode::subgraph::detail {

/// What is looked for: a set of `size` vertices.
struct MissingBudget {
  Vertex size = 1;
  EdgeCount missing = 0;  ///< pairs that the set may miss
  Vertex per_member = 0;  ///< others that a member may miss
  /// Proven: no set of j vertices misses fewer than fewest[j] pairs. 0 beyond the end.
  std::span<const EdgeCount> fewest = {};

  EdgeCount fewest_of(Vertex j) const { return j < fewest.size() ? fewest[j] : 0; }
};

/// Machine words touched by one search, and whether to go on.
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

/// Branch and bound for a set within a budget of missing pairs, among vertices 0 ... n-1 whose adjacency is
/// rows of bits.
///
/// The candidates of a node are filed by level: how many of its members they miss. Level `most_levels` - 1
/// holds those that miss more, too: pairs among the members are counted, so that a level that is too low
/// weakens the bounds alone.
class BudgetRows {
 public:
  /// Whether a set will do.
  using Accept = std::function<bool(std::span<const Vertex>)>;

  BudgetRows(Vertex n, const MissingBudget& budget, SearchWork& work);

  /// To be said of both ends of an edge.
  void join(Vertex i, Vertex j) { rows_[i * words_ + j / 64] |= bit(j); }

  /// Whether a set is found that holds all of `forced` and that `accept` takes. False without a proof if the
  /// work stopped.
  bool find(std::span<const Vertex> forced, const Accept& accept);
  /// The set, as it was built.
  const std::vector<Vertex>& found() const { return members_; }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t most_levels = 24;

  /// One node: the candidates by level, and those to branch on.
  struct Frame {
    std::size_t levels = 0;      ///< in use
    std::vector<Word> bits;      ///< level by level
    std::vector<Vertex> counts;  ///< candidates by level
    std::vector<Vertex> branches;
  };

  /// The cheapest of the items taken, as many as members are still needed.
  class CheapestItems {
   public:
    void reset(Vertex needed, EdgeCount budget);
    /// Takes an item of that cost, unless `needed` items could then be had within the budget.
    bool add(EdgeCount cost);

   private:
    Vertex needed_ = 0;
    EdgeCount budget_ = 0;
    Vertex count_ = 0;
    EdgeCount sum_ = 0;
    std::size_t largest_ = 0;
    std::vector<Vertex> by_cost_;  ///< how many items have that cost
  };

  static Word bit(Vertex j) { return Word{1} << (j % 64); }
  const Word* row(Vertex v) const { return rows_.data() + v * words_; }
  bool joined(Vertex u, Vertex v) const { return (row(u)[v / 64] & bit(v)) != 0; }
  Vertex needed() const { return budget_.size - static_cast<Vertex>(members_.size()); }
  EdgeCount left() const { return budget_.missing - missing_; }

  /// Words of a row: W, so that short loops are unrolled, or any number where W is 0.
  template <std::size_t W>
  std::size_t words() const {
    return W == 0 ? words_ : W;
  }

  static std::size_t words_of(std::size_t n) { return (n + 63) / 64; }

  Frame& frame(std::size_t depth);
  bool take(Vertex v);
  void give_back();
  void remove(Frame& at, Vertex v) const;
  template <std::size_t W>
  void fill_child(const Frame& from, Frame& to) const;
  template <std::size_t W>
  Vertex count_common(const Word* a, const Word* b) const;
  template <std::size_t W>
  bool estimate_missed(Frame& at);
  bool limit_missed();
  template <std::size_t W>
  bool reduce(Frame& at, bool thorough);
  template <std::size_t W>
  bool fits(const Frame& at, Vertex v, std::size_t level) const;
  template <std::size_t W>
  void list_branches(Frame& at);
  std::size_t count_left(const Frame& at) const;
  bool expand_compacted(const Frame& at, const Accept& accept);
  template <std::size_t W>
  bool expand(std::size_t depth, const Accept& accept);

  Vertex n_;
  MissingBudget budget_;
  std::size_t words_;
  std::vector<Word> rows_;
  SearchWork& work_;
  std::vector<Frame> frames_;
  std::vector<Vertex> members_;
  std::vector<Vertex> missed_;      ///< by vertex, for members: how many members it misses
  EdgeCount missing_ = 0;           ///< pairs among the members
  std::vector<std::int64_t> room_;  ///< by t: the pairs missing that may involve t members
  // Of the node at hand.
  std::vector<Word> candidates_;           ///< of all levels
  std::vector<Vertex> neighbours_;         ///< by candidate: those among the candidates
  std::vector<Vertex> least_missed_;       ///< by candidate: the others that it misses in any set, at least
  std::vector<Vertex> members_by_missed_;  ///< how many members miss so many others, at least
  std::vector<Vertex> candidates_by_missed_;  ///< the same of candidates
  std::int64_t most_missed_ = 0;              ///< no candidate may miss more
  CheapestItems items_;
  std::vector<Word> uncoloured_;
  std::vector<Word> available_;
};

}  // namespace lode::subgraph::detail
