#include "graph/numbering.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace lode::cluster {
namespace {

/// Number of names that divide a rank's names into parts of equal work.
constexpr std::size_t samples_per_rank = 256;

/// Positions of names in increasing order.
template <class List>
std::vector<std::uint32_t> increasing_order(const List& names) {
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
  return order;
}

/// Names in increasing order with their numbers of arcs.
template <class List>
struct CountedNames {
  List names;
  std::vector<std::uint64_t> arcs;
};

/// Numbers ids or labels.
template <class List>
class Numberer {
 public:
  Numberer(List names, const LocalEdges& edges, const Ranks& ranks)
      : names_(std::move(names)),
        edges_(edges),
        ranks_(ranks),
        size_(static_cast<std::size_t>(ranks.size())) {}

  /// Returns the names of this rank's range, and fills in the rest of `numbering`.
  List number(Numbering& numbering) {
    ranks_.together([&] { sort_names(); });
    const List splitters = find_splitters();
    std::vector<std::uint64_t> counts, from;
    ranks_.together([&] {
      counts = count_by_range(sorted_.names, splitters);
      counts.resize(size_, 0);
    });
    CountedNames<List> come;
    come.names = exchange(sorted_.names, counts, from, ranks_);
    come.arcs = ranks_.template exchange<std::uint64_t>(sorted_.arcs, counts, from);
    List owned;
    std::vector<std::uint64_t> numbers;
    ranks_.together([&] {
      sorted_ = {};
      owned = merge(std::exchange(come, {}), numbering.arcs, numbers);
    });
    numbering.first.assign(1, 0);
    for (const std::uint64_t count : ranks_.gather(owned.size())) {
      numbering.first.push_back(numbering.first.back() + count);
    }
    for (std::uint64_t& number : numbers) number += numbering.first[static_cast<std::size_t>(ranks_.rank())];
    std::vector<std::uint64_t> back;
    numbers = ranks_.template exchange<std::uint64_t>(numbers, from, back);
    ranks_.together([&] {
      numbering.number_of_local.resize(order_.size());
      for (std::size_t i = 0; i < order_.size(); ++i) numbering.number_of_local[order_[i]] = numbers[i];
    });
    return owned;
  }

 private:
  void sort_names() {
    std::vector<std::uint64_t> arcs(names_.size(), 0);
    for (const auto& chunk : edges_.chunks) {
      for (const std::uint32_t end : chunk) ++arcs[end];
    }
    order_ = increasing_order(names_);
    for (const std::uint32_t local : order_) {
      sorted_.names.add(names_[local]);
      sorted_.arcs.push_back(arcs[local]);
    }
    names_ = {};
  }

  /// The last names of ranks 0, 1, ...: ends of ranges with about equal numbers of arcs.
  List find_splitters() {
    CountedNames<List> copies;
    std::vector<std::uint64_t> counts, from;
    ranks_.together([&] {
      const CountedNames<List> samples = my_samples();
      counts.assign(size_, samples.arcs.size());
      for (std::size_t i = 0; i < size_ * samples.arcs.size(); ++i) {
        copies.names.add(samples.names[i % samples.arcs.size()]);
        copies.arcs.push_back(samples.arcs[i % samples.arcs.size()]);
      }
    });
    CountedNames<List> come;
    come.names = exchange(copies.names, counts, from, ranks_);
    come.arcs = ranks_.template exchange<std::uint64_t>(copies.arcs, counts, from);
    const std::uint64_t total = std::accumulate(come.arcs.begin(), come.arcs.end(), std::uint64_t{0});
    List splitters;
    std::uint64_t before = 0;
    for (const std::uint32_t i : increasing_order(come.names)) {
      before += come.arcs[i];
      while (splitters.size() + 1 < size_ && before * size_ >= total * (splitters.size() + 1)) {
        splitters.add(come.names[i]);
      }
    }
    return splitters;
  }

  CountedNames<List> my_samples() const {
    std::uint64_t total = 0;
    for (const std::uint64_t arcs : sorted_.arcs) total += arcs + 1;
    const std::uint64_t stretch = total / samples_per_rank + 1;
    CountedNames<List> samples;
    std::uint64_t arcs = 0;
    for (std::size_t i = 0; i < sorted_.arcs.size(); ++i) {
      arcs += sorted_.arcs[i] + 1;
      if (arcs < stretch && i + 1 < sorted_.arcs.size()) continue;
      samples.names.add(List::sample_of(sorted_.names[i]));
      samples.arcs.push_back(std::exchange(arcs, 0));
    }
    return samples;
  }

  /// The distinct names of `come`, with their arcs, and the position of each name of `come` among them.
  static List merge(const CountedNames<List>& come, std::vector<std::uint64_t>& arcs,
                    std::vector<std::uint64_t>& places) {
    List names;
    places.resize(come.arcs.size());
    for (const std::uint32_t i : increasing_order(come.names)) {
      if (names.size() == 0 || names[names.size() - 1] != come.names[i]) {
        names.add(come.names[i]);
        arcs.push_back(0);
      }
      arcs.back() += come.arcs[i];
      places[i] = names.size() - 1;
    }
    return names;
  }

  List names_;  ///< names by local number
  const LocalEdges& edges_;
  const Ranks& ranks_;
  std::size_t size_;
  std::vector<std::uint32_t> order_;  ///< local numbers by increasing name
  CountedNames<List> sorted_;
};

}  // namespace

Numbering number_vertices(LocalEdges& edges, const Ranks& ranks) {
  Numbering numbering;
  numbering.names.labelled = edges.names.labelled;
  if (edges.names.labelled) {
    numbering.names.labels = Numberer(std::move(edges.names.labels), edges, ranks).number(numbering);
  } else {
    numbering.names.ids = Numberer(std::move(edges.names.ids), edges, ranks).number(numbering);
  }
  return numbering;
}

}  // namespace lode::cluster
