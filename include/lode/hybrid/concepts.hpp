#pragma once

#include <concepts>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// A point x with everything that a search needs to move it: F(x), its gradient, and the block of any working
/// set.
///
/// `block(B)` is the exact restriction of F to B. `apply` moves the point and updates the state. The cost of
/// `apply` depends on what changes, not on n. `curvature(i)` is Q_ii of a quadratic F.
template <class T>
concept Objective = requires(T& objective, const T& point, Coordinate i, std::span<const Coordinate> set,
                             std::span<const Change> changes) {
  typename T::Block;
  { point.size() } -> std::convertible_to<Coordinate>;
  { point.value() } -> std::convertible_to<double>;
  { point.coordinate(i) } -> std::convertible_to<double>;
  { point.gradient(i) } -> std::convertible_to<double>;
  { point.curvature(i) } -> std::convertible_to<double>;
  { point.support() } -> std::convertible_to<std::span<const Coordinate>>;
  { point.rest() } -> std::convertible_to<std::span<const Coordinate>>;
  { objective.block(set) } -> std::convertible_to<const typename T::Block&>;
  {objective.apply(set, changes)};
};

/// An objective that also has `coupling(i, j)`, which is Q_ij of a quadratic F.
template <class T>
concept CoupledObjective = Objective<T> && requires(const T& point, Coordinate i) {
  { point.coupling(i, i) } -> std::convertible_to<double>;
};

/// A feasible set, or a penalty, with an exact solver for its blocks. The solver minimises F + (proximal/2)|z
/// - x|^2 over the block. It keeps x when nothing is better. `proximal` is theta * sigma.
template <class C, class Block>
concept Constraint = requires(const C& constraint, const Block& block, double proximal,
                              const RunContext& run) {
  { constraint.solve(block, proximal, run) } -> std::same_as<BlockMove>;
};

/// How a working set was chosen. The idle rule counts greedy and random sets separately.
enum class WorkingSetKind { none, greedy, random };

/// A rule that fills a working set with distinct coordinates in increasing order. `none` means that no block
/// exists: the point is the answer.
template <class R, class Obj>
concept WorkingSetRule = requires(R& rule, const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
  { rule.select(objective, rng, set) } -> std::same_as<WorkingSetKind>;
};

/// A rule that is told of every block. When `record` returns true, the descent ends as converged.
template <class S>
concept StopRule = requires(S& stop, double before, double after, WorkingSetKind kind,
                            std::size_t block_size) {
  { stop.record(before, after, kind, block_size) } -> std::same_as<bool>;
};

}  // namespace lode::hybrid
#pragma GCC visibility pop
