#pragma once

#include <cstddef>

#include <lode/core/error.hpp>
#include <lode/core/types.hpp>

namespace lode::subgraph {

/// No connected set of s vertices was found that holds all vertices to include. With two of them, there is
/// none.
class NotJoined : public InvalidArgument {
 public:
  /// `smallest`: the size of the smallest connected set found that holds all `included` vertices.
  NotJoined(std::size_t included, Vertex s, Vertex smallest);

  Vertex smallest() const { return smallest_; }

 private:
  Vertex smallest_;
};

}  // namespace lode::subgraph
