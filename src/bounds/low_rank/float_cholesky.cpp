#include "bounds/low_rank/float_cholesky.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <tbb/parallel_for.h>

#include "core/linalg/multiply.hpp"
#include "core/linalg/vector_kernels.hpp"

namespace lode::subgraph::detail {
namespace {

/// Columns of a panel, and rows of a task.
constexpr std::size_t panel_width = 64;
constexpr std::size_t row_block = 256;
/// Columns of the factor that are taken off at a time.
constexpr std::size_t depth_panels = 4;

double rounded_to_float(double x) { return static_cast<double>(static_cast<float>(x)); }

/// body(first, last, block) for blocks of rows that cover first ... last.
template <class Body>
void over_row_blocks(std::size_t begin, std::size_t end, Body&& body) {
  const std::size_t blocks = (end - begin + row_block - 1) / row_block;
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
    body(begin + b * row_block, std::min(end, begin + (b + 1) * row_block), b);
  });
}

}  // namespace

/// Takes off what the columns before `first` hold.
void FloatCholesky::update(std::size_t first, std::size_t last, std::span<double> panel,
                           const std::function<bool()>& stop) const {
  const std::size_t width = last - first;
  std::vector<double> top(first * width);  // row j of the factor is column j here
  tbb::parallel_for(std::size_t{0}, first / panel_width, [&](std::size_t p) {
    const std::size_t begin = p * panel_width;
    for (std::size_t k = 0; k < panel_width; ++k) {
      const float* const column = panels_[p].data() + k * (n_ - begin) + (first - begin);
      std::copy_n(column, width, top.data() + (begin + k) * width);
    }
  });
  over_row_blocks(first, n_, [&](std::size_t row, std::size_t row_end, std::size_t) {
    const std::size_t rows = row_end - row;
    std::vector<double> left(rows * panel_width * depth_panels);
    for (std::size_t p = 0; p < first / panel_width && !stop(); p += depth_panels) {
      const std::size_t group = std::min(depth_panels, first / panel_width - p);
      for (std::size_t k = 0; k < group * panel_width; ++k) {
        const std::size_t begin = (p + k / panel_width) * panel_width;
        const float* const column =
            panels_[p + k / panel_width].data() + (k % panel_width) * (n_ - begin) + (row - begin);
        std::copy_n(column, rows, left.data() + k * rows);
      }
      lode::detail::add_product(
          rows, width, group * panel_width, -1.0, lode::detail::column_major(left.data(), rows),
          lode::detail::column_major(top.data() + p * panel_width * width, width).transposed(),
          panel.data() + (row - first), n_ - first);
    }
  });
}

/// Replaces the panel by its columns of the factor, rounded.
bool FloatCholesky::factor(std::size_t first, std::size_t last, std::span<double> panel) {
  const std::size_t width = last - first;
  const std::size_t stride = n_ - first;
  const auto eliminate = [&](std::size_t row, std::size_t rows, std::size_t j) {
    double* const column = panel.data() + j * stride + row;
    for (std::size_t k = 0; k < j; ++k) {
      lode::detail::vector_kernels().add_scaled(rows, -panel[k * stride + j], panel.data() + k * stride + row,
                                                column);
    }
  };
  for (std::size_t j = 0; j < width; ++j) {
    eliminate(j, width - j, j);
    double* const column = panel.data() + j * stride;
    if (!(column[j] > 0.0)) return false;
    column[j] = rounded_to_float(std::sqrt(column[j]));
    if (!(column[j] > 0.0)) return false;
    for (std::size_t i = j + 1; i < width; ++i) column[i] = rounded_to_float(column[i] / column[j]);
  }
  over_row_blocks(last, n_, [&](std::size_t row, std::size_t row_end, std::size_t) {
    for (std::size_t j = 0; j < width; ++j) {
      eliminate(row - first, row_end - row, j);
      const double pivot = panel[j * stride + j];
      for (std::size_t i = row - first; i < row_end - first; ++i) {
        panel[j * stride + i] = rounded_to_float(panel[j * stride + i] / pivot);
      }
    }
  });
  for (std::size_t j = 0; j < width; ++j) {
    const double* const column = panel.data() + j * stride + j;
    const double length = lode::detail::vector_kernels().dot(stride - j, column, column);
    factor_square_ += length;
    rounded_ += column[0] * column[0] * length;
  }
  return std::isfinite(rounded_);
}

FloatCholesky::Outcome FloatCholesky::compute(std::size_t n, const Fill& fill,
                                              const std::function<bool()>& stop) {
  n_ = n;
  panels_.clear();
  square_ = factor_square_ = rounded_ = 0.0;
  std::vector<double> panel;
  for (std::size_t first = 0; first < n; first += panel_width) {
    if (stop()) return Outcome::stopped;
    const std::size_t last = std::min(n, first + panel_width);
    panel.assign((n - first) * (last - first), 0.0);
    fill(first, last, panel.data());
    // Entries above the diagonal of the panel count too, which makes the norm no smaller.
    square_ += 2.0 * lode::detail::vector_kernels().dot(panel.size(), panel.data(), panel.data());
    update(first, last, panel, stop);
    if (stop()) return Outcome::stopped;
    if (!factor(first, last, panel)) return Outcome::not_definite;
    panels_.emplace_back(panel.begin(), panel.end());
  }
  return Outcome::done;
}

double FloatCholesky::error() const {
  const double gamma = 2.0 * (static_cast<double>(n_) + 8.0) * 0x1p-53;
  const double room = 1.0 + 1e-6;  // for the rounding of these sums
  // Numbers below the smallest of single precision are off by 2^-150 at most.
  const double tiny = static_cast<double>(n_) * 0x1p-100;
  return room * (0x1p-23 * std::sqrt(rounded_) + gamma * (std::sqrt(square_) + factor_square_)) + tiny;
}

}  // namespace lode::subgraph::detail
