#pragma once

#include <cstddef>

namespace lode::detail {

/// A square matrix of n rows that somebody else owns, row-major, with int indices; `data` has n * n values
/// and outlives the view. Indices are not checked.
template <class Value>
struct BasicSquareView {
  Value* data = nullptr;
  int n = 0;

  Value* row(int i) const { return data + std::ptrdiff_t{i} * n; }
  Value& operator()(int i, int j) const { return row(i)[j]; }
};

using SquareView = BasicSquareView<const double>;
using MutableSquareView = BasicSquareView<double>;

}  // namespace lode::detail
