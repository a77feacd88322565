#include "subgraph/bounds/rules/capped_lp.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/rules/core.hpp"
#include "subgraph/bounds/rules/lp.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"
#include "subgraph/bounds/rules/sdp.hpp"
#include "subgraph/bounds/rules/sdp_sparse.hpp"

namespace lode::subgraph {
namespace {

/// Calls visit(arc of u, u, arc of v, v) for every edge, u < v.
template <class Visit>
void for_each_edge(const Graph& graph, const Visit& visit) {
  std::vector<ArcIndex> next(graph.offsets().begin(), graph.offsets().end() - 1);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    // Smaller neighbours come first in a row, and have moved next[u] past their arcs by now.
    for (ArcIndex arc = next[u]; arc < graph.offsets()[u + 1]; ++arc) {
      const Vertex v = graph.targets()[arc];
      visit(arc, u, next[v]++, v);
    }
  }
}

/// The primal-dual iteration.
class CappedProgram {
 public:
  CappedProgram(const Graph& graph, std::span<const Weight> values, Vertex s)
      : graph_(graph), values_(values.begin(), values.end()), s_(s) {
    const Vertex n = graph.num_vertices();
    for_each_edge(graph, [&](ArcIndex uv, Vertex u, ArcIndex vu, Vertex v) {
      edges_.push_back({u, v, uv, vu, graph.arc_weight(uv)});
    });
    double largest = 0.0;
    for (const EdgeOf& e : edges_) largest = std::max(largest, e.weight);
    for (const Weight value : values_) largest = std::max(largest, value);
    scale_ = largest > 0.0 ? largest : 1.0;
    for (Weight& value : values_) value /= scale_;
    for (EdgeOf& e : edges_) e.weight /= scale_;
    x_.assign(n, static_cast<double>(s) / n);
    y_.assign(edges_.size(), static_cast<double>(s) / n);
    beta_.assign(n, 0.0);
    alpha_u_.resize(edges_.size());
    alpha_v_.resize(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) alpha_u_[i] = alpha_v_[i] = edges_[i].weight / 2;
    row_.assign(n, 0.0);
    old_x_ = x_;
    gain_.assign(n, 0.0);
    restart();
  }

  void set_balance(double balance) { balance_ = balance; }

