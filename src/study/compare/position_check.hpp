#pragma once

#include <cstddef>
#include <string>

#include <lode/core/error.hpp>

namespace lode::detail {

/// Errors: InvalidArgument unless `position`, of what `name` says, is below `count`.
inline void check_position(const char* name, std::size_t position, std::size_t count) {
  if (position < count) return;
  throw InvalidArgument(std::string("position of a ") + name, std::to_string(position),
                        "is not below " + std::to_string(count) + ", their number");
}

}  // namespace lode::detail
