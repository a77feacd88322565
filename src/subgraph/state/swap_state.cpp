#include "subgraph/state/swap_state.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "core/assert.hpp"

namespace lode::subgraph {
namespace {

/// Exponent and leading four mantissa bits of a positive double; monotone.
std::uint64_t logarithmic_key(double value) { return std::bit_cast<std::uint64_t>(value) >> 48; }

/// The filing limit falls by a sixteenth in each step: degrees of outsiders are close together in dense
/// graphs, and small in other graphs.
constexpr std::size_t steps_per_scale = 16;

/// Visits of all arcs and vertices by moves between fresh sums of real weights: the sums then take a small
/// part of the time.
constexpr std::uint64_t visits_between_sums = 4;

/// A slot has 30 bits for the key.
constexpr std::uint32_t most_keys = std::uint32_t{1} << 30;

}  // namespace

DegreeKeys::DegreeKeys(const Graph& graph) : weighted_(graph.weighted()) {
  if (!weighted_) {
    count_ = graph.max_degree() + std::size_t{1};
    return;
  }
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    double strength = 0.0;
    for (const Weight weight : graph.neighbor_weights(v)) strength += std::abs(weight);
    largest = std::max(largest, strength);
  }
  for (const Weight weight : graph.weights()) {
    if (weight != 0.0) smallest = std::min(smallest, std::abs(weight));
  }
  if (largest == 0.0) return;
  // Keys from the smallest weight to a little above the largest strength; residues of rounding below count as
  // zero.
  least_ = logarithmic_key(smallest);
  magnitudes_ = count_ = static_cast<std::size_t>(logarithmic_key(largest) - least_) + 3;
  if (!graph.signed_weights()) return;
  zero_ = magnitudes_;  // key 0 stays free
  count_ = zero_ + magnitudes_;
}

std::size_t DegreeKeys::magnitude_key(double degree) const {
  if (!(degree > 0.0)) return 0;
  const std::uint64_t key = logarithmic_key(degree);
  return key < least_ ? 0 : std::min(magnitudes_ - 1, static_cast<std::size_t>(key - least_) + 1);
}

double DegreeKeys::least_magnitude(std::size_t key) const {
  return std::bit_cast<double>((key - 1 + least_) << 48);
}

std::size_t DegreeKeys::operator()(double degree) const {
  if (!weighted_) return static_cast<std::size_t>(degree);
  if (degree >= 0.0 || !with_signs())
    return zero_ + magnitude_key(degree);  // residues of rounding count as zero
  return zero_ - magnitude_key(-degree);
}

double DegreeKeys::least_degree(std::size_t key) const {
  if (!weighted_) return static_cast<double>(key);
  if (key > zero_) return least_magnitude(key - zero_);
  const std::size_t below = zero_ - key;  // magnitudes of a key end where the next key begins
  return below + 1 < magnitudes_ ? -least_magnitude(below + 1) : -std::numeric_limits<double>::infinity();
}

SwapState::SwapState(const Graph& graph, const VertexSet& members, const VertexSet& anchors)
    : graph_(graph),
      keys_(graph),
      partition_(graph.num_vertices()),
      anchors_(anchors),
      slots_(graph.num_vertices()),
      touched_(graph.max_degree() + std::size_t{1}),
      least_filed_(keys_.least_degree(least_key_)),
      members_(keys_.count()),
      outsiders_(keys_.count()) {
  if (keys_.count() > most_keys) {
    throw InvalidArgument("largest degree", std::to_string(graph.max_degree()), "is too large for a search");
  }
  std::sort(anchors_.begin(), anchors_.end());
  for (const Vertex v : members) {
    LODE_ASSERT_LIGHT(v < slots_.size() && !is_member(v));
    partition_.add(v);
    slots_[v].side = Side::member;
  }
  VertexSet increasing = members;
  std::sort(increasing.begin(), increasing.end());
  sum_afresh(increasing);
  for (const Vertex v : anchors) {
    LODE_ASSERT_LIGHT(v < slots_.size() && is_member(v));
    partition_.remove(v);
    partition_.freeze(v);
    slots_[v].side = Side::anchor;
  }
  if (keys_.with_signs()) {
    for (const Vertex v : outsiders()) refile_outsider(v, slots_[v], keys_);
  }
  for (const Vertex v : members) {
    if (is_member(v)) file(members_, v, slots_[v], keys_(slots_[v].degree));
    if (keys_.with_signs()) continue;
    for (const Vertex u : graph_.neighbors(v)) {
      if (is_outsider(u)) refile_outsider(u, slots_[u], keys_);
    }
  }
}

