#include "graph/numbering.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace lode::cluster {
namespace {

/// Ids that cut what a rank has into stretches of equal work.
constexpr std::size_t samples_per_rank = 256;

struct Sample {
  std::uint64_t id = 0;
  std::uint64_t arcs = 0;
};

class Numberer {
 public:
  Numberer(const LocalEdges& edges, const Ranks& ranks)
      : edges_(edges), ranks_(ranks), size_(static_cast<std::size_t>(ranks.size())) {}

  Numbering number() {
    ranks_.together([&] {
      count_arcs();
      sort_ids();
    });
    std::vector<std::uint64_t> counts;
    const std::vector<std::uint64_t> splitters = find_splitters();
    ranks_.together([&] {
      counts.assign(size_, 0);
      for (const std::uint64_t id : sorted_ids_) {
        const auto owner = std::upper_bound(splitters.begin(), splitters.end(), id) - splitters.begin();
        ++counts[static_cast<std::size_t>(owner)];
      }
    });
    std::vector<std::uint64_t> from;
    const std::vector<std::uint64_t> come = ranks_.exchange<std::uint64_t>(sorted_ids_, counts, from);
    const std::vector<std::uint64_t> arcs = ranks_.exchange<std::uint64_t>(sorted_arcs_, counts, from);
    ranks_.together([&] {
      sorted_ids_ = {};
      sorted_arcs_ = {};
      merge(come, arcs);
    });
    share_ranges();
    answer(come, from);
    return std::move(numbering_);
  }

 private:
  void count_arcs() {
    arcs_.assign(edges_.ids.size(), 0);
    for (const auto& chunk : edges_.chunks) {
      for (const std::uint32_t end : chunk) ++arcs_[end];
    }
  }

  void sort_ids() {
    order_.resize(edges_.ids.size());
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return edges_.ids[a] < edges_.ids[b]; });
    for (const std::uint32_t local : order_) {
      sorted_ids_.push_back(edges_.ids[local]);
      sorted_arcs_.push_back(arcs_[local]);
    }
    arcs_ = {};
  }

  /// The first ids of ranks 1, 2, ... : ends of stretches of about equally many arcs.
  std::vector<std::uint64_t> find_splitters() {
    std::vector<Sample> samples = my_samples();
    const std::vector<std::uint64_t> counts(size_, samples.size());
    std::vector<Sample> copies;
    for (std::size_t r = 0; r < size_; ++r) copies.insert(copies.end(), samples.begin(), samples.end());
    std::vector<std::uint64_t> from;
    samples = ranks_.exchange<Sample>(copies, counts, from);
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.id < b.id; });
    std::uint64_t total = 0;
    for (const Sample& sample : samples) total += sample.arcs;
    std::vector<std::uint64_t> splitters;
    std::uint64_t before = 0;
    for (const Sample& sample : samples) {
      before += sample.arcs;
      while (splitters.size() + 1 < size_ && before * size_ >= total * (splitters.size() + 1)) {
        splitters.push_back(sample.id + (sample.id < UINT64_MAX ? 1 : 0));
      }
    }
    splitters.resize(size_ - 1, UINT64_MAX);
    return splitters;
  }

  std::vector<Sample> my_samples() const {
    std::uint64_t total = 0;
    for (const std::uint64_t arcs : sorted_arcs_) total += arcs + 1;
    const std::uint64_t stretch = total / samples_per_rank + 1;
    std::vector<Sample> samples;
    std::uint64_t arcs = 0;
    for (std::size_t i = 0; i < sorted_ids_.size(); ++i) {
      arcs += sorted_arcs_[i] + 1;
      if (arcs < stretch && i + 1 < sorted_ids_.size()) continue;
      samples.push_back({sorted_ids_[i], arcs});
      arcs = 0;
    }
    return samples;
  }

  void merge(std::span<const std::uint64_t> ids, std::span<const std::uint64_t> arcs) {
    numbering_.ids.assign(ids.begin(), ids.end());
    std::sort(numbering_.ids.begin(), numbering_.ids.end());
    numbering_.ids.erase(std::unique(numbering_.ids.begin(), numbering_.ids.end()), numbering_.ids.end());
    numbering_.ids.shrink_to_fit();
    numbering_.arcs.assign(numbering_.ids.size(), 0);
    for (std::size_t i = 0; i < ids.size(); ++i) numbering_.arcs[place(ids[i])] += arcs[i];
  }
  std::size_t place(std::uint64_t id) const {
    return static_cast<std::size_t>(std::lower_bound(numbering_.ids.begin(), numbering_.ids.end(), id) -
                                    numbering_.ids.begin());
  }

  void share_ranges() {
    numbering_.first.assign(1, 0);
    for (const std::uint64_t count : ranks_.gather(numbering_.ids.size())) {
      numbering_.first.push_back(numbering_.first.back() + count);
    }
    numbering_.vertices = numbering_.first.back();
  }

  void answer(std::span<const std::uint64_t> asked, std::span<const std::uint64_t> from) {
    const std::uint64_t first = numbering_.first[static_cast<std::size_t>(ranks_.rank())];
    std::vector<std::uint64_t> numbers;
    ranks_.together([&] {
      numbers.reserve(asked.size());
      for (const std::uint64_t id : asked) numbers.push_back(first + place(id));
    });
    std::vector<std::uint64_t> back;
    const std::vector<std::uint64_t> sorted = ranks_.exchange<std::uint64_t>(numbers, from, back);
    ranks_.together([&] {
      numbering_.number_of_local.resize(order_.size());
      for (std::size_t i = 0; i < order_.size(); ++i) numbering_.number_of_local[order_[i]] = sorted[i];
    });
  }

  const LocalEdges& edges_;
  const Ranks& ranks_;
  std::size_t size_;
  std::vector<std::uint64_t> arcs_;   ///< by local number
  std::vector<std::uint32_t> order_;  ///< local numbers by increasing id
  std::vector<std::uint64_t> sorted_ids_, sorted_arcs_;
  Numbering numbering_;
};

}  // namespace

Numbering number_vertices(const LocalEdges& edges, const Ranks& ranks) {
  return Numberer(edges, ranks).number();
}

}  // namespace lode::cluster
