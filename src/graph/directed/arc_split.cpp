#include "graph/directed/arc_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/assert.hpp"
#include "graph/decomposition/terminal_flow.hpp"

namespace lode::detail {
namespace {

constexpr int most_passes = 48;
constexpr int passes_between_looks = 8;
constexpr std::int64_t least_denominator = std::int64_t{1} << 20;

class ArcSplitter {
 public:
  ArcSplitter(const SideRows& core, const SplitTask& task)
      : core_(core), task_(task), left_(core.size(0)), loads_(std::size_t{left_} + core.size(1)) {
    const double x = static_cast<double>(task.p);
    const double y = static_cast<double>(task.q);
    edges_.reserve(core.edges());
    shares_.reserve(core.edges());
    for (Vertex u = 0; u < left_; ++u) {
      for (const Vertex v : core.row(0, u)) {
        edges_.push_back({u, left_ + v, 0, 0});
        const double in = core.degree(1, v) * x;
        shares_.push_back(static_cast<std::int64_t>(static_cast<double>(denominator_) *
                                                    (in / (in + core.degree(0, u) * y))));
      }
    }
    sum_loads();
  }

  SplitAnswer solve(const RunContext& run) {
    constexpr long double most_units = 0x1p61L;
    SplitAnswer answer;
    RatioValue value = task_.wanted;
    const std::uint64_t most_arcs = most_degree();
    const RatioValue whole = value_of({core_.edges(), left_, core_.size(1)}, task_.p, task_.q);
    if (static_cast<long double>(std::max(value.denominator, whole.denominator)) *
            static_cast<long double>(most_arcs) >=
        most_units) {
      return answer;
    }
    const bool enough = pass_until(value, run) && !task_.exactly;
    answer.pairs.push_back(best_pair());
    value = std::max(value, value_of(answer.pairs.front().count, task_.p, task_.q));
    answer.bound = bound_of_loads();
    while (!enough) {
      use_units_of(value);
      const auto flow = terminal_flow(supply_, edges_, std::numeric_limits<double>::infinity(), run);
      if (!flow) break;
      ++answer.flows;
      shares_ = flow->forward;
      VertexPair above = reached(*flow);
      if (above.count.arcs == 0) {
        answer.bound = bound_of(value);
        break;
      }
      const RatioValue larger = value_of(above.count, task_.p, task_.q);
      LODE_ASSERT_LIGHT(value < larger);
      value = larger;
      answer.pairs.push_back(std::move(above));
    }
    return answer;
  }

 private:
  std::uint64_t most_degree() const {
    std::uint64_t most = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      for (Vertex v = 0; v < core_.size(side); ++v)
        most = std::max<std::uint64_t>(most, core_.degree(side, v));
    }
    return most;
  }

  void sum_loads() {
    std::ranges::fill(loads_, 0.0);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      loads_[edges_[i].u] += static_cast<double>(shares_[i]);
      loads_[edges_[i].v] += static_cast<double>(denominator_ - shares_[i]);
    }
  }

  /// True once no load exceeds the value.
  bool pass_until(const RatioValue& value, const RunContext& run) {
    const double to_right = static_cast<double>(task_.p) / static_cast<double>(task_.p + task_.q);
    for (int done = 0; done < most_passes && !run.should_stop(); ++done) {
      if (done % passes_between_looks == 0 && at_most(value)) return true;
      for (std::size_t i = 0; i < edges_.size(); ++i) {
        double& left = loads_[edges_[i].u];
        double& right = loads_[edges_[i].v];
        const double wanted = right * to_right - left * (1.0 - to_right);
        const auto moved = static_cast<std::int64_t>(std::clamp(
            wanted, static_cast<double>(-shares_[i]), static_cast<double>(denominator_ - shares_[i])));
        shares_[i] += moved;
        left += static_cast<double>(moved);
        right -= static_cast<double>(moved);
      }
    }
    return at_most(value);
  }

  double largest(std::size_t begin, std::size_t end) const {
    return *std::max_element(loads_.begin() + static_cast<std::ptrdiff_t>(begin),
                             loads_.begin() + static_cast<std::ptrdiff_t>(end));
  }
  bool at_most(const RatioValue& value) const {
    const double limit =
        static_cast<double>(value.numerator) / static_cast<double>(value.denominator) * least_denominator;
    return largest(0, left_) <= limit * static_cast<double>(task_.p) &&
           largest(left_, loads_.size()) <= limit * static_cast<double>(task_.q);
  }

