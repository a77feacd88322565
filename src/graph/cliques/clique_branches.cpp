#include "graph/cliques/clique_branches.hpp"

#include <algorithm>

namespace lode::detail {

CliqueBrancher::CliqueBrancher(Vertex n, const BitRows& rows)
    : rows_(rows),
      words_(rows.words()),
      classes_(n, n),
      size_(n, 0),
      class_of_(n, 0),
      uncoloured_(words_),
      available_(words_),
      usable_(words_),
      left_(words_),
      count_(n, 0),
      reason_(n, no_vertex),
      base_(n, 0),
      relaxed_by_(n, 0),
      needed_(n, 0),
      met_(n, 0) {}

void CliqueBrancher::part(const Word* candidates, Vertex spare, CliqueBranches& branches) {
  branches.clear();
  spare = std::min(spare, static_cast<Vertex>(size_.size()));  // as many classes take everything
  std::copy(candidates, candidates + words_, uncoloured_.begin());
  fill_classes(spare);
  colour_rest(spare, branches);
  if (spare >= 2 && !branches.vertex.empty()) drop_refuted(spare, branches);
}

void CliqueBrancher::put(Vertex v, Vertex into) {
  classes_.row(into)[v / 64] |= BitRows::bit(v);
  class_of_[v] = into;
  ++size_[into];
}

/// Takes a class of vertices without edges between them from those without a colour, the first ones that fit,
/// word `first` holding the least of all; says each one's number and its word.
template <class Take>
void CliqueBrancher::take_class(std::size_t first, const Take& take) {
  std::copy(uncoloured_.begin(), uncoloured_.end(), available_.begin());
  for (std::size_t w = first; w < words_; ++w) {
    while (available_[w] != 0) {
      const auto v = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(available_[w])));
      available_[w] &= available_[w] - 1;
      uncoloured_[w] &= ~BitRows::bit(v);
      const Word* row = rows_.row(v);
      for (std::size_t i = w; i < words_; ++i) available_[i] &= ~row[i];
      take(v, w);
    }
  }
}

void CliqueBrancher::fill_classes(Vertex spare) {
  std::size_t first = 0;
  for (Vertex colour = 0; colour < spare; ++colour) {
    Word* members = classes_.row(colour);
    std::fill(members, members + words_, Word{0});
    size_[colour] = 0;
    while (first < words_ && uncoloured_[first] == 0) ++first;
    if (first == words_) continue;
    take_class(first, [&](Vertex v, std::size_t w) {
      put(v, colour);
      work_ += words_ - w + 2;
    });
    work_ += 3 * words_;
  }
}

void CliqueBrancher::colour_rest(Vertex spare, CliqueBranches& branches) {
  std::size_t first = 0;
  for (Vertex colour = spare;; ++colour) {
    while (first < words_ && uncoloured_[first] == 0) ++first;
    if (first == words_) return;
    take_class(first, [&](Vertex v, std::size_t w) {
      branches.vertex.push_back(v);
      branches.bound.push_back(colour + 1);
      work_ += words_ - w;
    });
  }
}

/// Branches of one colour are independent: their conflicts may share classes.
void CliqueBrancher::drop_refuted(Vertex spare, CliqueBranches& branches) {
  std::copy(size_.begin(), size_.begin() + spare, base_.begin());
  std::fill(relaxed_by_.begin(), relaxed_by_.begin() + spare, Word{0});
  clauses_ = spare;
  cores_ = 0;
  std::fill(usable_.begin(), usable_.end(), Word{0});
  for (Vertex c = 0; c < spare; ++c) {
    for (std::size_t w = 0; w < words_; ++w) usable_[w] |= classes_.row(c)[w];
  }
  work_ += spare * words_;
  std::size_t kept = 0;
  Vertex groups = 0;
  for (std::size_t i = 0; i < branches.vertex.size();) {
    const Vertex colour = branches.bound[i];
    const std::size_t kept_before = kept;
    refuted_.clear();
    for (; i < branches.vertex.size() && branches.bound[i] == colour; ++i) {
      const Vertex v = branches.vertex[i];
      if (refuted(v)) {
        find_conflict();
        if (!exchange(v)) use_conflict(v);
      } else {
        branches.vertex[kept] = v;
        branches.bound[kept++] = spare + groups + 1;
      }
    }
    if (kept > kept_before) ++groups;
    close_group();
  }
  branches.vertex.resize(kept);
  branches.bound.resize(kept);
}

/// Whether no clique has v and one vertex of every class that is not used.
bool CliqueBrancher::refuted(Vertex v) {
  std::copy(base_.begin(), base_.begin() + clauses_, count_.begin());
  std::copy(usable_.begin(), usable_.end(), left_.begin());
  units_.clear();
  assigned_ = 0;
  work_ += clauses_ / 4 + words_;
  for (Vertex c = 0; c < clauses_; ++c) {
    if (count_[c] == 1) units_.push_back(c);
  }
  if (!remove_others(rows_.row(v), v, no_vertex)) return true;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const Vertex c = units_[i];
    const Word* members = classes_.row(c);
    std::size_t w = 0;
    while (w < words_ && (members[w] & left_[w]) == 0) ++w;
    if (w == words_) {
      if (!take_relaxation(c)) return true;
      continue;
    }
    const auto only =
        static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(members[w] & left_[w])));
    if (!remove_others(rows_.row(only), only, c)) return true;
  }
  return false;
}

