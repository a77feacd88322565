#include "graph/directed/ratio_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/assert.hpp"
#include "graph/decomposition/terminal_flow.hpp"

namespace lode::detail {
namespace {

constexpr std::int64_t least_denominator = std::int64_t{1} << 20;

class RatioFlow {
 public:
  RatioFlow(const TwoSides& sides, std::int64_t p, std::int64_t q, const ArcSplit& start)
      : sides_(sides), p_(p), q_(q), split_(start), edges_(sides.num_arcs()) {
    for (std::size_t u = 0; u < sides.left.size(); ++u) {
      for (ArcIndex arc = sides.out_begin[u]; arc < sides.out_begin[u + 1]; ++arc) {
        edges_[arc].u = static_cast<Vertex>(u);
        edges_[arc].v = static_cast<Vertex>(sides.left.size() + sides.heads[arc]);
      }
    }
  }

  std::optional<RatioOptimum> run(RatioValue guess, const RunContext& run) {
    RatioOptimum optimum;
    while (true) {
      count_in_units_of(guess);
      const auto flow = terminal_flow(supply_, edges_, std::numeric_limits<double>::infinity(), run);
      if (!flow) return std::nullopt;
      ++optimum.flows;
      split_.shares = flow->forward;
      VertexPair above = reached(*flow);
      if (above.count.arcs == 0) break;
      const RatioValue larger = value_of(above.count);
      LODE_ASSERT_LIGHT(guess < larger);
      guess = larger;
      optimum.pair = std::move(above);
    }
    optimum.value = {guess.numerator * (split_.denominator / guess.denominator), split_.denominator};
    optimum.split = std::move(split_);
    return optimum;
  }

 private:
  /// The denominator becomes a multiple of that of the guess, and loads are compared with it.
  void count_in_units_of(const RatioValue& guess) {
    const std::int64_t times = std::max<std::int64_t>(1, least_denominator / guess.denominator);
    const std::int64_t denominator = guess.denominator * times;
    const double scale = static_cast<double>(denominator) / static_cast<double>(split_.denominator);
    const std::int64_t unit = guess.numerator * times;
    supply_.assign(sides_.left.size(), -unit * p_);
    supply_.resize(sides_.left.size() + sides_.right.size(), -unit * q_);
    for (std::size_t arc = 0; arc < edges_.size(); ++arc) {
      std::int64_t& share = split_.shares[arc];
      if (split_.denominator != denominator) {
        share = std::clamp<std::int64_t>(std::llround(static_cast<double>(share) * scale), 0, denominator);
      }
      edges_[arc].forward = share;
      edges_[arc].backward = denominator - share;
      supply_[edges_[arc].u] += share;
      supply_[edges_[arc].v] += denominator - share;
    }
    split_.denominator = denominator;
  }

  /// The pair of the vertices where load is left that cannot be moved.
  VertexPair reached(const TerminalFlow& flow) const {
    VertexPair pair;
    const std::size_t left = sides_.left.size();
    const auto is_reached = [&](std::size_t v) { return flow.side[v] == FlowSide::source; };
    for (std::size_t u = 0; u < left; ++u) {
      if (is_reached(u)) pair.sources.push_back(sides_.left[u]);
    }
    for (std::size_t v = 0; v < sides_.right.size(); ++v) {
      if (is_reached(left + v)) pair.targets.push_back(sides_.right[v]);
    }
    for (const FlowEdge& edge : edges_) pair.count.arcs += is_reached(edge.u) && is_reached(edge.v);
    pair.count.sources = pair.sources.size();
    pair.count.targets = pair.targets.size();
    return pair;
  }

  RatioValue value_of(const PairCount& pair) const {
    return {static_cast<std::int64_t>(pair.arcs),
            p_ * static_cast<std::int64_t>(pair.sources) + q_ * static_cast<std::int64_t>(pair.targets)};
  }

  const TwoSides& sides_;
  std::int64_t p_, q_;
  ArcSplit split_;
  std::vector<FlowEdge> edges_;
  std::vector<std::int64_t> supply_;
};

}  // namespace

std::optional<RatioOptimum> largest_ratio(const TwoSides& sides, std::int64_t p, std::int64_t q,
                                          const RatioValue& guess, const ArcSplit& start,
                                          const RunContext& run) {
  LODE_ASSERT_LIGHT(!sides.empty() && guess.numerator > 0);
  return RatioFlow(sides, p, q, start).run(guess, run);
}

}  // namespace lode::detail
