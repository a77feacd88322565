#include "io/formats/lode/stored_arrays.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>

#include "core/sequential_pass.hpp"

namespace lode::detail {
namespace {

using Range = tbb::blocked_range<std::size_t>;

bool never_falls(std::span<const std::uint64_t> values) {
  std::size_t falls = 0;
  for (std::size_t i = 1; i < values.size(); ++i) falls += values[i] < values[i - 1];
  return falls == 0;
}

/// The finalisation of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
std::uint64_t random_of(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return number ^ (number >> 31);
}

/// What a part of all rows is like.
struct Rows {
  bool good = true;  ///< they hold other vertices, in increasing order
  /// The sum of a random number for every edge that is named at its smaller end, less that for every edge
  /// named at its larger one. It is 0 where both ends name each edge, and else (but by chance) another
  /// number.
  std::uint64_t balance = 0;

  static Rows both(Rows a, Rows b) { return {a.good && b.good, a.balance + b.balance}; }
};

}  // namespace

void check_rising(std::span<const std::uint64_t> values, std::uint64_t begin, std::uint64_t last,
                  std::string_view what, const LodeFailure& fail) {
  if (values.front() == 0 && values.back() == last && never_falls(values)) return;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool wrong = before > values[i] || values[i] > last || (i == 0 && values[i] != 0);
    if (wrong) fail(begin + 8 * i, fmt::format("{} {} is {}, out of order", what, i, values[i]));
    before = values[i];
  }
  if (before != last) {
    fail(begin + 8 * (values.size() - 1), fmt::format("the last {} is {} instead of {}", what, before, last));
  }
}

void LodeArrayCheck::row_lengths() const {
  for (std::size_t v = 0; v + 1 < offsets_.size(); ++v) {
    const ArcIndex length = offsets_[v + 1] - offsets_[v];
    if (length < offsets_.size() - 1) continue;
    fail_(layout_.offsets + 8 * (v + 1), fmt::format("vertex {} has {} neighbours, and the graph {} vertices",
                                                     v, length, offsets_.size() - 1));
  }
}

std::size_t LodeArrayCheck::row_of(std::size_t arc) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(offsets_, arc) - offsets_.begin()) - 1;
}

/// `look` goes on from the result of a part, `join` joins two results, and `take` gets that of every piece.
template <class T, class Result, class Look, class Join, class Take>
void LodeArrayCheck::in_pieces(std::span<const T> values, const Result& start, const Look& look,
                               const Join& join, const Take& take) const {
  constexpr std::size_t piece_values = (std::size_t{64} << 20) / sizeof(T);
  constexpr std::size_t grain = (std::size_t{1} << 20) / sizeof(T);
  SequentialPass pass(values, owner_, SequentialPass::Density::all);
  for (std::size_t first = 0; first < values.size(); first += piece_values) {
    if (run_.interrupted()) throw SystemError(name_ + ": reading was interrupted");
    const std::size_t last = std::min(first + piece_values, values.size());
    take(tbb::parallel_reduce(Range(first, last, grain), start, look, join), first, last);
    pass.reached(sizeof(T) * last);
  }
}

bool LodeArrayCheck::targets(std::span<const Vertex> targets) const {
  // The same edges must not balance in every run.
  const auto seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
                    reinterpret_cast<std::uintptr_t>(targets.data());
  const std::uint64_t n = offsets_.size() - 1;
  const auto look = [&](const Range& part, Rows rows) {
    std::size_t v = row_of(part.begin());
    for (std::size_t i = part.begin(); i < part.end(); ++v) {
      const std::size_t end = std::min<std::size_t>(offsets_[v + 1], part.end());
      std::int64_t before = i > offsets_[v] ? std::int64_t{targets[i - 1]} : -1;
      for (; i < end; ++i) {
        const Vertex u = targets[i];
        rows.good &= u > before && u != v && u < n;
        before = u;
        const std::uint64_t random =
            random_of(seed + (std::min<std::uint64_t>(u, v) << 32) + std::max<std::uint64_t>(u, v));
        rows.balance += v < u ? random : 0 - random;
      }
    }
    return rows;
  };
  std::uint64_t balance = 0;
  in_pieces(targets, Rows(), look, &Rows::both, [&](Rows rows, std::size_t first, std::size_t last) {
    if (!rows.good) fail_at_target(targets, first, last);
    balance += rows.balance;
  });
  return balance == 0;
}

/// Says which target of these is none.
void LodeArrayCheck::fail_at_target(std::span<const Vertex> targets, std::size_t first,
                                    std::size_t last) const {
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t v = row_of(i);
    const std::uint64_t byte = layout_.targets + sizeof(Vertex) * i;
    if (targets[i] >= offsets_.size() - 1) {
      fail_(byte, fmt::format("target {} is {}, which is no vertex", i, targets[i]));
    }
    if (targets[i] == v) fail_(byte, fmt::format("target {} joins vertex {} to itself", i, v));
    if (i > offsets_[v] && targets[i - 1] >= targets[i]) {
      fail_(byte, fmt::format("target {} is {} after {}, out of order", i, targets[i], targets[i - 1]));
    }
  }
  throw InternalError("every target is good");
}

void LodeArrayCheck::weights(std::span<const Weight> weights, bool with_signs) const {
  const Weight least = with_signs ? -largest_magnitude : 0.0;
  const auto good = [least](Weight w) { return w >= least && in_domain(w); };
  const auto all_good = [&](const Range& part, bool so_far) {
    for (std::size_t i = part.begin(); i < part.end(); ++i) so_far &= good(weights[i]);
    return so_far;
  };
  in_pieces(weights, true, all_good, std::logical_and<>(),
            [&](bool so_far, std::size_t first, std::size_t last) {
              for (std::size_t i = first; !so_far && i < last; ++i) {
                if (good(weights[i])) continue;
                fail_(layout_.weights + sizeof(Weight) * i,
                      fmt::format("weight {} is {}; it {}, and not negative unless the header says so", i,
                                  weights[i], domain_words));
              }
            });
}

}  // namespace lode::detail
