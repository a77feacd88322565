#include "questions/thresholds/budget_rows.hpp"

#include <algorithm>
#include <bit>

namespace lode::subgraph::detail {
namespace {

using lode::detail::count_common;
using lode::detail::for_each_bit;
using Word = BudgetRows::Word;
constexpr std::size_t most_levels = 24;

/// One node: the candidates by level, and those to branch on.
struct Frame {
  std::size_t levels = 0;      ///< in use
  std::vector<Word> bits;      ///< level by level
  std::vector<Vertex> counts;  ///< candidates by level
  std::vector<Vertex> branches;
};

/// The candidates of a node are filed by level, the number of members that they miss. Level `most_levels` - 1
/// also holds candidates with more misses: pairs among the members are counted, so a level that is too low
/// only weakens the bounds.
class BudgetSearch {
 public:
  BudgetSearch(const BudgetRows& rows, const MissingBudget& budget, const AcceptSet& accept, SearchWork& work)
      : rows_(rows),
        budget_(budget),
        accept_(accept),
        work_(work),
        frames_(budget.size + std::size_t{2}),
        missed_(rows.n, 0),
        candidates_(rows.words) {
    budget_.per_member = std::min(budget.per_member, budget.size - 1);
  }

  bool find(std::span<const Vertex> forced) {
    Frame& root = frames_[0];
    root.levels = 1;
    root.bits.assign(words(), 0);
    for (Vertex v = 0; v < rows_.n; ++v) root.bits[v / 64] |= bit_of(v);
    for (const Vertex v : forced) {
      for (std::size_t i = 0; i < root.levels; ++i) level(root, i)[v / 64] &= ~bit_of(v);
      if (!take(v)) return false;
      fill_child(root, frames_[1]);
      std::swap(root, frames_[1]);
    }
    return expand(0);
  }

  /// The set found, as it was built.
  const std::vector<Vertex>& members() const { return members_; }

 private:
  std::size_t words() const { return rows_.words; }
  std::span<const Word> row(Vertex v) const { return rows_.row(v); }
  std::span<Word> level(Frame& at, std::size_t i) const {
    return std::span(at.bits).subspan(i * words(), words());
  }
  std::span<const Word> level(const Frame& at, std::size_t i) const {
    return std::span(at.bits).subspan(i * words(), words());
  }
  Vertex needed() const { return budget_.size - static_cast<Vertex>(members_.size()); }
  EdgeCount left() const { return budget_.missing - missing_; }

  /// Makes v a member. False if the members then miss too much. The caller calls give_back() in both cases.
  bool take(Vertex v) {
    Vertex own = 0;
    bool possible = true;
    for (const Vertex u : members_) {
      if (rows_.joined(u, v)) continue;
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
      if (!rows_.joined(u, v)) --missed_[u];
    }
    missing_ -= missed_[v];
    missed_[v] = 0;
  }

  void remove(Frame& at, Vertex v) const {
    for (std::size_t i = 0; i < at.levels; ++i) {
      Word& word = level(at, i)[v / 64];
      if ((word & bit_of(v)) == 0) continue;
      word &= ~bit_of(v);
      --at.counts[i];
      return;
    }
  }

  /// The candidates of all levels.
  void unite_levels(const Frame& at, std::vector<Word>& all) const {
    all.assign(words(), 0);
    for (std::size_t i = 0; i < at.levels; ++i) {
      for (std::size_t w = 0; w < words(); ++w) all[w] |= level(at, i)[w];
    }
  }

  /// The candidates after the last member joined: its non-neighbours rise by a level.
  void fill_child(const Frame& from, Frame& to) const {
    const Vertex v = members_.back();
    const EdgeCount rest = std::min(left(), budget_.fewest_of(needed() - std::min<Vertex>(needed(), 1)));
    const std::uint64_t limit = std::min<std::uint64_t>(left() - rest, budget_.per_member);
    to.levels = std::min({from.levels + 1, most_levels, static_cast<std::size_t>(limit) + 1});
    const bool open_end = limit + 1 > most_levels && from.levels == most_levels;
    if (to.bits.size() < to.levels * words()) to.bits.resize(to.levels * words());
    const auto row_of_v = row(v);
    const Word* const apart = rows_.apart.data() + v * words();
    for (std::size_t i = 0; i < to.levels; ++i) {
      Word* const out = level(to, i).data();
      const Word* const same = i < from.levels ? level(from, i).data() : nullptr;
      const Word* const below = i > 0 ? level(from, i - 1).data() : nullptr;
      for (std::size_t w = 0; w < words(); ++w) {
        Word word = same ? same[w] & row_of_v[w] : 0;
        if (below) word |= below[w] & ~row_of_v[w];
        if (open_end && i + 1 == most_levels) word |= same[w];
        out[w] = word & ~apart[w];
      }
    }
    // Only neighbours of a member that may miss no further vertex remain.
    for (const Vertex u : members_) {
      if (missed_[u] < budget_.per_member || (u != v && rows_.joined(u, v))) continue;
      const auto row_of_u = row(u);
      for (std::size_t i = 0; i < to.levels; ++i) {
        for (std::size_t w = 0; w < words(); ++w) level(to, i)[w] &= row_of_u[w];
      }
    }
  }

