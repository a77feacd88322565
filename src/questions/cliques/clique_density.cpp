#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_sort.h>

#include <lode/core/error.hpp>
#include <lode/questions/cliques.hpp>

#include "core/assert.hpp"
#include "questions/cliques/listed.hpp"

namespace lode {
namespace {

using detail::CliqueCounts;
using detail::CliqueLoads;
using detail::larger;
using detail::LaterRows;
using detail::reduced;

constexpr std::uint64_t most_listed = (std::uint64_t{1} << 31) - 1;
constexpr std::uint64_t listed_at_once = std::uint64_t{1} << 24;

void check_clique_size(Vertex k) {
  if (k >= least_counted_clique && k <= most_counted_clique) return;
  throw InvalidArgument(
      "clique", std::to_string(k),
      fmt::format("is not between {} and {}", least_counted_clique, most_counted_clique),
      k == 2 ? "for edges, ask for the densest subgraph without it" : "triangles have 3 vertices");
}

void check_number(std::uint64_t cliques, Vertex k, const char* where) {
  if (cliques <= most_listed) return;
  throw InvalidArgument(
      "clique", std::to_string(k),
      fmt::format("is too large: {} has {} cliques of that size, and at most {} can be listed", where,
                  cliques, most_listed),
      k > least_counted_clique ? "ask for a smaller clique" : "cut a core of the graph first");
}

/// n choose k, or the largest number where that is more.
std::uint64_t choose(std::uint64_t n, Vertex k) {
  __extension__ using Wide = unsigned __int128;
  if (n < k) return 0;
  Wide value = 1;
  for (Vertex i = 0; i < k; ++i) {
    value = value * (n - i) / (i + 1);
    if (value > UINT64_MAX) return UINT64_MAX;
  }
  return static_cast<std::uint64_t>(value);
}

bool reaches(std::uint64_t count, Fraction density) { return !larger(density, {count, 1}); }

struct CliqueSearch {
  const Graph& graph;
  const RunContext& run;
  CliqueDensest result;
  LaterRows rows = {};
  CliqueCounts counts = {};           ///< of the rows
  std::vector<Vertex> outside = {};   ///< removed vertices in their order
  std::size_t before_listing = 0;     ///< removed vertices of rows
  std::vector<Vertex> best_set = {};  ///< vertices of the graph
  Fraction best = {};                 ///< cliques over vertices of it, as they are

  CliqueDensest solve() {
    std::optional<LaterRows> all = detail::later_rows(graph, run);
    if (!all) return stopped_before_counting();
    rows = *std::move(all);
    if (!count()) return stopped_before_counting();
    result.graph_cliques = counts.total;
    if (counts.total == 0) return without_cliques();
    while (counts.total > listed_at_once) {
      const Vertex before = rows.num_vertices();
      if (!cut_rows()) return stopped_before_loads();
      if (rows.num_vertices() == before) break;
    }
    check_number(counts.total, result.k, "the part of the graph that can hold a densest set");
    before_listing = outside.size();
    std::optional<CliqueLoads> loads = list_cliques();
    if (!loads) return stopped_before_loads();
    improve(*loads);
    return finish(*loads);
  }

  /// Counts the cliques of the rows; their suffixes are candidates.
  bool count() {
    run.report("cliques, counting", 0.0, 0, ProgressValue::none);
    std::optional<CliqueCounts> counted = detail::count_cliques(rows, result.k, run);
    if (!counted) return false;
    counts = *std::move(counted);
    const std::vector<Vertex>& order = rows.original;
    std::uint64_t cliques = 0;
    for (std::size_t i = order.size(); i-- > 0;) {
      cliques += counts.first[i];
      if (!larger({cliques, order.size() - i}, best)) continue;
      best = {cliques, order.size() - i};
      best_set.assign(order.begin() + static_cast<std::ptrdiff_t>(i), order.end());
    }
    return true;
  }

  /// Removes the vertices in too few cliques, once.
  bool cut_rows() {
    std::vector<char> keep(rows.num_vertices());
    for (Vertex v = 0; v < rows.num_vertices(); ++v) keep[v] = reaches(counts.member[v], best);
    LaterRows kept = detail::kept_rows(rows, keep);
    if (kept.num_vertices() == rows.num_vertices()) return true;
    std::vector<Vertex> removed;
    for (Vertex v = 0; v < rows.num_vertices(); ++v) {
      if (!keep[v]) removed.push_back(rows.original[v]);
    }
    std::swap(rows, kept);
    if (!count()) {
      std::swap(rows, kept);  // to which the counts belong
      return false;
    }
    outside.insert(outside.end(), removed.begin(), removed.end());
    return true;
  }

