#include "subgraph/nearly_complete/budget_rows.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

namespace lode::subgraph::detail {
namespace {

using Word = std::uint64_t;
constexpr std::size_t most_levels = 24;

Word bit(Vertex j) { return Word{1} << (j % 64); }

/// The cheapest of the items taken, as many as members are still needed.
class CheapestItems {
 public:
  void reset(Vertex needed, EdgeCount budget) {
    needed_ = needed;
    budget_ = budget;
    costs_.clear();
    sum_ = 0;
  }

  /// Takes an item of that cost, unless `needed` items could then be had within the budget.
  bool add(EdgeCount cost) {
    if (cost > budget_) return true;  // no choice within the budget holds the item
    const bool full = costs_.size() == needed_;
    if (full && cost >= costs_.back()) return true;
    const EdgeCount sum = sum_ + cost - (full ? costs_.back() : 0);
    if (costs_.size() + 1 >= needed_ && sum <= budget_) return false;
    if (full) costs_.pop_back();
    costs_.insert(std::upper_bound(costs_.begin(), costs_.end(), cost), cost);
    sum_ = sum;
    return true;
  }

 private:
  Vertex needed_ = 0;
  EdgeCount budget_ = 0;
  EdgeCount sum_ = 0;
  std::vector<EdgeCount> costs_;  ///< rising
};

/// One node: the candidates by level, and those to branch on.
struct Frame {
  std::size_t levels = 0;      ///< in use
  std::vector<Word> bits;      ///< level by level
  std::vector<Vertex> counts;  ///< candidates by level
  std::vector<Vertex> branches;
};

/// The candidates of a node are filed by level: how many of its members they miss. Level `most_levels` - 1
/// holds those that miss more, too: pairs among the members are counted, so that a level that is too low
/// weakens the bounds alone.
///
/// W is the number of words of a row, so that short loops are unrolled, or 0 for any number.
template <std::size_t W>
class BudgetSearch {
 public:
  BudgetSearch(const BudgetRows& rows, const MissingBudget& budget, const AcceptSet& accept, SearchWork& work)
      : rows_(rows),
        budget_(budget),
        accept_(accept),
        work_(work),
        frames_(budget.size + std::size_t{2}),
        missed_(rows.n, 0),
        candidates_(rows.words),
        neighbours_(rows.n, 0),
        least_missed_(rows.n, 0),
        members_by_missed_(budget.size + std::size_t{1}),
        candidates_by_missed_(budget.size + std::size_t{1}) {
    budget_.per_member = std::min(budget.per_member, budget.size - 1);
    // The set without t of its members is one of s - t vertices.
    for (Vertex t = 0; t <= budget.size; ++t) {
      room_.push_back(static_cast<std::int64_t>(budget.missing) -
                      static_cast<std::int64_t>(budget.fewest_of(budget.size - t)));
    }
  }

  bool find(std::span<const Vertex> forced) {
    Frame& root = frames_[0];
    root.levels = 1;
    root.bits.assign(words(), 0);
    for (Vertex v = 0; v < rows_.n; ++v) root.bits[v / 64] |= bit(v);
    for (const Vertex v : forced) {
      for (std::size_t i = 0; i < root.levels; ++i) level(root, i)[v / 64] &= ~bit(v);
      if (!take(v)) return false;
      fill_child(root, frames_[1]);
      std::swap(root, frames_[1]);
    }
    return expand(0);
  }

  /// The set found, as it was built.
  const std::vector<Vertex>& members() const { return members_; }

 private:
  std::size_t words() const { return W == 0 ? rows_.words : W; }
  const Word* row(Vertex v) const { return rows_.bits.data() + v * words(); }
  Word* level(Frame& at, std::size_t i) const { return at.bits.data() + i * words(); }
  const Word* level(const Frame& at, std::size_t i) const { return at.bits.data() + i * words(); }
  bool joined(Vertex u, Vertex v) const { return (row(u)[v / 64] & bit(v)) != 0; }
  Vertex needed() const { return budget_.size - static_cast<Vertex>(members_.size()); }
  EdgeCount left() const { return budget_.missing - missing_; }

  /// Makes v a member. False if the members then miss too much; give_back() is due in any case.
  bool take(Vertex v) {
    Vertex own = 0;
    bool possible = true;
    for (const Vertex u : members_) {
      if (joined(u, v)) continue;
      ++own;
      possible = ++missed_[u] <= budget_.per_member && possible;
    }
    missed_[v] = own;
    missing_ += own;
    members_.push_back(v);
    return possible && own <= budget_.per_member && missing_ <= budget_.missing;
  }