  /// True if the `needed()` cheapest candidates stay within the budget. counts[c] have the cost c.
  bool affordable(const std::vector<Vertex>& counts, EdgeCount cost) const {
    Vertex open = needed();
    for (std::size_t c = 0; c < counts.size() && open > 0; ++c) {
      const Vertex chosen = std::min(open, counts[c]);
      cost += c * chosen;
      open -= chosen;
    }
    return open == 0 && cost <= left();
  }

  /// Takes out candidates that miss more others than they may in any set. False if a member does, or if the
  /// candidates that cost least are too expensive.
  bool reduce(Frame& at) {
    at.counts.clear();
    for (std::size_t i = 0; i < at.levels; ++i) at.counts.push_back(count_common(level(at, i), level(at, i)));
    if (!affordable(at.counts, budget_.fewest_of(needed()))) return false;
    unite_levels(at, candidates_);
    const auto missed = [&](Vertex v, Vertex before, Vertex others) {
      return before + others - std::min(others, count_common(candidates_, row(v)));
    };
    for (const Vertex u : members_) {
      if (missed(u, missed_[u], needed()) > budget_.per_member) return false;
    }
    std::uint64_t looked_at = members_.size() + at.levels;
    for (std::size_t i = 0; i < at.levels; ++i) {
      for_each_bit(level(at, i), [&](Vertex v) {
        ++looked_at;
        if (missed(v, static_cast<Vertex>(i), needed() - 1) > budget_.per_member) remove(at, v);
      });
    }
    return work_.spend(looked_at * words());
  }

  /// Lists candidates of which every set contains one: the remaining candidates are too expensive together.
  ///
  /// Vertices of one colour are not joined, so a vertex coloured after j others costs its level and j pairs.
  void list_branches(Frame& at) {
    at.branches.clear();
    const std::size_t limit = std::min<EdgeCount>(left(), budget_.per_member);
    taken_.assign(limit + 1, 0);
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
            available_[w] &= ~bit_of(v);
            uncoloured_[w] &= ~bit_of(v);
            if (i + rank <= limit) {
              ++taken_[i + rank];
              if (affordable(taken_, 0)) {
                --taken_[i + rank];
                at.branches.push_back(v);
                continue;
              }
            }
            ++rank;
            const auto row_of_v = row(v);
            for (std::size_t x = first; x < words(); ++x) available_[x] &= ~row_of_v[x];
            touched += words() - first;
          }
        }
        touched += words() - first;
      }
    }
    work_.spend(touched);
  }

  bool expand(std::size_t depth) {
    ++work_.nodes;
    if (needed() == 0) return accept_(members_);
    Frame& at = frames_[depth];
    if (!reduce(at)) return false;
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
  std::vector<Vertex> missed_;  ///< by vertex, for members: how many members it misses
  EdgeCount missing_ = 0;       ///< pairs among the members
  // Of the node at hand.
  std::vector<Word> candidates_;  ///< of all levels
  std::vector<Vertex> taken_;     ///< candidates that need no branch, by cost
  std::vector<Word> uncoloured_;
  std::vector<Word> available_;
};

}  // namespace

BudgetRows BudgetRows::of(std::span<const Vertex> kept) const {
  BudgetRows inner(static_cast<Vertex>(kept.size()));
  for (Vertex i = 0; i < inner.n; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (joined(kept[i], kept[j])) inner.join(i, j);
      if (are_apart(kept[i], kept[j])) inner.take_apart(i, j);
    }
  }
  return inner;
}

std::optional<std::vector<Vertex>> find_in_budget(const BudgetRows& rows, const MissingBudget& budget,
                                                  std::span<const Vertex> forced, const AcceptSet& accept,
                                                  SearchWork& work) {
  BudgetSearch search(rows, budget, accept, work);
  if (!search.find(forced)) return std::nullopt;
  return search.members();
}

}  // namespace lode::subgraph::detail
