#include "subgraph/nearly_complete/budget_rows.hpp"

#include <bit>
#include <numeric>

namespace lode::subgraph::detail {

void BudgetRows::CheapestItems::reset(Vertex needed, EdgeCount budget) {
  needed_ = needed;
  budget_ = budget;
  std::fill(by_cost_.begin(), by_cost_.end(), Vertex{0});
  by_cost_.resize(std::min<std::size_t>(by_cost_.size(), budget + 1));
  count_ = 0;
  sum_ = 0;
  largest_ = 0;
}

bool BudgetRows::CheapestItems::add(EdgeCount cost) {
  if (cost > budget_) return true;  // no choice within the budget holds the item
  if (count_ == needed_ && cost >= largest_) return true;
  const EdgeCount sum = sum_ + cost - (count_ == needed_ ? largest_ : 0);
  if (count_ + 1 >= needed_ && sum <= budget_) return false;
  if (by_cost_.size() <= cost) by_cost_.resize(cost + 1, 0);
  ++by_cost_[cost];
  sum_ = sum;
  if (count_ < needed_) {
    ++count_;
    largest_ = std::max<std::size_t>(largest_, cost);
    return true;
  }
  --by_cost_[largest_];
  while (by_cost_[largest_] == 0) --largest_;
  return true;
}

BudgetRows::BudgetRows(Vertex n, const MissingBudget& budget, SearchWork& work)
    : n_(n),
      budget_(budget),
      words_(words_of(n)),
      rows_(words_ * n, Word{0}),
      work_(work),
      missed_(n, 0),
      room_(budget.size + std::size_t{1}),
      candidates_(words_),
      neighbours_(n, 0),
      least_missed_(n, 0),
      members_by_missed_(budget.size + std::size_t{1}),
      candidates_by_missed_(budget.size + std::size_t{1}) {
  frames_.reserve(budget.size + std::size_t{2});  // references to frames stay valid
  budget_.per_member = std::min(budget.per_member, budget.size - 1);
  // The set without t of its members is one of s - t vertices.
  for (Vertex t = 0; t <= budget.size; ++t) {
    room_[t] = static_cast<std::int64_t>(budget.missing) -
               static_cast<std::int64_t>(budget.fewest_of(budget.size - t));
  }
}

BudgetRows::Frame& BudgetRows::frame(std::size_t depth) {
  while (frames_.size() <= depth) frames_.emplace_back();
  return frames_[depth];
}

/// Makes v a member. False if the members then miss too much; give_back() is due in any case.
bool BudgetRows::take(Vertex v) {
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

void BudgetRows::give_back() {
  const Vertex v = members_.back();
  members_.pop_back();
  for (const Vertex u : members_) {
    if (!joined(u, v)) --missed_[u];
  }
  missing_ -= missed_[v];
  missed_[v] = 0;
}

void BudgetRows::remove(Frame& at, Vertex v) const {
  for (std::size_t i = 0; i < at.levels; ++i) {
    Word& word = at.bits[i * words_ + v / 64];
    if ((word & bit(v)) == 0) continue;
    word &= ~bit(v);
    --at.counts[i];
    return;
  }
}

/// The candidates after the last member joined: those that it misses rise by a level.
template <std::size_t W>
void BudgetRows::fill_child(const Frame& from, Frame& to) const {
  const Vertex v = members_.back();
  const std::uint64_t limit = std::min<std::uint64_t>(left(), budget_.per_member);
  const std::size_t levels = std::min({from.levels + 1, most_levels, static_cast<std::size_t>(limit) + 1});
  const bool open_end = limit + 1 > most_levels && from.levels == most_levels;
  to.levels = levels;
  if (to.bits.size() < levels * words<W>()) to.bits.resize(levels * words<W>());
  const Word* const row_of_v = row(v);
  for (std::size_t i = 0; i < levels; ++i) {
    Word* const out = to.bits.data() + i * words<W>();
    const Word* const same = i < from.levels ? from.bits.data() + i * words<W>() : nullptr;
    const Word* const below = i > 0 ? from.bits.data() + (i - 1) * words<W>() : nullptr;
    for (std::size_t w = 0; w < words<W>(); ++w) {
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
    for (std::size_t i = 0; i < levels; ++i) {
      for (std::size_t w = 0; w < words<W>(); ++w) to.bits[i * words<W>() + w] &= row_of_u[w];
    }
  }
}

/// The size of the intersection of two sets.
template <std::size_t W>
Vertex BudgetRows::count_common(const Word* a, const Word* b) const {
  int common = 0;
  for (std::size_t w = 0; w < words<W>(); ++w) common += std::popcount(a[w] & b[w]);
  return static_cast<Vertex>(common);
}

/// How many others every member and every candidate misses, at least, in any set. Takes out candidates that
/// miss more than they may. False if a member does.
template <std::size_t W>
bool BudgetRows::estimate_missed(Frame& at) {
  std::fill(candidates_.begin(), candidates_.end(), Word{0});
  for (std::size_t i = 0; i < at.levels; ++i) {
    for (std::size_t w = 0; w < words<W>(); ++w) candidates_[w] |= at.bits[i * words<W>() + w];
  }
  std::fill(members_by_missed_.begin(), members_by_missed_.end(), Vertex{0});
  std::fill(candidates_by_missed_.begin(), candidates_by_missed_.end(), Vertex{0});
  for (const Vertex u : members_) {
    const Vertex missed =
        missed_[u] + needed() - std::min(needed(), count_common<W>(candidates_.data(), row(u)));
    if (missed > budget_.per_member) return false;
    ++members_by_missed_[missed];
  }
  std::uint64_t looked_at = members_.size() + at.levels;
  const Vertex open = needed() - 1;
  for (std::size_t i = 0; i < at.levels; ++i) {
    for (std::size_t w = 0; w < words<W>(); ++w) {
      for (Word rest = at.bits[i * words<W>() + w]; rest != 0; rest &= rest - 1) {
        const auto v = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
        neighbours_[v] = count_common<W>(candidates_.data(), row(v));
        const auto missed = static_cast<Vertex>(i) + open - std::min(open, neighbours_[v]);
        ++looked_at;
        if (missed > budget_.per_member) {
          at.bits[i * words<W>() + w] &= ~bit(v);
          --at.counts[i];
          continue;
        }
        least_missed_[v] = missed;
        ++candidates_by_missed_[missed];
      }
    }
  }
  return work_.spend(looked_at * words<W>());
}

/// What a candidate may miss beside the members and the candidates that miss fewest. t members that miss M
/// others together are in max(M - t(t-1)/2, M/2) missing pairs at least, and room_[t] is the most. False if
/// the members and the candidates that miss fewest are in too many.
bool BudgetRows::limit_missed() {
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

/// Whether v and the others that are cheapest beside it stay within the budget.
template <std::size_t W>
bool BudgetRows::fits(const Frame& at, Vertex v, std::size_t level) const {
  Vertex open = needed() - 1;
  auto may_miss = static_cast<Vertex>(static_cast<std::size_t>(most_missed_) - level);
  EdgeCount cost = level + budget_.fewest_of(open);
  const EdgeCount most = left();
  Vertex missed_by_v = 0;  // candidates of the level below that v misses
  for (std::size_t i = 0; open > 0 && cost <= most; ++i) {
    Vertex neighbours = 0;
    if (at.levels == 1 && i == 0) {
      neighbours = neighbours_[v];
    } else if (i < at.levels) {
      neighbours = count_common<W>(at.bits.data() + i * words<W>(), row(v));
    }
    const Vertex joined_now = std::min(open, neighbours);
    open -= joined_now;
    const Vertex missed_now = std::min({open, missed_by_v, may_miss});
    open -= missed_now;
    may_miss -= missed_now;
    cost += i * (joined_now + missed_now);
    if (i >= at.levels) return open == 0 && cost <= most;
    missed_by_v = at.counts[i] - neighbours - (i == level ? 1 : 0);
  }
  return cost <= most;
}

/// Takes out candidates that do not fit. False if no set is left.
template <std::size_t W>
bool BudgetRows::reduce(Frame& at, bool thorough) {
  at.counts.assign(at.levels, 0);
  for (std::size_t i = 0; i < at.levels; ++i) {
    for (std::size_t w = 0; w < words<W>(); ++w) {
      at.counts[i] += static_cast<Vertex>(std::popcount(at.bits[i * words<W>() + w]));
    }
  }
  for (bool changed = true; changed;) {
    Vertex open = needed();
    EdgeCount cost = budget_.fewest_of(open);
    for (std::size_t i = 0; i < at.levels && open > 0; ++i) {
      const Vertex chosen = std::min(open, at.counts[i]);
      cost += i * chosen;
      open -= chosen;
    }
    if (open > 0 || cost > left() || !estimate_missed<W>(at) || !limit_missed()) return false;
    changed = false;
    for (std::size_t i = 0; i < at.levels; ++i) {
      std::uint64_t looked_at = 0;
      for (std::size_t w = 0; w < words<W>(); ++w) {
        for (Word rest = at.bits[i * words<W>() + w]; rest != 0; rest &= rest - 1) {
          const auto v = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
          ++looked_at;
          if (least_missed_[v] <= most_missed_ && fits<W>(at, v, i)) continue;
          at.bits[i * words<W>() + w] &= ~bit(v);
          --at.counts[i];
          changed = true;
        }
      }
      if (!work_.spend(looked_at * words<W>() * at.levels + words<W>())) return false;
    }
    if (!thorough) break;
  }
  return true;
}

/// Lists candidates so that no set is found without one of them: the others are too expensive together.
///
/// Vertices of one colour are not joined, so that the one coloured after j others costs its level and j
/// pairs. A vertex that misses more candidates in any set costs half of these pairs in the place of j,
/// without a colour: a pair of two such vertices is counted by both.
template <std::size_t W>
void BudgetRows::list_branches(Frame& at) {
  at.branches.clear();
  items_.reset(needed(), 2 * left());
  const auto most_missed = static_cast<std::uint64_t>(most_missed_);
  uncoloured_.assign(words<W>(), 0);
  for (std::size_t i = 0; i < at.levels; ++i) {
    for (std::size_t w = 0; w < words<W>(); ++w) uncoloured_[w] |= at.bits[i * words<W>() + w];
  }
  std::uint64_t touched = words<W>() * at.levels;
  std::size_t first = 0;
  for (;;) {
    while (first < words<W>() && uncoloured_[first] == 0) ++first;
    if (first == words<W>()) break;
    available_ = uncoloured_;
    EdgeCount rank = 0;
    for (std::size_t i = 0; i < at.levels; ++i) {  // by rising level, so that costs rise within a colour
      if (at.counts[i] == 0) continue;
      for (std::size_t w = first; w < words<W>(); ++w) {
        while (const Word here = available_[w] & at.bits[i * words<W>() + w]) {
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
          for (std::size_t x = first; x < words<W>(); ++x) available_[x] &= ~row_of_v[x];
          touched += words<W>() - first;
        }
      }
      touched += words<W>() - first;
    }
  }
  work_.spend(touched);
}

/// Members and candidates.
std::size_t BudgetRows::count_left(const Frame& at) const {
  std::size_t left = members_.size();
  for (const Vertex count : at.counts) left += count;
  return left;
}

/// Searches below a node in rows of bits that hold its candidates alone.
bool BudgetRows::expand_compacted(const Frame& at, const Accept& accept) {
  std::vector<Vertex> kept;
  for (std::size_t w = 0; w < words_; ++w) {
    Word rest = 0;
    for (std::size_t i = 0; i < at.levels; ++i) rest |= at.bits[i * words_ + w];
    for (; rest != 0; rest &= rest - 1) {
      kept.push_back(static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
  std::vector<Vertex> forced(members_.size());
  std::iota(forced.begin(), forced.end(), static_cast<Vertex>(kept.size()));
  kept.insert(kept.end(), members_.begin(), members_.end());
  const auto n = static_cast<Vertex>(kept.size());
  BudgetRows inner(n, budget_, work_);
  for (Vertex i = 0; i < n; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (!joined(kept[i], kept[j])) continue;
      inner.join(i, j);
      inner.join(j, i);
    }
  }
  work_.spend(std::uint64_t{n} * n / 8);
  const auto outward = [&](std::span<const Vertex> places) {
    std::vector<Vertex> set;
    for (const Vertex i : places) set.push_back(kept[i]);
    return set;
  };
  if (!inner.find(forced, [&](std::span<const Vertex> places) { return accept(outward(places)); }))
    return false;
  members_ = outward(inner.found());
  return true;
}

template <std::size_t W>
bool BudgetRows::expand(std::size_t depth, const Accept& accept) {
  ++work_.nodes;
  if (needed() == 0) return accept(members_);
  Frame& at = frame(depth);
  if (!reduce<W>(at, depth == 0)) return false;
  if (W != 1 && 2 * words_of(count_left(at)) <= words_) return expand_compacted(at, accept);
  list_branches<W>(at);
  for (; !at.branches.empty(); at.branches.pop_back()) {
    if (work_.stopped()) return false;
    const Vertex v = at.branches.back();
    remove(at, v);
    if (take(v)) {
      Frame& below = frame(depth + 1);
      fill_child<W>(at, below);
      work_.spend(words<W>() * (below.levels + 1));
      if (expand<W>(depth + 1, accept)) return true;
    }
    give_back();
  }
  return false;
}

bool BudgetRows::find(std::span<const Vertex> forced, const Accept& accept) {
  Frame all;
  all.levels = 1;
  all.bits.assign(words_, 0);
  for (Vertex v = 0; v < n_; ++v) all.bits[v / 64] |= bit(v);
  all.counts = {n_};
  Frame next;
  for (const Vertex v : forced) {
    for (std::size_t i = 0; i < all.levels; ++i) all.bits[i * words_ + v / 64] &= ~bit(v);
    if (!take(v)) return false;
    fill_child<0>(all, next);
    std::swap(all, next);
  }
  frame(0) = std::move(all);
  switch (words_) {
    case 1:
      return expand<1>(0, accept);
    case 2:
      return expand<2>(0, accept);
    case 3:
      return expand<3>(0, accept);
    case 4:
      return expand<4>(0, accept);
    case 5:
      return expand<5>(0, accept);
    case 6:
      return expand<6>(0, accept);
    case 7:
      return expand<7>(0, accept);
    case 8:
      return expand<8>(0, accept);
    default:
      return expand<0>(0, accept);
  }
}

}  // namespace lode::subgraph::detail
