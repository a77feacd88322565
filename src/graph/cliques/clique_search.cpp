#include "graph/cliques/clique_search.hpp"

#include <algorithm>

namespace lode::detail {

bool CliqueBudget::spend(std::uint64_t words) {
  constexpr std::uint64_t words_per_poll = 1u << 20;  // about a millisecond
  if (stopped) return false;
  if (words > left) {
    stopped = true;
    return false;
  }
  left -= words;
  if (words >= until_poll) {
    until_poll = words_per_poll;
    stopped = run.should_stop();
  } else {
    until_poll -= words;
  }
  return !stopped;
}

CliqueSearch::CliqueSearch(Vertex n, const BitRows& adjacency, CliqueBudget& budget)
    : n_(n),
      input_(adjacency),
      budget_(budget),
      rows_(n, n),
      uncoloured_(rows_.words()),
      available_(rows_.words()) {
  order_vertices();
}

/// Smallest last: the vertex of least degree among those left gets the last free position.
void CliqueSearch::order_vertices() {
  std::vector<Vertex> degree(n_, 0);
  std::vector<std::uint8_t> placed(n_, 0);
  for (Vertex v = 0; v < n_; ++v) {
    for (std::size_t w = 0; w < input_.words(); ++w) {
      degree[v] += static_cast<Vertex>(std::popcount(input_.row(v)[w]));
    }
  }
  original_.resize(n_);
  std::vector<Vertex> position(n_);
  for (Vertex place = n_; place-- > 0;) {
    Vertex least = no_vertex;
    for (Vertex v = 0; v < n_; ++v) {
      if (!placed[v] && (least == no_vertex || degree[v] < degree[least])) least = v;
    }
    placed[least] = 1;
    original_[place] = least;
    position[least] = place;
    for (Vertex u = 0; u < n_; ++u) degree[u] -= input_.test(least, u) ? 1u : 0u;
  }
  for (Vertex v = 0; v < n_; ++v) {
    for (std::size_t w = 0; w < input_.words(); ++w) {
      for (Word bits = input_.row(v)[w]; bits != 0; bits &= bits - 1) {
        const auto u = static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
        rows_.set(position[v], position[u]);
      }
    }
  }
}

CliqueSearch::Level& CliqueSearch::level(std::size_t depth) {
  while (levels_.size() <= depth) {
    levels_.emplace_back();
    levels_.back().candidates.resize(rows_.words());
  }
  return levels_[depth];
}

void CliqueSearch::run(Vertex least) {
  best_ = least;
  upper_bound_ = std::max(least, n_);
  found_.clear();
  clique_.clear();
  if (n_ <= least) {
    upper_bound_ = least;
    return;
  }
  levels_.reserve(n_ + std::size_t{2});  // references to levels stay valid
  Level& root = level(0);
  for (Vertex i = 0; i < n_; ++i) root.candidates[i / 64] |= Word{1} << (i % 64);
  classes_ = BitRows(n_, n_);
  expand(0);
}

/// Colours the candidates greedily. Vertices that fit into the first `spare` colours can not lead to a larger
/// clique; the others become the branches of the level. False when there are none.
bool CliqueSearch::colour(Level& at, Vertex spare) {
  const std::size_t words = rows_.words();
  at.branch.clear();
  at.colour.clear();
  std::copy(at.candidates.begin(), at.candidates.end(), uncoloured_.begin());
  std::size_t first = 0;
  for (Vertex colour = 0;; ++colour) {
    while (first < words && uncoloured_[first] == 0) ++first;
    if (first == words) break;
    std::copy(uncoloured_.begin(), uncoloured_.end(), available_.begin());
    Word* members = colour < spare ? classes_.row(colour) : nullptr;
    if (members) std::fill(members, members + words, Word{0});
    for (std::size_t w = first; w < words;) {
      if (available_[w] == 0) {
        ++w;
        continue;
      }
      const auto bit = static_cast<unsigned>(std::countr_zero(available_[w]));
      const auto v = static_cast<Vertex>(64 * w + bit);
      uncoloured_[w] &= ~(Word{1} << bit);
      available_[w] &= ~(Word{1} << bit);
      const Word* row = rows_.row(v);
      for (std::size_t i = w; i < words; ++i) available_[i] &= ~row[i];
      if (members) {
        members[w] |= Word{1} << bit;
      } else if (spare < 2 || !exchange(v, spare)) {
        at.branch.push_back(v);
        at.colour.push_back(colour + 1);
      }
    }
  }
  return !at.branch.empty();
}

/// Finds room for v among the first `spare` classes: in one that has a single neighbour of v, which moves to
/// another class that has none of its own.
bool CliqueSearch::exchange(Vertex v, Vertex spare) {
  const std::size_t words = rows_.words();
  const Word* row = rows_.row(v);
  for (Vertex a = 0; a < spare; ++a) {
    Word* members = classes_.row(a);
    std::size_t place = words;
    bool single = true;
    for (std::size_t w = 0; w < words && single; ++w) {
      const Word common = members[w] & row[w];
      if (common == 0) continue;
      single = place == words && (common & (common - 1)) == 0;
      place = w;
    }
    if (!single) continue;
    if (place == words) {  // an exchange has emptied the class of neighbours of v
      members[v / 64] |= Word{1} << (v % 64);
      return true;
    }
    const Word bit = members[place] & row[place];
    const auto moved = static_cast<Vertex>(64 * place + static_cast<std::size_t>(std::countr_zero(bit)));
    const Word* moved_row = rows_.row(moved);
    for (Vertex b = 0; b < spare; ++b) {
      if (b == a) continue;
      Word* target = classes_.row(b);
      bool free = true;
      for (std::size_t w = 0; w < words && free; ++w) free = (target[w] & moved_row[w]) == 0;
      if (!free) continue;
      members[place] &= ~bit;
      target[place] |= bit;
      members[v / 64] |= Word{1} << (v % 64);
      return true;
    }
  }
  return false;
}

void CliqueSearch::record(Vertex last) {
  found_.clear();
  for (const Vertex position : clique_) found_.push_back(original_[position]);
  found_.push_back(original_[last]);
  best_ = static_cast<Vertex>(found_.size());
}

void CliqueSearch::expand(std::size_t depth) {
  Level& at = level(depth);
  const std::size_t words = rows_.words();
  ++budget_.nodes;
  // A clique that grows by at most `spare` vertices does not beat the best.
  const auto spare = static_cast<Vertex>(best_ - std::min<std::size_t>(best_, clique_.size()));
  const bool branches = colour(at, spare);
  if (depth == 0) upper_bound_ = branches ? at.colour.back() : best_;
  if (!branches) return;
  // A colouring touches a few words per candidate and class; candidates bound both.
  if (!budget_.spend(words * (n_ / 4 + 8 * at.branch.size() + 8))) return;
  for (std::size_t i = at.branch.size(); i-- > 0;) {
    if (clique_.size() + at.colour[i] <= best_) break;
    if (depth == 0) upper_bound_ = std::max(best_, at.colour[i]);
    const Vertex v = at.branch[i];
    Level& below = level(depth + 1);
    Word any = 0;
    for (std::size_t w = 0; w < words; ++w) {
      below.candidates[w] = at.candidates[w] & rows_.row(v)[w];
      any |= below.candidates[w];
    }
    if (any == 0) {
      if (clique_.size() + 1 > best_) record(v);
    } else {
      clique_.push_back(v);
      expand(depth + 1);
      clique_.pop_back();
    }
    if (budget_.stopped) return;
    at.candidates[v / 64] &= ~(Word{1} << (v % 64));
  }
  if (depth == 0) upper_bound_ = best_;
}

}  // namespace lode::detail
