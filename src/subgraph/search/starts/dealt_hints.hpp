#pragma once

#include <cstddef>
#include <span>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// The hints that one searcher begins with, of those dealt out to its team: from `next` on, each `step`-th.
struct DealtHints {
  std::span<const VertexSet> hints = {};
  std::size_t next = 0;
  std::size_t step = 1;

  /// Nothing when all are used.
  const VertexSet* take() {
    if (next >= hints.size()) return nullptr;
    const VertexSet* hint = &hints[next];
    next += step;
    return hint;
  }
};

}  // namespace lode::subgraph::detail