/// Takes the one relaxation left to c from the other classes of its core; false once a class is empty.
bool CliqueBrancher::take_relaxation(Vertex c) {
  const Word bit = relaxed_by_[c] & ~assigned_;
  const auto core = static_cast<std::size_t>(std::countr_zero(bit));
  assigned_ |= bit;
  taken_by_[core] = c;
  for (const Vertex other : core_[core]) {
    if (other == c) continue;
    if (--count_[other] == 1) {
      units_.push_back(other);
    } else if (count_[other] == 0) {
      empty_ = other;
      return false;
    }
  }
  work_ += core_[core].size();
  return true;
}

/// Takes what is not adjacent to `keep` out of `left_`; false once a class is empty.
bool CliqueBrancher::remove_others(const Word* row, Vertex keep, Vertex because) {
  work_ += words_;
  for (std::size_t w = 0; w < words_; ++w) {
    Word out = left_[w] & ~row[w];
    if (w == keep / 64) out &= ~BitRows::bit(keep);
    for (; out != 0; out &= out - 1) {
      left_[w] &= ~(out & -out);
      const auto u = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(out)));
      const Vertex c = class_of_[u];
      reason_[u] = because;
      work_ += 2;
      if (--count_[c] == 1) {
        units_.push_back(c);
      } else if (count_[c] == 0) {
        empty_ = c;
        return false;
      }
    }
  }
  return true;
}

void CliqueBrancher::meet(Vertex because, Vertex c) {
  if (because == c || met_[because]) return;
  met_[because] = 1;
  conflict_.push_back(because);
}

/// Finds the classes that the conflict at `empty_` rests on.
void CliqueBrancher::find_conflict() {
  conflict_.assign(1, empty_);
  met_[empty_] = 1;
  for (std::size_t i = 0; i < conflict_.size(); ++i) {
    const Vertex c = conflict_[i];
    for_each_bit(relaxed_by_[c] & assigned_, 0, [&](Vertex core) { meet(taken_by_[core], c); });
    const Word* members = classes_.row(c);
    for (std::size_t w = 0; w < words_; ++w) {
      const Word out = members[w] & ~left_[w];
      for_each_bit(out, w, [&](Vertex u) {
        if (reason_[u] != no_vertex) meet(reason_[u], c);
      });
    }
    work_ += words_;
  }
  for (const Vertex c : conflict_) met_[c] = 0;
}

/// Puts v into a class without neighbours of it, or into one with a single neighbour that moves to another
/// class, if that is all there is to the conflict; the classes then stay of use.
bool CliqueBrancher::exchange(Vertex v) {
  if (conflict_.size() > 2) return false;
  const Vertex into = conflict_.back();
  if (needed_[into] || relaxed_by_[into] != 0) return false;
  if (conflict_.size() == 2) {
    const Vertex other = conflict_.front();
    if (needed_[other] || relaxed_by_[other] != 0) return false;
    const Word* members = classes_.row(into);
    std::size_t w = 0;
    while ((members[w] & left_[w]) == 0) ++w;
    const auto moved =
        static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(members[w] & left_[w])));
    const Word* row = rows_.row(moved);
    const Word* target = classes_.row(other);
    work_ += words_;
    for (std::size_t i = 0; i < words_; ++i) {
      if ((target[i] & row[i]) != 0) return false;
    }
    classes_.row(into)[w] &= ~BitRows::bit(moved);
    --size_[into];
    --base_[into];
    put(moved, other);
    ++base_[other];
  }
  put(v, into);
  ++base_[into];
  usable_[v / 64] |= BitRows::bit(v);
  return true;
}

void CliqueBrancher::use_conflict(Vertex v) {
  refuted_.push_back(v);
  for (const Vertex c : conflict_) {
    if (needed_[c]) continue;
    needed_[c] = 1;
    group_.push_back(c);
  }
}

void CliqueBrancher::close_group() {
  if (refuted_.empty()) return;
  for (const Vertex c : group_) needed_[c] = 0;
  if (cores_ < most_cores) {
    const Word bit = Word{1} << cores_;
    const Vertex fresh = clauses_++;
    Word* members = classes_.row(fresh);
    std::fill(members, members + words_, Word{0});
    size_[fresh] = 0;
    for (const Vertex v : refuted_) {
      put(v, fresh);
      usable_[v / 64] |= BitRows::bit(v);
    }
    base_[fresh] = size_[fresh];
    relaxed_by_[fresh] = 0;
    group_.push_back(fresh);
    for (const Vertex c : group_) {
      relaxed_by_[c] |= bit;
      ++base_[c];
    }
    core_[cores_++] = group_;
  } else {
    for (const Vertex c : group_) {
      base_[c] = never;
      for (std::size_t w = 0; w < words_; ++w) usable_[w] &= ~classes_.row(c)[w];
    }
  }
  work_ += group_.size() * words_;
  group_.clear();
}

}  // namespace lode::detail
