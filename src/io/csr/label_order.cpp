#include "io/csr/label_order.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

namespace lode::detail {
namespace {

constexpr std::size_t small_group = 24;
constexpr std::size_t deepest = 256;  ///< bytes
constexpr std::size_t labels_per_part = std::size_t{1} << 12;

/// The eight bytes from `depth` on, the first one highest, zeros behind the end. depth <= label.size().
std::uint64_t prefix_at(std::string_view label, std::size_t depth) {
  char bytes[8] = {};
  std::copy_n(label.data() + depth, std::min<std::size_t>(8, label.size() - depth), bytes);
  return __builtin_bswap64(std::bit_cast<std::uint64_t>(bytes));
}

void sort_from(std::span<OrderedLabel> labels, std::size_t depth);

/// Sorts labels that agree in their first `depth` bytes, where labels that end before are taken to go on with
/// zeros.
void sort_group(std::span<OrderedLabel> group, std::size_t depth) {
  if (group.size() <= small_group || depth >= deepest) {
    std::sort(group.begin(), group.end(), [](const OrderedLabel& x, const OrderedLabel& y) {
      return x.record.label() < y.record.label();
    });
    return;
  }
  // Those that end here differ in nothing but the number of zero bytes at their end.
  const auto rest = std::partition(group.begin(), group.end(),
                                   [&](const OrderedLabel& x) { return x.record.label().size() <= depth; });
  std::sort(group.begin(), rest, [](const OrderedLabel& x, const OrderedLabel& y) {
    return x.record.label().size() < y.record.label().size();
  });
  sort_from({rest, group.end()}, depth);
}

void sort_from(std::span<OrderedLabel> labels, std::size_t depth) {
  const std::size_t parts = (labels.size() + labels_per_part - 1) / labels_per_part;
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t end = std::min(labels.size(), (part + 1) * labels_per_part);
    for (std::size_t i = part * labels_per_part; i < end; ++i)
      labels[i].prefix = prefix_at(labels[i].record.label(), depth);
  });
  tbb::parallel_sort(labels.begin(), labels.end(),
                     [](const OrderedLabel& x, const OrderedLabel& y) { return x.prefix < y.prefix; });
  std::vector<std::span<OrderedLabel>> groups;
  for (std::size_t begin = 0, end = 0; begin < labels.size(); begin = end) {
    while (end < labels.size() && labels[end].prefix == labels[begin].prefix) ++end;
    if (end - begin > 1) groups.push_back(labels.subspan(begin, end - begin));
  }
  tbb::parallel_for(std::size_t{0}, groups.size(), [&](std::size_t g) { sort_group(groups[g], depth + 8); });
}

}  // namespace

void sort_labels(std::span<OrderedLabel> labels) { sort_from(labels, 0); }

}  // namespace lode::detail
