#include "graph/numbering.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lode::cluster {
namespace {

using Values = std::vector<std::uint64_t>;

/// Number of ids that divide a rank's ids into parts of equal work.
constexpr std::size_t samples_per_rank = 256;

/// Ids with their numbers of arcs.
struct CountedIds {
  Values ids;
  Values arcs;

  void add(std::uint64_t id, std::uint64_t count) {
    ids.push_back(id);
    arcs.push_back(count);
  }
};

/// Positions of ids in increasing order.
std::vector<std::uint32_t> increasing_order(const Values& ids) {
  std::vector<std::uint32_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return ids[a] < ids[b]; });
  return order;
}

class Numberer {
 public:
  Numberer(LocalEdges& edges, const Ranks& ranks)
      : edges_(edges), ranks_(ranks), size_(static_cast<std::size_t>(ranks.size())) {}

  Numbering number() {
    ranks_.together([&] { sort_ids(); });
    const Values splitters = find_splitters();
    Values counts(size_, 0), from;
    for (std::size_t i = 0, r = 0; i < sorted_.ids.size(); ++i) {
      while (r < splitters.size() && splitters[r] < sorted_.ids[i]) ++r;
      ++counts[r];
    }
    const CountedIds come = exchange(sorted_, counts, from);
    Numbering numbering;
    Values numbers;
    ranks_.together([&] {
      sorted_ = {};
      merge(come, numbering, numbers);
    });
    numbering.first.assign(1, 0);
    for (const std::uint64_t count : ranks_.gather(numbering.ids.size())) {
      numbering.first.push_back(numbering.first.back() + count);
    }
    for (std::uint64_t& number : numbers) number += numbering.first[static_cast<std::size_t>(ranks_.rank())];
    Values back;
    numbers = ranks_.exchange<std::uint64_t>(numbers, from, back);
    ranks_.together([&] {
      numbering.number_of_local.resize(order_.size());
      for (std::size_t i = 0; i < order_.size(); ++i) numbering.number_of_local[order_[i]] = numbers[i];
    });
    return numbering;
  }

 private:
  CountedIds exchange(const CountedIds& values, const Values& counts, Values& from) const {
    CountedIds come;
    come.ids = ranks_.exchange<std::uint64_t>(values.ids, counts, from);
    come.arcs = ranks_.exchange<std::uint64_t>(values.arcs, counts, from);
    return come;
  }

  void sort_ids() {
    Values arcs(edges_.ids.size(), 0);
    for (const auto& chunk : edges_.chunks) {
      for (const std::uint32_t end : chunk) ++arcs[end];
    }
    order_ = increasing_order(edges_.ids);
    for (const std::uint32_t local : order_) sorted_.add(edges_.ids[local], arcs[local]);
    edges_.ids = {};
  }

  /// The last ids of ranks 0, 1, ...: ends of ranges with about equal numbers of arcs.
  Values find_splitters() const {
    CountedIds copies;
    Values counts, from;
    ranks_.together([&] {
      const CountedIds samples = my_samples();
      counts.assign(size_, samples.ids.size());
      for (std::size_t r = 0; r < size_; ++r) {
        for (std::size_t i = 0; i < samples.ids.size(); ++i) copies.add(samples.ids[i], samples.arcs[i]);
      }
    });
    const CountedIds come = exchange(copies, counts, from);
    const std::uint64_t total = std::accumulate(come.arcs.begin(), come.arcs.end(), std::uint64_t{0});
    Values splitters;
    std::uint64_t before = 0;
    for (const std::uint32_t i : increasing_order(come.ids)) {
      before += come.arcs[i];
      while (splitters.size() + 1 < size_ && before * size_ >= total * (splitters.size() + 1)) {
        splitters.push_back(come.ids[i]);
      }
    }
    return splitters;
  }

  CountedIds my_samples() const {
    std::uint64_t total = 0;
    for (const std::uint64_t arcs : sorted_.arcs) total += arcs + 1;
    const std::uint64_t stretch = total / samples_per_rank + 1;
    CountedIds samples;
    std::uint64_t arcs = 0;
    for (std::size_t i = 0; i < sorted_.ids.size(); ++i) {
      arcs += sorted_.arcs[i] + 1;
      if (arcs < stretch && i + 1 < sorted_.ids.size()) continue;
      samples.add(sorted_.ids[i], std::exchange(arcs, 0));
    }
    return samples;
  }

  /// The distinct ids of `come`, with their arcs, and the position of each id of `come` among them.
  static void merge(const CountedIds& come, Numbering& numbering, Values& places) {
    places.resize(come.ids.size());
    for (const std::uint32_t i : increasing_order(come.ids)) {
      if (numbering.ids.empty() || numbering.ids.back() != come.ids[i]) {
        numbering.ids.push_back(come.ids[i]);
        numbering.arcs.push_back(0);
      }
      numbering.arcs.back() += come.arcs[i];
      places[i] = numbering.ids.size() - 1;
    }
  }

  LocalEdges& edges_;
  const Ranks& ranks_;
  std::size_t size_;
  std::vector<std::uint32_t> order_;  ///< local numbers by increasing id
  CountedIds sorted_;
};

}  // namespace

Numbering number_vertices(LocalEdges& edges, const Ranks& ranks) { return Numberer(edges, ranks).number(); }

}  // namespace lode::cluster