  /// The cliques of the rows with equal shares.
  std::optional<CliqueLoads> list_cliques() {
    run.report("cliques, listing", best.value(), 0, ProgressValue::none);
    auto members = detail::list_cliques(rows, result.k, counts, run);
    if (!members) return std::nullopt;
    return CliqueLoads({result.k, rows.original, *std::move(members)});
  }

  void take(const CliqueLoads& loads, Fraction density, const std::vector<Vertex>& set) {
    best = density;
    best_set.clear();
    for (const Vertex v : set) best_set.push_back(loads.list().original[v]);
  }

  /// Until the best set is proven, or the run should stop.
  void improve(CliqueLoads& loads) {
    do {
      const std::vector<Vertex> removed = loads.cut(best);
      outside.insert(outside.end(), removed.begin(), removed.end());
    } while (finds_denser(loads));
  }

  /// False once the best set is proven, or the run should stop.
  bool finds_denser(CliqueLoads& loads) {
    constexpr int most_passes = 64;
    constexpr int most_pushes = 64;    // passes of them, until passes over the loads are used up
    constexpr double near = 1.01;      // loads that are worth while to push down
    constexpr int passes_before = 16;  // or that do not come nearer
    int done = 0;
    for (int until = 1;; until *= 2) {
      for (; done < std::min(until, most_passes); ++done) {
        if (!loads.pass(run)) return false;
        run.report("cliques, passes", best.value(), ++result.passes, ProgressValue::none);
      }
      const CliqueLoads::Prefix prefix = loads.densest_prefix();
      if (larger(prefix.density, best)) {
        take(loads, prefix.density, prefix.vertices);
        return true;
      }
      if (loads.largest_load().value() > near * best.value() && done < passes_before) continue;
      std::vector<Vertex> set;
      const int pushes = done < most_passes ? most_pushes : std::numeric_limits<int>::max();
      const CliqueLoads::Push push = loads.push(reduced(best), pushes, run, set);
      if (push == CliqueLoads::Push::unfinished) {
        if (run.should_stop()) return false;
        continue;
      }
      // At the level, the set is the union of all sets of the best density.
      result.proven_optimal = push == CliqueLoads::Push::level;
      const Fraction before = best;
      take(loads, {cliques_inside(loads, set), set.size()}, set);
      LODE_ASSERT_LIGHT(!larger(before, best) && larger(best, before) != result.proven_optimal);
      return !result.proven_optimal;
    }
  }

  static std::uint64_t cliques_inside(const CliqueLoads& loads, const std::vector<Vertex>& set) {
    std::vector<char> inside(loads.list().num_vertices(), 0);
    for (const Vertex v : set) inside[v] = 1;
    std::uint64_t cliques = 0;
    for (std::size_t i = 0; i < loads.list().count(); ++i) {
      cliques += std::ranges::all_of(loads.list().clique(i), [&](Vertex v) { return inside[v] != 0; });
    }
    return cliques;
  }

  CliqueDensest without_cliques() {
    best_set = all_vertices();
    result.proven_optimal = true;
    result.split.outside = best_set;
    return finish_set();
  }

  /// The cliques are not counted: each gives its unit to its first vertex.
  CliqueDensest stopped_before_counting() {
    result.bound = {choose(graph.max_degree(), result.k - 1), 1};
    result.split.outside = all_vertices();
    take_some_clique();
    return finish_set();
  }

  /// A vertex of the largest degree and, by falling degree, neighbours that are adjacent to all taken before.
  void take_some_clique() {
    std::vector<Vertex> order = all_vertices();
    std::ranges::stable_sort(order, std::greater<>(), [&](Vertex v) { return graph.degree(v); });
    for (const Vertex v : order) {
      if (std::ranges::all_of(best_set, [&](Vertex u) { return graph.adjacent(u, v); }))
        best_set.push_back(v);
    }
    best = {choose(best_set.size(), result.k), best_set.size()};
  }

  std::vector<Vertex> all_vertices() const {
    std::vector<Vertex> vertices(graph.num_vertices());
    std::iota(vertices.begin(), vertices.end(), Vertex{0});
    return vertices;
  }