inline void SwapState::file(BucketArray& buckets, Vertex v, Slot& slot, std::size_t key) {
  slot.key = static_cast<std::uint32_t>(key) & (most_keys - 1);
  slot.index = buckets.insert(v, key);
}

inline void SwapState::unfile(const Slot& slot, BucketArray& buckets) {
  slots_[buckets.erase(slot.key, slot.index)].index = slot.index;
}

/// Adds the weights of the edges of `v`, times `sign`, to the degrees of its neighbours: the inner loop of
/// all searches.
template <class Keys>
void SwapState::shift_degrees(Vertex v, Weight sign, const Keys& keys) {
  // The first pass has no branches, which would be mispredicted. The second pass visits the neighbours that
  // are or must be filed.
  const Weight least_filed = least_filed_;
  Vertex* const touched = touched_.data();
  std::size_t count = 0;
  graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
    Slot& slot = slots_[u];
    slot.degree += sign * w;
    touched[count] = u;
    count += static_cast<std::size_t>((slot.side != Side::outside) | (slot.degree >= least_filed));
  });
  for (std::size_t i = 0; i < count; ++i) {
    const Vertex u = touched[i];
    Slot& slot = slots_[u];
    if (slot.side == Side::member) {
      refile_member(u, slot, keys);
    } else if (slot.side != Side::anchor) {
      refile_outsider(u, slot, keys);
    }
  }
}

void SwapState::shift_degrees(Vertex v, Weight sign) {
  if (keys_.weighted()) {
    shift_degrees(v, sign, keys_);
  } else {
    shift_degrees(v, sign, [](double degree) { return static_cast<std::size_t>(degree); });
  }
}

template <class Keys>
inline void SwapState::refile_member(Vertex v, Slot& slot, const Keys& keys) {
  const std::size_t key = keys(slot.degree);
  if (key == slot.key) return;
  unfile(slot, members_);
  file(members_, v, slot, key);
}

/// Files an outsider again after its degree, or the limit of filed outsiders, has changed.
template <class Keys>
inline void SwapState::refile_outsider(Vertex v, Slot& slot, const Keys& keys) {
  const std::size_t key = keys(slot.degree);
  if (slot.side == Side::filed) {
    if (key == slot.key) return;
    unfile(slot, outsiders_);
    slot.side = Side::outside;
  }
  if (key < least_key_) return;
  slot.side = Side::filed;
  file(outsiders_, v, slot, key);
}

void SwapState::file_outsiders_from_key(std::size_t key) {
  const std::size_t before = std::exchange(least_key_, key);
  least_filed_ = keys_.least_degree(key);
  if (key >= before) {
    for (std::size_t low = before; low < key; ++low) {
      for (const Vertex v : outsiders_.bucket(low)) slots_[v].side = Side::outside;
      outsiders_.clear(low);
    }
    return;
  }
  std::uint64_t arcs = 0;
  for (const Vertex v : members()) arcs += graph_.degree(v);
  for (const Vertex v : anchors_) arcs += graph_.degree(v);
  const bool files_untouched = least_filed_ <= 0.0;
  work_ += files_untouched ? outsiders().size() : std::min<std::uint64_t>(arcs, outsiders().size());
  if (files_untouched || outsiders().size() < arcs) {
    for (const Vertex v : outsiders()) file_if_best(v);
    return;
  }
  const auto file_neighbors = [&](Vertex v) {
    for (const Vertex u : graph_.neighbors(v)) file_if_best(u);
  };
  for (const Vertex v : members()) file_neighbors(v);
  for (const Vertex v : anchors_) file_neighbors(v);
}