  /// One step of x, y, then alpha, beta; averages follow.
  void step() {
    const Vertex n = graph_.num_vertices();
    const double cap = s_ - 1.0;
    // x: loads, then the capped simplex in the metric of the steps.
    std::fill(gain_.begin(), gain_.end(), 0.0);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      gain_[edges_[i].u] += alpha_u_[i];
      gain_[edges_[i].v] += alpha_v_[i];
    }
    old_x_.swap(x_);
    for (Vertex v = 0; v < n; ++v) gain_[v] += cap * beta_[v];
    for (Vertex v = 0; v < values_.size(); ++v) gain_[v] += values_[v];
    project();
    // y, alpha, and the sums of extrapolated y at every vertex for beta.
    std::fill(row_.begin(), row_.end(), 0.0);
    const double y_step = 0.25 / balance_;
    const double alpha_step = 0.5 * balance_;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const EdgeOf& e = edges_[i];
      const double slack = e.weight - alpha_u_[i] - alpha_v_[i] - beta_[e.u] - beta_[e.v];
      const double y = std::clamp(y_[i] + y_step * slack, 0.0, 1.0);
      const double ahead = 2.0 * y - y_[i];
      y_[i] = y;
      row_[e.u] += ahead;
      row_[e.v] += ahead;
      alpha_u_[i] = std::max(0.0, alpha_u_[i] + alpha_step * (ahead - (2.0 * x_[e.u] - old_x_[e.u])));
      alpha_v_[i] = std::max(0.0, alpha_v_[i] + alpha_step * (ahead - (2.0 * x_[e.v] - old_x_[e.v])));
      mean_u_[i] += alpha_u_[i];
      mean_v_[i] += alpha_v_[i];
      mean_y_[i] += y;
    }
    for (Vertex v = 0; v < n; ++v) {
      const double beta_step = balance_ / (graph_.degree(v) + cap + 1.0);
      beta_[v] = std::max(0.0, beta_[v] + beta_step * (row_[v] - cap * (2.0 * x_[v] - old_x_[v])));
      mean_beta_[v] += beta_[v];
      mean_x_[v] += x_[v];
    }
    ++averaged_;
  }

  /// Goes on from the average of the iterates since the last restart.
  void restart_from_average() {
    const double factor = 1.0 / static_cast<double>(averaged_);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      alpha_u_[i] = factor * mean_u_[i];
      alpha_v_[i] = factor * mean_v_[i];
      y_[i] = factor * mean_y_[i];
    }
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      beta_[v] = factor * mean_beta_[v];
      x_[v] = factor * mean_x_[v];
    }
    restart();
  }

  std::uint64_t averaged() const { return averaged_; }

  /// Multipliers from the last iterate or from the average.
  CappedMultipliers multipliers(bool average) const {
    CappedMultipliers result;
    result.arc.resize(graph_.num_arcs());
    result.vertex.resize(graph_.num_vertices());
    const double factor = average ? scale_ / static_cast<double>(averaged_) : scale_;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      result.arc[edges_[i].uv] = factor * (average ? mean_u_[i] : alpha_u_[i]);
      result.arc[edges_[i].vu] = factor * (average ? mean_v_[i] : alpha_v_[i]);
    }
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      result.vertex[v] = factor * (average ? mean_beta_[v] : beta_[v]);
    }
    return result;
  }

 private:
  struct EdgeOf {
    Vertex u, v;
    ArcIndex uv, vu;
    double weight;
  };

  void restart() {
    mean_u_.assign(edges_.size(), 0.0);
    mean_v_.assign(edges_.size(), 0.0);
    mean_y_.assign(edges_.size(), 0.0);
    mean_beta_.assign(beta_.size(), 0.0);
    mean_x_.assign(x_.size(), 0.0);
    averaged_ = 0;
  }

  /// x = clip(old + step (gain - t), 0, 1) with sum s, t by bisection and a secant.
  void project() {
    const Vertex n = graph_.num_vertices();
    const double cap = s_ - 1.0;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (Vertex v = 0; v < n; ++v) {
      const double inverse_step = balance_ * (graph_.degree(v) + cap + 1.0);
      low = std::min(low, gain_[v] - inverse_step * (1.0 - old_x_[v]));  // all at 1 below
      high = std::max(high, gain_[v] + inverse_step * old_x_[v]);        // all at 0 above
    }
    for (int round = 0; round < 60 && high - low > 1e-12 * (1.0 + std::abs(high)); ++round) {
      const bool inside = threshold_ > low && threshold_ < high;
      const double t = round == 0 && inside ? threshold_ : 0.5 * (low + high);
      double sum = 0.0;
      double slope = 0.0;
      for (Vertex v = 0; v < n; ++v) {
        const double step = 1.0 / (balance_ * (graph_.degree(v) + cap + 1.0));
        const double value = old_x_[v] + step * (gain_[v] - t);
        sum += std::clamp(value, 0.0, 1.0);
        slope += value > 0.0 && value < 1.0 ? step : 0.0;
      }
      (sum > s_ ? low : high) = t;
      threshold_ = t;
      if (std::abs(sum - s_) <= 1e-10 * s_) break;
      const double newton = slope > 0.0 ? t + (sum - s_) / slope : t;
      if (newton > low && newton < high) {
        // A step of Newton's method and the midpoint in turn: fast, and never stuck.
        double at_newton = 0.0;
        for (Vertex v = 0; v < n; ++v) {
          const double step = 1.0 / (balance_ * (graph_.degree(v) + cap + 1.0));
          at_newton += std::clamp(old_x_[v] + step * (gain_[v] - newton), 0.0, 1.0);
        }
        (at_newton > s_ ? low : high) = newton;
        threshold_ = newton;
        if (std::abs(at_newton - s_) <= 1e-10 * s_) break;
      }
    }
    for (Vertex v = 0; v < n; ++v) {
      const double step = 1.0 / (balance_ * (graph_.degree(v) + cap + 1.0));
      x_[v] = std::clamp(old_x_[v] + step * (gain_[v] - threshold_), 0.0, 1.0);
    }
  }

  const Graph& graph_;
  std::vector<Weight> values_;
  double s_;
  double scale_ = 1.0;
  double balance_ = 1.0;
  double threshold_ = 0.0;
  std::vector<EdgeOf> edges_;
  std::vector<double> x_, old_x_, y_, alpha_u_, alpha_v_, beta_, row_, gain_;
  std::vector<double> mean_u_, mean_v_, mean_y_, mean_beta_, mean_x_;
  std::uint64_t averaged_ = 0;
};

