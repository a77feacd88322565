#include "bounds/low_rank/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

#include "bounds/low_rank/rows.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr int means_rounds = 4;

using Members = std::vector<std::uint32_t>;

struct ClusterSpread {
  double spread = 0.0;
  std::uint32_t cluster = 0;
  /// Largest spread first, then the smaller number.
  bool operator<(const ClusterSpread& other) const {
    return spread != other.spread ? spread < other.spread : cluster > other.cluster;
  }
};

class ClusterSplitter {
 public:
  explicit ClusterSplitter(std::span<const float> v) : v_(v) {}

  double spread(const Members& members) const {
    float sum[low_rank] = {};
    double lengths = 0.0;
    for (const std::uint32_t i : members) {
      lengths += length(row(i));
      row_add(1.0F, row(i), sum);
    }
    return lengths - length(sum);
  }

  /// Both parts; the second is empty where directions do not differ.
  std::pair<Members, Members> split(const Members& members) const {
    float centre[2][low_rank] = {};
    for (const std::uint32_t i : members) row_add(1.0F, row(i), centre[0]);
    const std::uint32_t first = worst_aligned(members, centre[0]);
    const std::uint32_t second = worst_aligned(members, row(first));
    std::copy_n(row(first), low_rank, centre[0]);
    std::copy_n(row(second), low_rank, centre[1]);
    std::pair<Members, Members> parts;
    for (int round = 0; round < means_rounds; ++round) {
      const float scale[2] = {inverse_length(centre[0]), inverse_length(centre[1])};
      parts.first.clear();
      parts.second.clear();
      float next[2][low_rank] = {};
      for (const std::uint32_t i : members) {
        const bool other = row_dot(row(i), centre[1]) * scale[1] > row_dot(row(i), centre[0]) * scale[0];
        (other ? parts.second : parts.first).push_back(i);
        row_add(1.0F, row(i), next[other]);
      }
      if (parts.first.empty() || parts.second.empty()) break;
      std::copy_n(next[0], low_rank, centre[0]);
      std::copy_n(next[1], low_rank, centre[1]);
    }
    if (parts.first.empty()) parts.first.swap(parts.second);
    return parts;
  }

 private:
  const float* row(std::uint32_t i) const { return v_.data() + std::size_t{i} * low_rank; }
  static double length(const float* row) { return std::sqrt(static_cast<double>(row_dot(row, row))); }
  static float inverse_length(const float* row) {
    return static_cast<float>(1.0 / std::max(1e-30, length(row)));
  }

  std::uint32_t worst_aligned(const Members& members, const float* with) const {
    std::uint32_t worst = members.front();
    float least = 2.0F * static_cast<float>(length(with));
    for (const std::uint32_t i : members) {
      const float cosine = row_dot(row(i), with) * inverse_length(row(i));
      if (cosine < least) {
        least = cosine;
        worst = i;
      }
    }
    return worst;
  }

  std::span<const float> v_;
};

}  // namespace

std::vector<std::uint32_t> split_clusters(std::span<const float> v, Clustering& clustering,
                                          std::size_t count) {
  const ClusterSplitter splitter(v);
  std::vector<Members> members(clustering.count);
  for (std::uint32_t i = 0; i < clustering.cluster.size(); ++i) {
    members[clustering.cluster[i]].push_back(i);
  }
  std::vector<std::uint32_t> parent(clustering.count);
  std::iota(parent.begin(), parent.end(), 0U);
  std::priority_queue<ClusterSpread> queue;
  const auto enqueue = [&](std::uint32_t c) {
    if (members[c].size() > 1) queue.push({splitter.spread(members[c]), c});
  };
  for (std::uint32_t c = 0; c < members.size(); ++c) enqueue(c);
  while (members.size() < count && !queue.empty()) {
    const std::uint32_t c = queue.top().cluster;
    queue.pop();
    auto [first, second] = splitter.split(members[c]);
    if (second.empty()) continue;
    const auto made = static_cast<std::uint32_t>(members.size());
    members[c] = std::move(first);
    for (const std::uint32_t i : second) clustering.cluster[i] = made;
    members.push_back(std::move(second));
    parent.push_back(parent[c]);
    enqueue(c);
    enqueue(made);
  }
  clustering.count = members.size();
  return parent;
}

std::vector<float> inherited_between(std::span<const float> between, std::size_t parents,
                                     std::span<const std::uint32_t> parent) {
  const std::size_t count = parent.size();
  std::vector<float> all(count * count, 0.0F);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t d = 0; d < count; ++d) {
      if (parent[c] != parent[d]) all[c * count + d] = between[parent[c] * parents + parent[d]];
    }
  }
  return all;
}

}  // namespace lode::subgraph::detail
