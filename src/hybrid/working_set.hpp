#pragma once

// Working sets and kicks under each constraint.

#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>

#include "core/options/option_table.hpp"

namespace lode::hybrid {

/// A problem of at most this many variables is one block: solving it takes milliseconds.
inline constexpr Coordinate whole_problem = 20;

/// An option whose value is a working set, for example R6-G6.
inline constexpr lode::detail::OptionForm<WorkingSetSize> working_set_form = {
    "R<random>-G<greedy>, 2 to 32 in all", parse_working_set, to_string};

/// Appends `count` distinct coordinates of `from` to `set`, drawn uniformly. If there are no more than
/// `count`, all are appended.
void sample_without_replacement(std::span<const Coordinate> from, int count, Rng& rng,
                                std::vector<Coordinate>& set);

/// Sorts a working set and removes duplicates.
void normalise(std::vector<Coordinate>& set);

/// How many of `count` coordinates come from each side: half from the support, half from the rest. If the
/// count is odd, the support gives one more.
struct SideCounts {
  int support = 0;  ///< number from the support
  int rest = 0;     ///< number from the rest
};
constexpr SideCounts split_sides(int count) { return {(count + 1) / 2, count / 2}; }

/// From which coordinates a working set draws its random part.
enum class RandomPart {
  uniform,  ///< from all coordinates alike
  balanced  ///< half from the support (and one more if the number is odd), half from the rest
};

/// Working sets Ri-Gj. The greedy part lowers F most, or raises F least. A price of nonzeros is left out,
/// since it changes no order. Ties go to the smaller number.
///
/// Signs:   random coordinates of all, and flips.
/// Ones:    half of either part are ones and half zeros; flips.
/// Sparse:  half of the greedy part are nonzeros, with the smallest F(x - x_i e_i) - F(x), and half zeros,
///          with the smallest minimum of F(x + alpha e_i) - F(x) over |alpha| <= box.
///
/// A side with too few coordinates gives all it has, and the other side does not fill the gap.
///
/// Cost:    O(n) per set with a greedy part, O(i) without.
class WorkingSets {
 public:
  WorkingSets(const AnyConstraint& constraint, WorkingSetSize size, RandomPart random = RandomPart::balanced);

  /// Fills `set`.
  template <Objective Obj>
  WorkingSetKind select(const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
    set.clear();
    const std::span<const Coordinate> support = objective.support();
    const std::span<const Coordinate> rest = objective.rest();
    if (kind_ == Kind::ones && (support.empty() || rest.empty())) return WorkingSetKind::none;
    if (random_ == RandomPart::uniform) {
      for (auto i = static_cast<Coordinate>(all_.size()); i < objective.size(); ++i) all_.push_back(i);
      sample_without_replacement(all_, size_.random, rng, set);
    } else {
      sample_without_replacement(support, split_sides(size_.random).support, rng, set);
      sample_without_replacement(rest, split_sides(size_.random).rest, rng, set);
    }
    const auto append_least = [&](std::span<const Coordinate> from, int count) {
      scored_.clear();
      for (const Coordinate i : from) offer({change(objective, i), i}, count);
      for (const auto& [change, i] : scored_) set.push_back(i);
    };
    if (size_.greedy > 0 && kind_ == Kind::signs) {
      append_least(all_, size_.greedy);
    } else if (size_.greedy > 0) {
      append_least(support, split_sides(size_.greedy).support);
      append_least(rest, split_sides(size_.greedy).rest);
    }
    normalise(set);
    if (set.empty()) return WorkingSetKind::none;
    return size_.random > 0 ? WorkingSetKind::random : WorkingSetKind::greedy;
  }

 private:
  enum class Kind { signs, ones, values };
  using Scored = std::pair<double, Coordinate>;

  /// Change of F by the best step of one coordinate.
  template <Objective Obj>
  double change(const Obj& objective, Coordinate i) const {
    const double x = objective.coordinate(i);
    const double slope = objective.gradient(i);
    const double curvature = objective.curvature(i);
    double step = kind_ == Kind::ones ? 1.0 - 2.0 * x : kind_ == Kind::signs ? -2.0 * x : -x;
    if (kind_ == Kind::values && x == 0.0) {
      step = curvature > 0.0 ? std::clamp(-slope / curvature, -box_, box_) : 0.0;
    }
    return step * (slope + 0.5 * step * curvature);
  }
  /// Keeps the `count` least.
  void offer(const Scored& scored, int count);

  Kind kind_;
  double box_ = std::numeric_limits<double>::infinity();
  WorkingSetSize size_;
  RandomPart random_;
  std::vector<Coordinate> all_;
  std::vector<Scored> scored_;  ///< a heap, largest first
};

/// Changes between one coordinate of the support and a third of them, drawn uniformly. A sign flips; a one
/// becomes 0 and a zero becomes 1; a nonzero becomes 0. A feasible x stays feasible. Cost: O(n).
void kick(const AnyConstraint& constraint, std::vector<double>& x, Rng& rng);

}  // namespace lode::hybrid