  /// Every clique gives its unit to its first vertex.
  CliqueDensest stopped_before_loads() {
    result.split.outside = outside;
    result.split.outside.insert(result.split.outside.end(), rows.original.begin(), rows.original.end());
    result.bound = larger(best, most_first()) ? reduced(best) : most_first();
    return finish_set();
  }

  /// The most cliques that begin with one vertex.
  Fraction most_first() const { return {*std::ranges::max_element(counts.first), 1}; }

  CliqueDensest finish(CliqueLoads& loads) {
    result.core_vertices = loads.list().num_vertices();
    result.core_cliques = loads.list().count();
    const Fraction load = loads.largest_load();
    if (!result.proven_optimal && larger(load, most_first())) {
      outside.resize(before_listing);
      return stopped_before_loads();
    }
    result.bound = result.proven_optimal || !larger(load, best) ? reduced(best) : load;
    result.split.outside = outside;
    write_split(loads);
    return finish_set();
  }

  /// In the numbers and the order of CliqueSplit.
  void write_split(const CliqueLoads& loads) {
    result.split.denominator = loads.denominator();
    const auto k = static_cast<std::ptrdiff_t>(result.k);
    std::vector<std::pair<Vertex, std::uint32_t>> entries(loads.list().members.size());  // member and share
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i] = {loads.list().original[loads.list().members[i]], loads.shares()[i]};
    }
    std::vector<std::ptrdiff_t> cliques;
    for (auto begin = entries.begin(); begin != entries.end(); begin += k) {
      std::sort(begin, begin + k);
      cliques.push_back(begin - entries.begin());
    }
    run.parallel([&] {
      tbb::parallel_sort(cliques.begin(), cliques.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
        const auto row = entries.begin();
        return std::lexicographical_compare(row + a, row + a + k, row + b, row + b + k,
                                            [](const auto& x, const auto& y) { return x.first < y.first; });
      });
    });
    for (const std::ptrdiff_t begin : cliques) {
      for (auto entry = entries.begin() + begin; entry != entries.begin() + begin + k; ++entry) {
        result.split.members.push_back(entry->first);
        result.split.shares.push_back(entry->second);
      }
    }
  }

  CliqueDensest finish_set() {
    std::sort(best_set.begin(), best_set.end());
    const Graph inside = induced_subgraph(graph, best_set);
    result.edges = inside.num_edges();
    result.weight = inside.total_weight();
    result.cliques = best.numerator;
    result.vertices = std::move(best_set);
    return std::move(result);
  }
};

}  // namespace

CliqueDensest densest_by_cliques(const Graph& graph, Vertex k, const RunContext& run) {
  check_clique_size(k);
  if (graph.num_vertices() == 0) {
    return {.k = k, .proven_optimal = true};
  }
  return CliqueSearch{graph, run, {.k = k}}.solve();
}

std::vector<std::uint64_t> clique_curve(const Graph& graph, const CliqueDensest& found,
                                        const RunContext& run) {
  __extension__ using Wide = unsigned __int128;
  check_clique_size(found.k);
  const Vertex n = graph.num_vertices();
  std::vector<std::uint64_t> curve(n + std::size_t{1});
  for (std::size_t s = 0; s <= n; ++s) {
    const Wide densest = Wide{s} * found.bound.numerator / found.bound.denominator;
    curve[s] = std::min(choose(s, found.k), static_cast<std::uint64_t>(std::min<Wide>(densest, UINT64_MAX)));
  }
  const auto rows = detail::later_rows(graph, run);
  const auto counts = rows ? detail::count_cliques(*rows, found.k, run) : std::nullopt;
  if (!counts) return curve;
  check_number(counts->total, found.k, "the graph");
  auto members = detail::list_cliques(*rows, found.k, *counts, run);
  if (!members) return curve;
  CliqueLoads loads({found.k, rows->original, *std::move(members)});
  constexpr std::uint64_t curve_passes = 64;
  for (std::uint64_t pass = 1; pass <= curve_passes && loads.pass(run); ++pass) {
    run.report("clique curve, passes", 0.0, pass, ProgressValue::none);
  }
  std::vector<std::uint64_t> load(loads.loads().begin(), loads.loads().end());
  std::ranges::sort(load, std::greater<>());
  std::uint64_t sum = 0;
  for (std::size_t s = 1; s <= n; ++s) {
    sum += load[s - 1];
    curve[s] = std::min({curve[s], sum / loads.denominator(), counts->total});
  }
  return curve;
}

}  // namespace lode