void check_multipliers(const Graph& graph, const CappedMultipliers& multipliers, Vertex t_max) {
  if (multipliers.arc.size() != graph.num_arcs() || multipliers.vertex.size() != graph.num_vertices()) {
    throw InvalidArgument("multipliers", std::to_string(multipliers.arc.size()),
                          "must be one per arc and one per vertex of the graph");
  }
  const auto wrong = [](Weight x) { return !(x >= 0.0) || !std::isfinite(x); };
  if (std::any_of(multipliers.arc.begin(), multipliers.arc.end(), wrong) ||
      std::any_of(multipliers.vertex.begin(), multipliers.vertex.end(), wrong)) {
    throw InvalidArgument("multipliers", "one of them", "is not a finite number >= 0");
  }
  if (t_max > graph.num_vertices()) {
    throw InvalidArgument("size", std::to_string(t_max), "must be at most the number of vertices");
  }
}

/// Gives the arcs of every edge what its multipliers fall short of its weight, half each, and takes back what
/// is more than needed, from the larger first.
void repair(const Graph& graph, CappedMultipliers& multipliers) {
  for_each_edge(graph, [&](ArcIndex uv, Vertex u, ArcIndex vu, Vertex v) {
    const Weight weight = graph.arc_weight(uv);
    const Weight beta = multipliers.vertex[u] + multipliers.vertex[v];
    Weight& a = multipliers.arc[uv];
    Weight& b = multipliers.arc[vu];
    const Weight missing = weight - (beta + a + b);
    if (missing > 0.0) {
      a += missing / 2;
      b += missing / 2;
    } else {
      Weight& more = a > b ? a : b;
      Weight& less = a > b ? b : a;
      more = std::max(0.0, more + missing);
      if (more == 0.0) less = std::max(0.0, weight - beta);
    }
    while (beta + a + b < weight) a += weight * std::numeric_limits<double>::epsilon();
  });
}

/// With the values of vertices, where there are any.
std::vector<Weight> loads(const Graph& graph, const CappedMultipliers& multipliers,
                          std::span<const Weight> values) {
  std::vector<Weight> load(graph.num_vertices(), 0.0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (ArcIndex arc = graph.offsets()[v]; arc < graph.offsets()[v + 1]; ++arc) {
      load[v] += multipliers.arc[arc];
    }
    if (!values.empty()) load[v] += values[v];
  }
  return load;
}

std::vector<Weight> repaired_loads(const Graph& graph, CappedMultipliers multipliers,
                                   std::span<const Weight> values) {
  repair(graph, multipliers);
  return loads(graph, multipliers, values);
}

/// The sum of the t largest load + (t - 1) beta, not yet made safe.
double top_sum(const std::vector<Weight>& load, const std::vector<Weight>& beta, Vertex t,
               std::vector<double>& scratch) {
  scratch.resize(load.size());
  for (std::size_t v = 0; v < load.size(); ++v) scratch[v] = load[v] + (t - 1.0) * beta[v];
  std::nth_element(scratch.begin(), scratch.begin() + (t - 1), scratch.end(), std::greater<>());
  double sum = 0.0;
  for (Vertex i = 0; i < t; ++i) sum += scratch[i];
  return sum;
}

double made_safe(const Graph& graph, double sum, Vertex t) {
  const double operations = graph.max_degree() + static_cast<double>(t) + 12.0;
  const double safe = sum * (1.0 + operations * std::numeric_limits<double>::epsilon());
  return graph.integral() ? std::floor(safe) : safe;
}

}  // namespace

