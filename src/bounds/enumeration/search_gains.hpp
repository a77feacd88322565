#pragma once

// What an exact search knows of the vertices around its set: the weight from each to the set, kept while
// vertices come and go. Two forms with one interface: buckets for unweighted graphs, a list for weighted
// ones. Only outsiders with an edge to the set are filed.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "bounds/enumeration/search_graph.hpp"
#include "subgraph/state/bucket_array.hpp"

namespace lode::subgraph::detail {

class UnitGains {
 public:
  UnitGains(const SearchGraph& graph, Vertex s)
      : graph_(graph),
        degree_(graph.num_vertices(), 0),
        index_(graph.num_vertices(), 0),
        member_(graph.num_vertices(), 0),
        filed_(s + std::size_t{1}) {}

  std::int64_t degree(Vertex v) const { return degree_[v]; }
  bool member(Vertex v) const { return member_[v] != 0; }

  void add(Vertex v) {
    member_[v] = 1;
    unfile(v);
    for (const Vertex u : graph_.neighbors(v)) shift(u, 1);
  }
  void remove(Vertex v) {
    for (const Vertex u : graph_.neighbors(v)) shift(u, -1);
    member_[v] = 0;
    file(v);
  }

  std::int64_t largest() const { return filed_.empty() ? 0 : static_cast<std::int64_t>(filed_.highest()); }

  /// sums[i]: the i largest degrees of outsiders together, i = 0 ... count.
  void top_sums(Vertex count, std::vector<std::int64_t>& sums) const {
    sums.assign(1, 0);
    std::size_t left = filed_.size();
    for (std::size_t key = filed_.empty() ? 0 : filed_.highest(); left > 0 && sums.size() <= count; --key) {
      const std::size_t here = filed_.bucket(key).size();
      left -= here;
      for (std::size_t i = 0; i < here && sums.size() <= count; ++i) {
        sums.push_back(sums.back() + static_cast<std::int64_t>(key));
      }
    }
    while (sums.size() <= count) sums.push_back(sums.back());
  }

  /// Calls visit(v, degree) for filed outsiders, by falling degree, until it returns false for a degree.
  template <class Accepts, class Visit>
  void for_each(Accepts&& accepts, Visit&& visit) const {
    std::size_t left = filed_.size();
    for (std::size_t key = filed_.empty() ? 0 : filed_.highest(); left > 0; --key) {
      if (filed_.bucket(key).empty()) continue;
      if (!accepts(static_cast<std::int64_t>(key))) return;
      left -= filed_.bucket(key).size();
      for (const Vertex v : filed_.bucket(key)) visit(v, static_cast<std::int64_t>(key));
    }
  }

 private:
  void file(Vertex v) {
    if (degree_[v] > 0) index_[v] = filed_.insert(v, degree_[v]);
  }
  void unfile(Vertex v) {
    if (degree_[v] > 0) index_[filed_.erase(degree_[v], index_[v])] = index_[v];
  }
  void shift(Vertex v, int change) {
    if (!member_[v]) unfile(v);
    degree_[v] += static_cast<std::uint32_t>(change);
    if (!member_[v]) file(v);
  }

  const SearchGraph& graph_;
  std::vector<std::uint32_t> degree_;
  std::vector<std::uint32_t> index_;  ///< in the bucket
  std::vector<char> member_;
  BucketArray filed_;
};

class WeightedGains {
 public:
  WeightedGains(const SearchGraph& graph, Vertex)
      : graph_(graph),
        degree_(graph.num_vertices(), 0),
        links_(graph.num_vertices(), 0),
        member_(graph.num_vertices(), 0) {}

  std::int64_t degree(Vertex v) const { return degree_[v]; }
  bool member(Vertex v) const { return member_[v] != 0; }

  void add(Vertex v) {
    member_[v] = 1;
    for (std::size_t arc = graph_.offsets[v]; arc < graph_.offsets[v + 1]; ++arc) {
      const Vertex u = graph_.targets[arc];
      degree_[u] += graph_.weight(arc);
      if (links_[u]++ == 0) filed_.push_back(u);
    }
  }
  void remove(Vertex v) {
    for (std::size_t arc = graph_.offsets[v + 1]; arc-- > graph_.offsets[v];) {
      const Vertex u = graph_.targets[arc];
      degree_[u] -= graph_.weight(arc);
      if (--links_[u] == 0) filed_.pop_back();  // last in, first out
    }
    member_[v] = 0;
  }

  std::int64_t largest() const {
    std::int64_t largest = 0;
    for (const Vertex v : filed_) largest = std::max(largest, member_[v] ? 0 : degree_[v]);
    return largest;
  }

  void top_sums(Vertex count, std::vector<std::int64_t>& sums) const {
    std::vector<std::int64_t>& top = scratch_;
    top.clear();
    for (const Vertex v : filed_) {
      if (!member_[v]) top.push_back(degree_[v]);
    }
    const std::size_t taken = std::min<std::size_t>(count, top.size());
    std::partial_sort(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(taken), top.end(),
                      std::greater<>());
    sums.assign(1, 0);
    for (std::size_t i = 0; i < count; ++i) sums.push_back(sums.back() + (i < taken ? top[i] : 0));
  }

  template <class Accepts, class Visit>
  void for_each(Accepts&& accepts, Visit&& visit) const {
    for (const Vertex v : filed_) {
      if (!member_[v] && accepts(degree_[v])) visit(v, degree_[v]);
    }
  }

 private:
  const SearchGraph& graph_;
  std::vector<std::int64_t> degree_;
  std::vector<std::uint32_t> links_;
  std::vector<char> member_;
  std::vector<Vertex> filed_;
  mutable std::vector<std::int64_t> scratch_;
};

}  // namespace lode::subgraph::detail
