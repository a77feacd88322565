#include "core/peeling.hpp"

#include <algorithm>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

namespace lode::cluster {

Peeling::Peeling(const Rows& rows, const Ghosts& ghosts, const Ranks& ranks)
    : rows_(rows), ghosts_(ghosts), ranks_(ranks) {
  ranks_.together([&] {
    degrees_.resize(rows_.own());
    for (std::size_t v = 0; v < rows_.own(); ++v) degrees_[v] = static_cast<std::uint32_t>(rows_.degree(v));
    left_.assign(rows_.own(), 1);
    cores_.assign(rows_.own(), 0);
    candidates_.resize(rows_.own());
    std::iota(candidates_.begin(), candidates_.end(), std::uint32_t{0});
    losses_.assign(rows_.ghosts.size(), 0);
    lost_.assign(rows_.own(), 0);
  });
}

PeelLevel Peeling::peel_to(std::uint64_t k) {
  const double start = monotonic_clock().seconds();
  const auto below = static_cast<std::uint32_t>(std::min<std::uint64_t>(k, UINT32_MAX));
  below_ = below;
  PeelLevel level{k, 0, 0, 0, 0.0};
  for (const std::uint32_t v : candidates_) {
    if (degrees_[v] < below) remove(v);
  }
  while (ranks_.sum(queue_.size()) > 0) {
    remove_all(below);
    if (ranks_.size() == 1) continue;
    ++level.rounds;
    std::fill(lost_.begin(), lost_.end(), 0);
    ghosts_.add(losses_, lost_);
    std::fill(losses_.begin(), losses_.end(), 0);
    for (const std::uint32_t v : candidates_) {
      if (!left_[v] || lost_[v] == 0) continue;
      degrees_[v] -= lost_[v];
      if (degrees_[v] < below) remove(v);
    }
  }
  std::erase_if(candidates_, [&](std::uint32_t v) { return !left_[v]; });
  std::uint64_t arcs = 0;
  for (const std::uint32_t v : candidates_) arcs += degrees_[v];
  level.vertices = ranks_.sum(candidates_.size());
  level.edges = ranks_.sum(arcs) / 2;
  level.seconds = monotonic_clock().seconds() - start;
  return level;
}

/// Marks a vertex as removed at this level.
void Peeling::remove(std::uint32_t v) {
  left_[v] = 0;
  cores_[v] = below_ - 1;
  queue_.push_back(v);
}

void Peeling::remove_all(std::uint32_t below) {
  while (!queue_.empty()) {
    const std::uint32_t v = queue_.back();
    queue_.pop_back();
    rows_.for_each(v, [&](std::uint32_t u) {
      if (u >= rows_.own()) {
        ++losses_[u - rows_.own()];
      } else if (left_[u] && --degrees_[u] < below) {
        remove(u);
      }
    });
  }
}

std::uint64_t Peeling::least_degree() const {
  std::uint64_t least = UINT64_MAX;
  for (const std::uint32_t v : candidates_) least = std::min<std::uint64_t>(least, degrees_[v]);
  return ranks_.min(least);
}

}  // namespace lode::cluster