double capped_lp_value(const Graph& graph, const CappedMultipliers& multipliers, Vertex s) {
  check_multipliers(graph, multipliers, s);
  std::vector<double> scratch;
  return made_safe(graph, top_sum(repaired_loads(graph, multipliers, {}), multipliers.vertex, s, scratch), s);
}

std::vector<double> capped_lp_values(const Graph& graph, const CappedMultipliers& multipliers, Vertex t_max,
                                     const RunContext& run, std::span<const Weight> values_of_vertices) {
  check_multipliers(graph, multipliers, t_max);
  const std::vector<Weight> load = repaired_loads(graph, multipliers, values_of_vertices);
  std::vector<double> values(t_max + std::size_t{1}, HUGE_VAL);
  values[0] = 0.0;
  std::vector<double> scratch;
  Vertex t = t_max;
  do {
    values[t] = made_safe(graph, top_sum(load, multipliers.vertex, t, scratch), t);
  } while (--t > 0 && !run.should_stop());
  return values;
}

CappedMultipliers capped_lp_multipliers(const Graph& graph, Vertex s, const CappedLpOptions& options,
                                        const RunContext& run, std::span<const Weight> values) {
  if (s < 1 || s > graph.num_vertices()) {
    throw InvalidArgument("s", std::to_string(s), "must be between 1 and the number of vertices");
  }
  CappedProgram program(graph, values, s);
  CappedMultipliers best = program.multipliers(false);
  std::vector<double> scratch;
  const auto value_of = [&](const CappedMultipliers& multipliers) {
    return top_sum(loads(graph, multipliers, values), multipliers.vertex, s, scratch);
  };
  repair(graph, best);
  double best_value = value_of(best);
  constexpr std::uint64_t between_checks = 40;
  double stall_value = best_value;
  std::uint64_t stall_begin = 0;
  std::uint64_t period = 160;  // iterations from restart to restart
  for (std::uint64_t iteration = 1; iteration <= options.max_iterations; ++iteration) {
    if (best_value <= options.target || run.should_stop()) break;
    program.step();
    if (iteration % between_checks != 0) continue;
    double value[2];
    for (const bool average : {false, true}) {
      CappedMultipliers now = program.multipliers(average);
      repair(graph, now);
      value[average] = value_of(now);
      if (value[average] >= best_value) continue;
      best_value = value[average];
      best = std::move(now);
    }
    run.report("capped lp", best_value, iteration, ProgressValue::bound);
    if (program.averaged() >= period) {
      program.restart_from_average();
      period = std::min<std::uint64_t>(period + 80, 2000);
    }
    if (best_value < stall_value * (1.0 - 1e-5)) {
      stall_value = best_value;
      stall_begin = iteration;
    } else if (iteration - stall_begin > 800 + stall_begin / 4) {
      break;
    }
  }
  return best;
}

std::vector<Bound> capped_lp_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                    const RunContext& run) {
  std::vector<Bound> bounds = lp_bounds(graph, sizes, run);
  for (Bound& bound : bounds) {
    const double start = run.elapsed();
    bound.name = "capped-lp";
    const CappedMultipliers multipliers = capped_lp_multipliers(graph, bound.s, {}, run);
    bound.value = std::min(bound.value, capped_lp_value(graph, multipliers, bound.s));
    bound.seconds += run.elapsed() - start;
  }
  return bounds;
}

