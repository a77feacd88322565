#pragma once

// The innermost part of support search: all sets of up to 24 variables. The number of remaining variables is
// known at compile time, so that the loops over the last twelve variables are unrolled.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "hybrid/block/checks.hpp"

namespace lode::hybrid::detail {

/// The best set met so far. Sets are compared by net gain: the gain less lambda per member.
struct BestSupport {
  std::uint64_t chosen = 0;
  double gain = 0.0;
  bool found = false;
  bool certain = true;  ///< false: a variable that was left out as dependent may gain

  void offer(double net, std::uint64_t set) {
    if (net > gain) {
      gain = net;
      chosen = set;
      found = true;
    }
  }
};

/// What a subtree has fixed. Its sets hold `chosen`, whose gain is `gain`. Bit 0 of a subset stands for the
/// first remaining variable, whose number is `first`.
struct Prefix {
  std::uint64_t chosen = 0;
  double gain = 0.0;
  int first = 0;

  Prefix without_first() const { return {chosen, gain, first + 1}; }
  std::uint64_t with(std::uint64_t subset) const { return chosen | subset << first; }
};

/// What a variable must keep of its square and of its linear term beside those chosen before it.
struct DependenceLimits {
  double square = 0.0;  ///< when no more is left, the variable counts as dependent and is left out
  double pull = 0.0;    ///< when no more is left, that is rounding: the variable would gain nothing

  /// Whether to leave the variable out; best.certain is false when it may gain.
  bool leave_out(double square_left, double pull_left, BestSupport& best) const {
    if (square_left > square) return false;
    if (std::abs(pull_left) > pull) best.certain = false;
    return true;
  }
};

class SupportTree {
 public:
  static constexpr int max_size = 24;
  static constexpr std::ptrdiff_t stride = 24;

  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): buffers_ are filled on the way down.
  SupportTree(BestSupport& best, const DependenceLimits* limits, double lambda)
      : best_(best), limits_(limits), lambda_(lambda) {}

  /// All 2^r sets of the remaining r variables.
  void all(int r, const double* s, const double* z, const Prefix& prefix) {
    all_of(r, s, z, prefix, std::make_integer_sequence<int, max_size + 1>());
  }

  /// All sets of `take` of them (fewer only where variables depend on others); lambda is not looked at.
  void exactly(int r, int take, const double* s, const double* z, const Prefix& prefix) {
    exactly_of(r, take, s, z, prefix, std::make_integer_sequence<int, max_size + 1>());
  }

 private:
  template <int... Sizes>
  void all_of(int r, const double* s, const double* z, const Prefix& prefix,
              std::integer_sequence<int, Sizes...>) {
    using Member = void (SupportTree::*)(const double*, const double*, const Prefix&);
    static constexpr std::array<Member, sizeof...(Sizes)> table{&SupportTree::every<Sizes>...};
    (this->*table[static_cast<std::size_t>(r)])(s, z, prefix);
  }

  template <int... Sizes>
  void exactly_of(int r, int take, const double* s, const double* z, const Prefix& prefix,
                  std::integer_sequence<int, Sizes...>) {
    using Member = void (SupportTree::*)(int, const double*, const double*, const Prefix&);
    static constexpr std::array<Member, sizeof...(Sizes)> table{&SupportTree::some<Sizes>...};
    (this->*table[static_cast<std::size_t>(r)])(take, s, z, prefix);
  }

  bool dependent(double square, double pull, int variable) {
    return limits_[variable].leave_out(square, pull, best_);
  }

  /// Whether what is left of a square is rounding, with which no gain can be compared.
  bool is_too_little(double square, int variable) const { return !(square > limits_[variable].square); }

  /// Schur complement of the first of R variables, into this level's buffer.
  template <int R>
  static void eliminate(const double* s, const double* z, double* child, double* child_z) {
    if constexpr (R <= most_unrolled) {
      eliminate_first(R, s, z, child, child_z);
    } else {
      eliminate_first_of_many(R, s, z, child, child_z);
    }
  }

  /// With more variables than this, few sets are met: unrolled loops would only add code.
  static constexpr int most_unrolled = 12;

  [[gnu::always_inline]] static void eliminate_first(int r, const double* s, const double* z, double* child,
                                                     double* child_z) {
    const double inverse = 1.0 / s[0];
    const double step = z[0] * inverse;
    const double* const top = s + 1;
    for (int j = 0; j < r - 1; ++j) child_z[j] = z[j + 1] - top[j] * step;
    for (int i = 0; i < r - 1; ++i) {
      const double share = top[i] * inverse;
      const double* const row = s + (i + 1) * stride + 1;
      for (int j = 0; j < r - 1; ++j) child[i * stride + j] = row[j] - share * top[j];
    }
  }

  [[gnu::noinline]] static void eliminate_first_of_many(int r, const double* s, const double* z,
                                                        double* child, double* child_z) {
    eliminate_first(r, s, z, child, child_z);
  }

  template <int R>
  double* buffer() {
    return buffers_.data() + static_cast<std::size_t>(R * stride * (stride + 1));
  }