  LoadBound bound_of_loads() const {
    const auto least = [&](std::uint64_t peeled) { return static_cast<std::int64_t>(peeled) * denominator_; };
    return {std::max(static_cast<std::int64_t>(largest(0, left_)), least(task_.peel_left)),
            std::max(static_cast<std::int64_t>(largest(left_, loads_.size())), least(task_.peel_right)),
            denominator_,
            task_.peel_left,
            task_.peel_right,
            shares_,
            denominator_};
  }
  LoadBound bound_of(const RatioValue& value) const {
    return {task_.p * value.numerator,
            task_.q * value.numerator,
            value.denominator,
            task_.peel_left,
            task_.peel_right,
            shares_,
            denominator_};
  }

  /// Of the pairs that hold the vertices of largest load over p or q, the one of largest rho.
  VertexPair best_pair() const {
    const std::size_t n = loads_.size();
    std::vector<double> key(n);
    for (std::size_t v = 0; v < n; ++v)
      key[v] = loads_[v] / static_cast<double>(v < left_ ? task_.p : task_.q);
    std::vector<Vertex> order(n);
    std::iota(order.begin(), order.end(), Vertex{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](Vertex v) { return key[v]; });
    std::vector<Vertex> place(n);
    for (Vertex i = 0; i < n; ++i) place[order[i]] = i;
    std::vector<std::uint64_t> closed(n);  // arcs whose later end is at this place
    for (const FlowEdge& edge : edges_) ++closed[std::max(place[edge.u], place[edge.v])];
    PairCount now, best;
    Vertex size = 0;
    for (Vertex i = 0; i < n; ++i) {
      ++(order[i] < left_ ? now.sources : now.targets);
      now.arcs += closed[i];
      if (compare_rho(now, best) <= 0) continue;
      best = now;
      size = i + 1;
    }
    return pair_of([&](Vertex v) { return place[v] < size; });
  }

  /// The pair of the vertices where load is left that cannot be moved.
  VertexPair reached(const TerminalFlow& flow) const {
    return pair_of([&](Vertex v) { return flow.side[v] == FlowSide::source; });
  }

  template <class Holds>
  VertexPair pair_of(const Holds& holds) const {
    VertexPair pair;
    for (Vertex v = 0; v < loads_.size(); ++v) {
      if (!holds(v)) continue;
      v < left_ ? pair.sources.push_back(core_.name(0, v)) : pair.targets.push_back(core_.name(1, v - left_));
    }
    for (const FlowEdge& edge : edges_) pair.count.arcs += holds(edge.u) && holds(edge.v);
    pair.count.sources = pair.sources.size();
    pair.count.targets = pair.targets.size();
    return pair;
  }

  /// The denominator becomes a multiple of that of the value, and loads are compared with the value.
  void use_units_of(const RatioValue& value) {
    const std::int64_t times = std::max<std::int64_t>(1, least_denominator / value.denominator);
    const std::int64_t before = std::exchange(denominator_, value.denominator * times);
    const double scale = static_cast<double>(denominator_) / static_cast<double>(before);
    supply_.assign(left_, -value.numerator * times * task_.p);
    supply_.resize(loads_.size(), -value.numerator * times * task_.q);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (denominator_ != before) {
        shares_[i] =
            std::clamp<std::int64_t>(std::llround(static_cast<double>(shares_[i]) * scale), 0, denominator_);
      }
      edges_[i].forward = shares_[i];
      edges_[i].backward = denominator_ - shares_[i];
      supply_[edges_[i].u] += edges_[i].forward;
      supply_[edges_[i].v] += edges_[i].backward;
    }
  }

  const SideRows& core_;
  const SplitTask& task_;
  Vertex left_;                ///< sources; vertex left_ + v is target v
  std::vector<double> loads_;  ///< after passes: integers
  std::vector<FlowEdge> edges_;
  std::vector<std::int64_t> shares_;  ///< of the sources
  std::int64_t denominator_ = least_denominator;
  std::vector<std::int64_t> supply_;
};

}  // namespace

SplitAnswer split_arcs(const SideRows& core, const SplitTask& task, const RunContext& run) {
  return ArcSplitter(core, task).solve(run);
}

}  // namespace lode::detail
