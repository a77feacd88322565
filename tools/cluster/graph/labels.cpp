#include "graph/labels.hpp"

#include <algorithm>
#include <utility>

#include <tbb/task_arena.h>

#include <lode/core/error.hpp>

#include "io/csr/label_order.hpp"

namespace lode::cluster {
namespace {

/// Labels that cut those of all ranks into ranges, and bytes of them that do so.
constexpr std::size_t samples_per_rank = 256;
constexpr std::size_t sample_bytes = 256;

/// The labels of a table by increasing bytes, under their numbers in it.
std::vector<detail::OrderedLabel> sorted_labels(const detail::LabelTable<>& table) {
  std::vector<detail::OrderedLabel> sorted;
  sorted.reserve(table.size());
  table.for_each([&](detail::LabelRecord record) { sorted.push_back({0, record}); });
  tbb::task_arena(1).execute([&] { detail::sort_labels(sorted); });
  return sorted;
}

LabelList list_of(std::span<const detail::OrderedLabel> sorted) {
  std::size_t bytes = 0;
  for (const detail::OrderedLabel& label : sorted) bytes += label.record.label().size();
  LabelList list;
  list.begin.reserve(sorted.size() + 1);
  list.characters.reserve(bytes);
  for (const detail::OrderedLabel& label : sorted) list.add(label.record.label());
  return list;
}

/// The first counts[0] labels go to rank 0, and so on; `from` tells how many came from each.
LabelList exchange(const LabelList& labels, std::span<const std::uint64_t> counts,
                   std::vector<std::uint64_t>& from, const Ranks& ranks) {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint64_t> bytes, bytes_from;
  ranks.together([&] {
    sizes.reserve(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      sizes.push_back(static_cast<std::uint32_t>(labels[i].size()));
    }
    std::size_t at = 0;
    for (const std::uint64_t count : counts) {
      bytes.push_back(labels.begin[at + count] - labels.begin[at]);
      at += count;
    }
  });
  LabelList come;
  sizes = ranks.exchange<std::uint32_t>(sizes, counts, from);
  come.characters = ranks.exchange<char>(labels.characters, bytes, bytes_from);
  ranks.together([&] {
    come.begin.reserve(sizes.size() + 1);
    for (const std::uint32_t size : sizes) come.begin.push_back(come.begin.back() + size);
  });
  return come;
}

class LabelNumberer {
 public:
  LabelNumberer(LocalEdges& edges, const Ranks& ranks) : edges_(edges), ranks_(ranks) {}

  LabelList number() {
    ranks_.together([&] { sort(); });
    std::vector<std::uint64_t> from, back;
    LabelList come = exchange(sorted_, ranges(), from, ranks_);
    LabelList owned;
    std::vector<std::uint64_t> numbers;
    ranks_.together([&] {
      sorted_ = {};
      owned = merge(std::exchange(come, {}), numbers);
    });
    const std::uint64_t first = ranks_.sum_before(owned.size());
    for (std::uint64_t& number : numbers) number += first;
    numbers = ranks_.exchange<std::uint64_t>(numbers, from, back);
    ranks_.together([&] {
      edges_.ids.resize(order_.size());
      for (std::size_t i = 0; i < order_.size(); ++i) edges_.ids[order_[i]] = numbers[i];
    });
    return owned;
  }

 private:
  void sort() {
    const std::vector<detail::OrderedLabel> sorted = sorted_labels(edges_.labels);
    sorted_ = list_of(sorted);
    order_.reserve(sorted.size());
    for (const detail::OrderedLabel& label : sorted) order_.push_back(label.record.number());
    edges_.labels = {};
  }

  /// How many of the sorted labels each rank owns. Every sample stands for about equally many bytes.
  std::vector<std::uint64_t> ranges() {
    const auto size = static_cast<std::size_t>(ranks_.size());
    const std::uint64_t total = ranks_.sum(sorted_.characters.size() + sorted_.size());
    LabelList copies;
    std::vector<std::uint64_t> counts;
    ranks_.together([&] {
      const LabelList samples = sample(total / (samples_per_rank * size) + 1);
      for (std::size_t r = 0; r < size; ++r) {
        for (std::size_t i = 0; i < samples.size(); ++i) copies.add(samples[i]);
      }
      counts.assign(size, samples.size());
    });
    std::vector<std::uint64_t> from;
    const LabelList come = exchange(copies, counts, from, ranks_);
    ranks_.together([&] {
      std::vector<std::string_view> samples, splitters;
      for (std::size_t i = 0; i < come.size(); ++i) samples.push_back(come[i]);
      std::sort(samples.begin(), samples.end());
      for (std::size_t r = 1; r < size && !samples.empty(); ++r) {
        splitters.push_back(samples[r * samples.size() / size]);
      }
      counts = count_by_range(sorted_, splitters);
      counts.resize(size, 0);
    });
    return counts;
  }

  LabelList sample(std::uint64_t stretch) const {
    LabelList samples;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      bytes += sorted_[i].size() + 1;
      if (bytes < stretch) continue;
      samples.add(sorted_[i].substr(0, sample_bytes));
      bytes = 0;
    }
    return samples;
  }

  /// The different ones of `labels`, increasing, and the place of each of `labels` among them.
  static LabelList merge(LabelList labels, std::vector<std::uint64_t>& places) {
    detail::LabelTable<> table;
    places.reserve(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (!table.has_room(labels[i])) throw SystemError("a rank owns 32 GiB of labels: use more ranks");
      places.push_back(table.number(labels[i], table.hash(labels[i])));
    }
    labels = {};
    const std::vector<detail::OrderedLabel> sorted = sorted_labels(table);
    std::vector<std::uint64_t> place_of(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) place_of[sorted[i].record.number()] = i;
    for (std::uint64_t& place : places) place = place_of[place];
    return list_of(sorted);
  }

  LocalEdges& edges_;
  const Ranks& ranks_;
  LabelList sorted_;                  ///< different labels of this rank
  std::vector<std::uint32_t> order_;  ///< their local numbers
};

}  // namespace

std::vector<std::uint64_t> count_by_range(const LabelList& labels,
                                          std::span<const std::string_view> splitters) {
  std::vector<std::uint64_t> counts(splitters.size() + 1, 0);
  std::size_t r = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    while (r < splitters.size() && splitters[r] < labels[i]) ++r;
    ++counts[r];
  }
  return counts;
}

LabelList number_labels(LocalEdges& edges, const Ranks& ranks) {
  return LabelNumberer(edges, ranks).number();
}

LabelList deal_labels(LabelList labels, std::span<const std::uint64_t> first, const Ranks& ranks) {
  const std::uint64_t begin = ranks.sum_before(labels.size());
  const std::uint64_t end = begin + labels.size();
  std::vector<std::uint64_t> counts, from;
  for (std::size_t r = 0; r + 1 < first.size(); ++r) {
    const std::uint64_t low = std::max(begin, first[r]);
    const std::uint64_t high = std::min(end, first[r + 1]);
    counts.push_back(low < high ? high - low : 0);
  }
  return exchange(labels, counts, from, ranks);
}

}  // namespace lode::cluster
