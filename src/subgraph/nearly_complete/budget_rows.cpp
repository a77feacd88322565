#include "subgraph/nearly_complete/budget_rows.hpp"

#include <bit>

namespace lode::subgraph::detail {

void BudgetRows::CheapestItems::reset(Vertex needed, EdgeCount budget) {
  needed_ = needed;
  budget_ = budget;
  std::fill(by_cost_.begin(), by_cost_.end(), Vertex{0});
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
      words_((n + std::size_t{63}) / 64),
      rows_(words_ * n, Word{0}),
      work_(work),
      missed_(n, 0) {
  frames_.reserve(budget.size + std::size_t{2});  // references to frames stay valid
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
void BudgetRows::fill_child(const Frame& from, Frame& to) const {
  const Vertex v = members_.back();
  const std::uint64_t limit = std::min<std::uint64_t>(left(), budget_.per_member);
  const std::size_t levels = std::min({from.levels + 1, most_levels, static_cast<std::size_t>(limit) + 1});
  const bool open_end = limit + 1 > most_levels && from.levels == most_levels;
  to.levels = levels;
  if (to.bits.size() < levels * words_) to.bits.resize(levels * words_);
  const Word* const row_of_v = row(v);
  for (std::size_t i = 0; i < levels; ++i) {
    Word* const out = to.bits.data() + i * words_;
    const Word* const same = i < from.levels ? from.bits.data() + i * words_ : nullptr;
    const Word* const below = i > 0 ? from.bits.data() + (i - 1) * words_ : nullptr;
    for (std::size_t w = 0; w < words_; ++w) {
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
      for (std::size_t w = 0; w < words_; ++w) to.bits[i * words_ + w] &= row_of_u[w];
    }
  }
}

/// Whether every member has enough neighbours among the candidates.
bool BudgetRows::members_can_be_served(const Frame& at) {
  for (const Vertex u : members_) {
    const Vertex slack = budget_.per_member - missed_[u];
    if (slack >= needed()) continue;
    const Word* const row_of_u = row(u);
    Vertex neighbours = 0;
    for (std::size_t i = 0; i < at.levels; ++i) {
      for (std::size_t w = 0; w < words_; ++w) {
        neighbours += static_cast<Vertex>(std::popcount(at.bits[i * words_ + w] & row_of_u[w]));
      }
    }
    work_.spend(words_ * at.levels);
    if (neighbours + slack < needed()) return false;
  }
  return true;
}

/// Whether v and the others that are cheapest beside it stay within the budget.
bool BudgetRows::fits(const Frame& at, Vertex v, std::size_t level) const {
  Vertex open = needed() - 1;
  auto may_miss = static_cast<Vertex>(budget_.per_member - level);
  EdgeCount cost = level + budget_.fewest_of(open);
  const EdgeCount most = left();
  const Word* const row_of_v = row(v);
  Vertex missed_by_v = 0;  // candidates of the level below that v misses
  for (std::size_t i = 0; open > 0 && cost <= most; ++i) {
    Vertex neighbours = 0;
    if (i < at.levels) {
      for (std::size_t w = 0; w < words_; ++w) {
        neighbours += static_cast<Vertex>(std::popcount(at.bits[i * words_ + w] & row_of_v[w]));
      }
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
bool BudgetRows::reduce(Frame& at, bool thorough) {
  at.counts.assign(at.levels, 0);
  for (std::size_t i = 0; i < at.levels; ++i) {
    for (std::size_t w = 0; w < words_; ++w) {
      at.counts[i] += static_cast<Vertex>(std::popcount(at.bits[i * words_ + w]));
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
    if (open > 0 || cost > left() || !members_can_be_served(at)) return false;
    changed = false;
    for (std::size_t i = 0; i < at.levels; ++i) {
      std::uint64_t looked_at = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        for (Word rest = at.bits[i * words_ + w]; rest != 0; rest &= rest - 1) {
          const auto v = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
          ++looked_at;
          if (fits(at, v, i)) continue;
          at.bits[i * words_ + w] &= ~bit(v);
          --at.counts[i];
          changed = true;
        }
      }
      if (!work_.spend(looked_at * words_ * at.levels + words_)) return false;
    }
    if (!thorough) break;
  }
  return true;
}

/// Lists candidates so that no set is found without one of them. Vertices of one colour are not joined: the
/// one coloured after j others costs its level and j. The others are too expensive together.
void BudgetRows::list_branches(Frame& at) {
  at.branches.clear();
  items_.reset(needed(), left());
  uncoloured_.assign(words_, 0);
  for (std::size_t i = 0; i < at.levels; ++i) {
    for (std::size_t w = 0; w < words_; ++w) uncoloured_[w] |= at.bits[i * words_ + w];
  }
  std::uint64_t touched = words_ * at.levels;
  std::size_t first = 0;
  for (;;) {
    while (first < words_ && uncoloured_[first] == 0) ++first;
    if (first == words_) break;
    available_ = uncoloured_;
    EdgeCount rank = 0;
    for (std::size_t i = 0; i < at.levels; ++i) {  // by rising level, so that costs rise within a colour
      if (at.counts[i] == 0) continue;
      for (std::size_t w = first; w < words_; ++w) {
        while (const Word here = available_[w] & at.bits[i * words_ + w]) {
          const auto v = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(here)));
          available_[w] &= ~bit(v);
          uncoloured_[w] &= ~bit(v);
          if (!items_.add(i + rank)) {
            at.branches.push_back(v);
            continue;
          }
          ++rank;
          const Word* const row_of_v = row(v);
          for (std::size_t x = first; x < words_; ++x) available_[x] &= ~row_of_v[x];
          touched += words_ - first;
        }
      }
      touched += words_ - first;
    }
  }
  work_.spend(touched);
}

bool BudgetRows::expand(std::size_t depth, const std::function<bool(std::span<const Vertex>)>& accept) {
  ++work_.nodes;
  if (needed() == 0) return accept(members_);
  Frame& at = frame(depth);
  if (!reduce(at, depth == 0)) return false;
  list_branches(at);
  for (; !at.branches.empty(); at.branches.pop_back()) {
    if (work_.stopped()) return false;
    const Vertex v = at.branches.back();
    remove(at, v);
    if (take(v)) {
      Frame& below = frame(depth + 1);
      fill_child(at, below);
      work_.spend(words_ * (below.levels + 1));
      if (expand(depth + 1, accept)) return true;
    }
    give_back();
  }
  return false;
}

bool BudgetRows::find(std::span<const Vertex> forced,
                      const std::function<bool(std::span<const Vertex>)>& accept) {
  Frame all;
  all.levels = 1;
  all.bits.assign(words_, 0);
  for (Vertex v = 0; v < n_; ++v) all.bits[v / 64] |= bit(v);
  all.counts = {n_};
  Frame next;
  for (const Vertex v : forced) {
    for (std::size_t i = 0; i < all.levels; ++i) all.bits[i * words_ + v / 64] &= ~bit(v);
    if (!take(v)) return false;
    fill_child(all, next);
    std::swap(all, next);
  }
  frame(0) = std::move(all);
  return expand(0, accept);
}

}  // namespace lode::subgraph::detail