inline void SwapState::file_if_best(Vertex v) {
  if (slots_[v].side == Side::outside && slots_[v].degree >= least_filed_)
    refile_outsider(v, slots_[v], keys_);
}

void SwapState::file_best_outsiders(std::size_t enough, std::size_t many) {
  while (outsiders_.size() < enough && least_key_ > 1) {
    // Outsiders above the weakest member need no further steps.
    const std::size_t top = members_.empty() ? 1 : std::max<std::size_t>(1, members_.lowest());
    const std::size_t step = std::max<std::size_t>(1, least_key_ / steps_per_scale);
    file_outsiders_from_key(std::min(least_key_ - step, top));
  }
  while (outsiders_.size() > many && outsiders_.size() - outsiders_.bucket(least_key_).size() >= enough) {
    file_outsiders_from_key(least_key_ + 1);
  }
}

void SwapState::add(Vertex v) {
  LODE_ASSERT_LIGHT(v < slots_.size() && is_outsider(v));
  if (journaling_) enter_in_journal(v);
  Slot& slot = slots_[v];
  if (slot.side == Side::filed) unfile(slot, outsiders_);
  slot.side = Side::member;
  partition_.add(v);
  file(members_, v, slot, keys_(slot.degree));
  weight_ += slot.degree;
  shift_degrees(v, 1.0);
  count_move(v);
}

void SwapState::remove(Vertex v) {
  LODE_ASSERT_LIGHT(v < slots_.size() && is_member(v));
  if (journaling_) enter_in_journal(v);
  Slot& slot = slots_[v];
  unfile(slot, members_);
  partition_.remove(v);
  slot.side = Side::outside;
  weight_ -= slot.degree;
  shift_degrees(v, -1.0);
  refile_outsider(v, slots_[v], keys_);
  count_move(v);
}

void SwapState::move_to(const VertexSet& set) {
  LODE_ASSERT_NORMAL(std::ranges::is_sorted(set));
  VertexSet present(members().begin(), members().end());
  std::sort(present.begin(), present.end());
  VertexSet leaving;
  std::set_difference(present.begin(), present.end(), set.begin(), set.end(), std::back_inserter(leaving));
  for (const Vertex v : leaving) remove(v);
  for (const Vertex v : set) {
    if (is_outsider(v)) add(v);
  }
}

VertexSet SwapState::sorted_members() const {
  VertexSet set(members().begin(), members().end());
  set.insert(set.end(), anchors_.begin(), anchors_.end());
  std::sort(set.begin(), set.end());
  return set;
}

void SwapState::sum_afresh(const VertexSet& set) {
  weight_ = 0.0;
  for (const Vertex v : set) {
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      slots_[u].degree += w;
      if (u > v && !is_outsider(u)) weight_ += w;
    });
  }
  visits_left_ = visits_between_sums * (graph_.num_vertices() + graph_.num_arcs());
}

void SwapState::count_move(Vertex v) {
  work_ += graph_.degree(v);
  if (graph_.integral()) return;
  if (visits_left_ > graph_.degree(v)) {
    visits_left_ -= graph_.degree(v);
    return;
  }
  for (Slot& slot : slots_) slot.degree = 0.0;
  sum_afresh(sorted_members());
  for (Vertex u = 0; u < slots_.size(); ++u) {
    Slot& slot = slots_[u];
    if (slot.side == Side::member) {
      refile_member(u, slot, keys_);
    } else if (slot.side != Side::anchor) {
      refile_outsider(u, slot, keys_);
    }
  }
}

Weight SwapState::recount() {
  if (graph_.integral()) return weight_;
  weight_ = 0.0;
  for (const Vertex v : sorted_members()) {
    work_ += graph_.degree(v);
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v && !is_outsider(u)) weight_ += w;
    });
  }
  return weight_;
}

}  // namespace lode::subgraph