  template <int R>
  void every(const double* s, const double* z, const Prefix& prefix) {
    if constexpr (R == 0) {
      best_.offer(prefix.gain, prefix.chosen);
    } else if constexpr (R == 1) {
      best_.offer(prefix.gain, prefix.chosen);
      if (!dependent(s[0], z[0], prefix.first)) {
        best_.offer(prefix.gain + 0.5 * z[0] * z[0] / s[0] - lambda_, prefix.with(1));
      }
    } else if constexpr (R == 2) {
      every_of_two(s, z, prefix);
    } else {
      if (!dependent(s[0], z[0], prefix.first)) {
        double* const child = buffer<R - 1>();
        double* const child_z = child + stride * stride;
        eliminate<R>(s, z, child, child_z);
        every<R - 1>(child, child_z,
                     {prefix.with(1), prefix.gain + 0.5 * z[0] * z[0] / s[0] - lambda_, prefix.first + 1});
      }
      every<R - 1>(s + stride + 1, z + 1, prefix.without_first());
    }
  }

  /// Four sets, compared with the best without a division.
  void every_of_two(const double* s, const double* z, const Prefix& prefix) {
    best_.offer(prefix.gain, prefix.chosen);
    const double a = s[0];
    const double b = s[1];
    const double c = s[stride + 1];
    const double one = 2.0 * (best_.gain - prefix.gain + lambda_);
    const double two = one + 2.0 * lambda_;
    const double determinant = a * c - b * b;
    const double both = z[0] * (z[0] * c - z[1] * b) + z[1] * (z[1] * a - z[0] * b);
    if (z[0] * z[0] > one * a || z[1] * z[1] > one * c || both > two * determinant ||
        !(determinant > a * limits_[prefix.first + 1].square)) {
      const bool has_first = !dependent(a, z[0], prefix.first);
      const bool has_second = !dependent(c, z[1], prefix.first + 1);
      if (has_first) best_.offer(prefix.gain + 0.5 * z[0] * z[0] / a - lambda_, prefix.with(1));
      if (has_second) best_.offer(prefix.gain + 0.5 * z[1] * z[1] / c - lambda_, prefix.with(2));
      if (has_first && has_second && !dependent(determinant / a, z[1] - z[0] * b / a, prefix.first + 1)) {
        best_.offer(prefix.gain + 0.5 * both / determinant - 2.0 * lambda_, prefix.with(3));
      }
    }
  }

  template <int R>
  void some(int take, const double* s, const double* z, const Prefix& prefix) {
    if (take == 0 || R == 0) {
      best_.offer(prefix.gain, prefix.chosen);
      return;
    }
    if constexpr (R > 0) {
      if (take == 1) return one_of(R, s, z, prefix);
      if (take == 2 && R > 2) return two_of(R, s, z, prefix);
      if (!dependent(s[0], z[0], prefix.first)) {
        double* const child = buffer<R - 1>();
        double* const child_z = child + stride * stride;
        eliminate<R>(s, z, child, child_z);
        some<R - 1>(take - 1, child, child_z,
                    {prefix.with(1), prefix.gain + 0.5 * z[0] * z[0] / s[0], prefix.first + 1});
        if (take >= R) return;
      }
      some<R - 1>(take, s + stride + 1, z + 1, prefix.without_first());
    }
  }

  void one_of(int r, const double* s, const double* z, const Prefix& prefix) {
    best_.offer(prefix.gain, prefix.chosen);
    for (int i = 0; i < r; ++i) {
      const double square = s[i * (stride + 1)];
      const bool may_gain = z[i] * z[i] > 2.0 * (best_.gain - prefix.gain) * square;
      if ((may_gain || is_too_little(square, prefix.first + i)) &&
          !dependent(square, z[i], prefix.first + i)) {
        best_.offer(prefix.gain + 0.5 * z[i] * z[i] / square, prefix.with(bit(i)));
      }
    }
  }

  void two_of(int r, const double* s, const double* z, const Prefix& prefix) {
    std::array<double, max_size> squares;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (int i = 0; i < r; ++i) squares[static_cast<std::size_t>(i)] = s[i * (stride + 1)];
    one_of(1, s + (r - 1) * (stride + 1), z + r - 1, {prefix.chosen, prefix.gain, prefix.first + r - 1});
    for (int i = 0; i + 1 < r; ++i) {
      const double square = squares[static_cast<std::size_t>(i)];
      if (dependent(square, z[i], prefix.first + i)) continue;
      const double inverse = 1.0 / square;
      const double step = z[i] * inverse;
      const double gain = prefix.gain + 0.5 * z[i] * step;
      best_.offer(gain, prefix.with(bit(i)));
      const double* const row = s + i * stride;
      double needed = 2.0 * (best_.gain - gain);
      for (int j = i + 1; j < r; ++j) {
        const double numerator = z[j] - row[j] * step;
        const double left = squares[static_cast<std::size_t>(j)] - row[j] * row[j] * inverse;
        const bool may_gain = numerator * numerator > needed * left;
        if ((may_gain || is_too_little(left, prefix.first + j)) &&
            !dependent(left, numerator, prefix.first + j)) {
          best_.offer(gain + 0.5 * numerator * numerator / left, prefix.with(bit(i) | bit(j)));
          needed = 2.0 * (best_.gain - gain);
        }
      }
    }
  }

  BestSupport& best_;
  const DependenceLimits* limits_;
  double lambda_;
  std::array<double, static_cast<std::size_t>((max_size + 1) * stride * (stride + 1))> buffers_;
};

}  // namespace lode::hybrid::detail