  void give_back() {
    const Vertex v = members_.back();
    members_.pop_back();
    for (const Vertex u : members_) {
      if (!joined(u, v)) --missed_[u];
    }
    missing_ -= missed_[v];
    missed_[v] = 0;
  }

  void remove(Frame& at, Vertex v) const {
    for (std::size_t i = 0; i < at.levels; ++i) {
      Word& word = level(at, i)[v / 64];
      if ((word & bit(v)) == 0) continue;
      word &= ~bit(v);
      --at.counts[i];
      return;
    }
  }

  /// Calls visit(v) for the vertices of a row of bits, which may lose v meanwhile.
  template <class Visit>
  void for_each_bit(const Word* bits, Visit&& visit) const {
    for (std::size_t w = 0; w < words(); ++w) {
      for (Word rest = bits[w]; rest != 0; rest &= rest - 1) {
        visit(static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

  /// The size of the intersection of two sets.
  Vertex count_common(const Word* a, const Word* b) const {
    int common = 0;
    for (std::size_t w = 0; w < words(); ++w) common += std::popcount(a[w] & b[w]);
    return static_cast<Vertex>(common);
  }

  /// The candidates of all levels.
  void unite_levels(const Frame& at, std::vector<Word>& all) const {
    all.assign(words(), 0);
    for (std::size_t i = 0; i < at.levels; ++i) {
      for (std::size_t w = 0; w < words(); ++w) all[w] |= level(at, i)[w];
    }
  }

  /// The candidates after the last member joined: those that it misses rise by a level.
  void fill_child(const Frame& from, Frame& to) const {
    const Vertex v = members_.back();
    const std::uint64_t limit = std::min<std::uint64_t>(left(), budget_.per_member);
    to.levels = std::min({from.levels + 1, most_levels, static_cast<std::size_t>(limit) + 1});
    const bool open_end = limit + 1 > most_levels && from.levels == most_levels;
    if (to.bits.size() < to.levels * words()) to.bits.resize(to.levels * words());
    const Word* const row_of_v = row(v);
    for (std::size_t i = 0; i < to.levels; ++i) {
      Word* const out = level(to, i);
      const Word* const same = i < from.levels ? level(from, i) : nullptr;
      const Word* const below = i > 0 ? level(from, i - 1) : nullptr;
      for (std::size_t w = 0; w < words(); ++w) {
        Word word = same ? same[w] & row_of_v[w] : 0;
        if (below) word |= below[w] & ~row_of_v[w];
        if (open_end && i + 1 == most_levels) word |= same[w];
        out[w] = word;
      }
    }
    // A member that may miss nobody else leaves its neighbours alone.
    for (const Vertex u : members_) {
      if (missed_[u] < budget_.per_member || (u != v && joined(u, v))) continue;
      const Word* const row_of_u = row(u);
      for (std::size_t i = 0; i < to.levels; ++i) {
        for (std::size_t w = 0; w < words(); ++w) level(to, i)[w] &= row_of_u[w];
      }
    }
  }

  /// How many others every member and every candidate misses, at least, in any set. Takes out candidates that
  /// miss more than they may. False if a member does.
  bool estimate_missed(Frame& at) {
    unite_levels(at, candidates_);
    std::fill(members_by_missed_.begin(), members_by_missed_.end(), Vertex{0});
    std::fill(candidates_by_missed_.begin(), candidates_by_missed_.end(), Vertex{0});
    for (const Vertex u : members_) {
      const Vertex missed =
          missed_[u] + needed() - std::min(needed(), count_common(candidates_.data(), row(u)));
      if (missed > budget_.per_member) return false;
      ++members_by_missed_[missed];
    }
    std::uint64_t looked_at = members_.size() + at.levels;
    const Vertex open = needed() - 1;
    for (std::size_t i = 0; i < at.levels; ++i) {
      for_each_bit(level(at, i), [&](Vertex v) {
        neighbours_[v] = count_common(candidates_.data(), row(v));
        const auto missed = static_cast<Vertex>(i) + open - std::min(open, neighbours_[v]);
        ++looked_at;
        if (missed > budget_.per_member) return remove(at, v);
        least_missed_[v] = missed;
        ++candidates_by_missed_[missed];
      });
    }
    return work_.spend(looked_at * words());
  }

  /// What a candidate may miss beside the members and the candidates that miss fewest. t members that miss M
  /// others together are in max(M - t(t-1)/2, M/2) missing pairs at least, and room_[t] is the most. False if
  /// the members and the candidates that miss fewest are in too many.
  bool limit_missed() {
    Vertex open = needed() - 1;
    for (Vertex missed = 0; missed <= budget_.per_member; ++missed) {
      const Vertex chosen = std::min(open, candidates_by_missed_[missed]);
      members_by_missed_[missed] += chosen;
      open -= chosen;
    }
    if (open > 0) return false;
    most_missed_ = budget_.per_member;
    std::int64_t sum = 0;
    std::int64_t t = 0;
    const auto most = [&](std::int64_t members) {
      const std::int64_t room = room_[static_cast<std::size_t>(members)];
      return std::min(room + members * (members - 1) / 2, 2 * room);
    };
    for (Vertex missed = budget_.per_member + 1; missed-- > 0;) {
      for (Vertex i = 0; i < members_by_missed_[missed]; ++i) {
        most_missed_ = std::min(most_missed_, most(t + 1) - sum);
        sum += missed;
        ++t;
        if (sum > most(t)) return false;
      }
    }
    most_missed_ = std::min(most_missed_, most(t + 1) - sum);
    return most_missed_ >= 0;
  }

  /// Whether v, of level `own`, and the others that are cheapest beside it stay within the budget.
  bool fits(const Frame& at, Vertex v, std::size_t own) const {
    Vertex open = needed() - 1;
    auto may_miss = static_cast<Vertex>(static_cast<std::size_t>(most_missed_) - own);
    EdgeCount cost = own + budget_.fewest_of(open);
    const EdgeCount most = left();
    Vertex missed_by_v = 0;  // candidates of the level below that v misses
    for (std::size_t i = 0; open > 0 && cost <= most; ++i) {
      Vertex neighbours = 0;
      if (at.levels == 1 && i == 0) {
        neighbours = neighbours_[v];
      } else if (i < at.levels) {
        neighbours = count_common(level(at, i), row(v));
      }
      const Vertex joined_now = std::min(open, neighbours);
      open -= joined_now;
      const Vertex missed_now = std::min({open, missed_by_v, may_miss});
      open -= missed_now;
      may_miss -= missed_now;
      cost += i * (joined_now + missed_now);
      if (i >= at.levels) return open == 0 && cost <= most;
      missed_by_v = at.counts[i] - neighbours - (i == own ? 1 : 0);
    }
    return cost <= most;
  }

  /// Takes out candidates that do not fit. False if no set is left.
  bool reduce(Frame& at, bool thorough) {
    at.counts.clear();
    for (std::size_t i = 0; i < at.levels; ++i) at.counts.push_back(count_common(level(at, i), level(at, i)));
    for (bool changed = true; changed;) {
      Vertex open = needed();
      EdgeCount cost = budget_.fewest_of(open);
      for (std::size_t i = 0; i < at.levels && open > 0; ++i) {
        const Vertex chosen = std::min(open, at.counts[i]);
        cost += i * chosen;
        open -= chosen;
      }
      if (open > 0 || cost > left() || !estimate_missed(at) || !limit_missed()) return false;
      changed = false;
      for (std::size_t i = 0; i < at.levels; ++i) {
        std::uint64_t looked_at = 0;
        for_each_bit(level(at, i), [&](Vertex v) {
          ++looked_at;
          if (least_missed_[v] <= most_missed_ && fits(at, v, i)) return;
          remove(at, v);
          changed = thorough;
        });
        if (!work_.spend(looked_at * words() * at.levels + words())) return false;
      }
    }
    return true;
  }

  /// Lists candidates so that no set is found without one of them: the others are too expensive together.
  ///
  /// Vertices of one colour are not joined, so that the one coloured after j others costs its level and j
  /// pairs. A vertex that misses more candidates in any set costs half of these pairs in the place of j,
  /// without a colour: a pair of two such vertices is counted by both.
  void list_branches(Frame& at) {
    at.branches.clear();
    items_.reset(needed(), 2 * left());
    const auto most_missed = static_cast<std::uint64_t>(most_missed_);
    unite_levels(at, uncoloured_);
    std::uint64_t touched = words() * at.levels;
    std::size_t first = 0;
    for (;;) {
      while (first < words() && uncoloured_[first] == 0) ++first;
      if (first == words()) break;
      available_ = uncoloured_;
      EdgeCount rank = 0;
      for (std::size_t i = 0; i < at.levels; ++i) {  // by rising level, so that costs rise within a colour
        if (at.counts[i] == 0) continue;
        for (std::size_t w = first; w < words(); ++w) {
          while (const Word here = available_[w] & level(at, i)[w]) {
            const auto v = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(here)));
            available_[w] &= ~bit(v);
            uncoloured_[w] &= ~bit(v);
            const EdgeCount missed = least_missed_[v] - i;
            const bool too_many = i + rank > most_missed;
            if (!too_many && !items_.add(2 * i + std::max(2 * rank, missed))) {
              at.branches.push_back(v);
              continue;
            }
            if (!too_many && missed > 2 * rank) continue;
            ++rank;
            const Word* const row_of_v = row(v);
            for (std::size_t x = first; x < words(); ++x) available_[x] &= ~row_of_v[x];
            touched += words() - first;
          }
        }
        touched += words() - first;
      }
    }
    work_.spend(touched);
  }

  /// True if rows of the members and candidates alone would have at most half of the words.
  bool is_sparse(const Frame& at) const {
    if (W == 1) return false;
    const std::size_t kept = std::accumulate(at.counts.begin(), at.counts.end(), members_.size());
    return 2 * ((kept + 63) / 64) <= words();
  }

  /// Searches below a node in rows of bits that hold its members and candidates alone.
  bool expand_compacted(const Frame& at) {
    std::vector<Vertex> kept;
    unite_levels(at, candidates_);
    for_each_bit(candidates_.data(), [&](Vertex v) { kept.push_back(v); });
    std::vector<Vertex> forced(members_.size());
    std::iota(forced.begin(), forced.end(), static_cast<Vertex>(kept.size()));
    kept.insert(kept.end(), members_.begin(), members_.end());
    BudgetRows inner(static_cast<Vertex>(kept.size()));
    for (Vertex i = 0; i < inner.n; ++i) {
      for (Vertex j = 0; j < i; ++j) {
        if (joined(kept[i], kept[j])) inner.join(i, j);
      }
    }
    work_.spend(std::uint64_t{inner.n} * inner.n / 8);
    const auto outward = [&](std::span<const Vertex> places) {
      std::vector<Vertex> set;
      for (const Vertex i : places) set.push_back(kept[i]);
      return set;
    };
    const auto accept = [&](std::span<const Vertex> places) { return accept_(outward(places)); };
    const auto found = find_in_budget(inner, budget_, forced, accept, work_);
    if (found) members_ = outward(*found);
    return found.has_value();
  }

  bool expand(std::size_t depth) {
    ++work_.nodes;
    if (needed() == 0) return accept_(members_);
    Frame& at = frames_[depth];
    if (!reduce(at, depth == 0)) return false;
    if (is_sparse(at)) return expand_compacted(at);
    list_branches(at);
    for (; !at.branches.empty(); at.branches.pop_back()) {
      if (work_.stopped()) return false;
      const Vertex v = at.branches.back();
      remove(at, v);
      if (take(v)) {
        Frame& below = frames_[depth + 1];
        fill_child(at, below);
        work_.spend(words() * (below.levels + 1));
        if (expand(depth + 1)) return true;
      }
      give_back();
    }
    return false;
  }

  const BudgetRows& rows_;
  MissingBudget budget_;
  const AcceptSet& accept_;
  SearchWork& work_;
  std::vector<Frame> frames_;  ///< by depth
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

template <std::size_t W>
std::optional<std::vector<Vertex>> find_by_words(const BudgetRows& rows, const MissingBudget& budget,
                                                 std::span<const Vertex> forced, const AcceptSet& accept,
                                                 SearchWork& work) {
  BudgetSearch<W> search(rows, budget, accept, work);
  if (!search.find(forced)) return std::nullopt;
  return search.members();
}

}  // namespace

std::optional<std::vector<Vertex>> find_in_budget(const BudgetRows& rows, const MissingBudget& budget,
                                                  std::span<const Vertex> forced, const AcceptSet& accept,
                                                  SearchWork& work) {
  constexpr decltype(&find_by_words<0>) by_words[] = {find_by_words<0>, find_by_words<1>, find_by_words<2>,
                                                      find_by_words<3>, find_by_words<4>, find_by_words<5>,
                                                      find_by_words<6>, find_by_words<7>, find_by_words<8>};
  return by_words[rows.words < std::size(by_words) ? rows.words : 0](rows, budget, forced, accept, work);
}

}  // namespace lode::subgraph::detail