namespace {

/// Parts of more edges take too long.
constexpr EdgeCount most_capped_edges = 3'000'000;
/// The core that is tried first is that above this part of the bound's growth, and how much lower the next
/// ones reach.
constexpr double first_outside = 2.0 / 3.0;
constexpr double outside_factor = 0.5;
constexpr int most_cores = 3;
/// Of the time, that one set of multipliers may take, and that the rule takes beside others.
constexpr double multipliers_share = 0.5;
constexpr double capped_lp_share = 0.25;
/// Price of a step, per edge and per vertex: 20 and 60 to 150 measured.
constexpr double capped_edge_price = 25.0;
constexpr double capped_vertex_price = 100.0;
/// Fewer are hardly better than the lp bound.
constexpr std::uint64_t least_capped_steps = 120;

/// Sizes that capped-lp was solved for.
struct CappedSizes {
  std::set<Vertex> solved;
};

/// What the lp bound grows by at s: no core below it can hold up the bound.
double lp_growth(const BoundLedger& ledger, Vertex s) {
  const auto* decomposition = ledger.remembered<DenseDecomposition>();
  if (!decomposition || decomposition->layers.empty()) return ledger.value(s) / s;
  const auto& layers = decomposition->layers;
  const auto layer = std::lower_bound(layers.begin(), layers.end(), s,
                                      [](const DenseLayer& l, Vertex size) { return l.size < size; });
  return decomposition->marginal_density(static_cast<std::size_t>(layer - layers.begin()));
}

/// Where sdp can take all of the part that it should, it is the stronger one.
double share_for_capped_lp(BoundLedger& ledger, const BoundRequest& request, double seconds,
                           const RunContext& run) {
  const bool wanted = !sdp_fits(ledger, request, seconds, run) &&
                      !sdp_sparse_wanted(ledger, request, seconds, run) &&
                      !ledger.memory<CappedSizes>().solved.contains(request.s);
  return wanted ? capped_lp_share : 0.0;
}

}  // namespace

void propose_on_cores(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  ledger.memory<CappedSizes>().solved.insert(s);
  const CoreParts* parts = core_parts(ledger, run);
  if (parts == nullptr) return;
  double outside = first_outside * lp_growth(ledger, s);
  double work = request.work;
  for (int round = 0; round < most_cores; ++round, outside *= outside_factor) {
    const double start = run.elapsed();
    CorePart part = parts->part(parts->above(outside));
    // Caps that no degree reaches change nothing.
    if (part.vertices.size() < s || part.graph.max_degree() < s ||
        part.graph.num_edges() > most_capped_edges) {
      return;
    }
    // The program is set up, and its multipliers are proven, without a look at the clock.
    constexpr double seconds_per_edge = 2e-7;
    if (seconds_per_edge * static_cast<double>(part.graph.num_edges()) > run.time_left()) return;
    RunContext share = run.part(std::max(0.0, multipliers_share * (run.time_limit() - run.elapsed())));
    CappedLpOptions options{.target = request.incumbent};
    if (std::isfinite(request.work)) {
      const double price = capped_edge_price * static_cast<double>(part.graph.num_edges()) +
                           capped_vertex_price * part.graph.num_vertices();
      work *= multipliers_share;
      const std::uint64_t steps = steps_within({.s = s, .work = work}, price);
      if (steps < least_capped_steps) return;
      options.max_iterations = std::min(options.max_iterations, steps);
      ledger.spend(static_cast<double>(options.max_iterations) * price);
    }
    CappedMultipliers multipliers = capped_lp_multipliers(part.graph, s, options, share, part.values);
    const std::vector<double> inside = capped_lp_values(part.graph, multipliers, s, run, part.values);
    take_multipliers(
        ledger, std::make_shared<PartMultipliers>(PartMultipliers{std::move(part), std::move(multipliers)}),
        "capped-lp", inside);
    ledger.record(s, "capped-lp", std::max(inside[s], ledger.value(s)), run.elapsed() - start);
    close_chain(ledger, run);
    if (ledger.value(s) <= inside[s] || run.should_stop()) return;
  }
}

constexpr BoundRule capped_lp_rule = {
    .name = "capped-lp",
    .statement = "lp with at most s-1 edges at a member: sum over v of y_uv <= (s-1) x_u",
    .cost = "O(n + m) per step, hundreds to thousands of steps per size",
    .source = "rows: Billionnet 2005; steps: Pock, Chambolle, ICCV 2011",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = capped_lp_bounds,
    .propose = propose_on_cores,
    .share = share_for_capped_lp,
    .counts_work = true,
    .takes_values = true,
    .proofs = {&multipliers_proof}};

}  // namespace lode::subgraph
