#pragma once

#include <cstdint>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"

namespace lode::subgraph::detail {

/// The stream of the seed that a searcher draws from.
inline std::uint64_t kick_stream(int number) {
  const std::uint64_t tag = lode::detail::first_kick_stream + static_cast<std::uint64_t>(number);
  LODE_ASSERT_LIGHT(tag <= lode::detail::last_kick_stream);
  return tag;
}

}  // namespace lode::subgraph::detail
