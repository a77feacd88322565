// Whether bounds from a core alone hold for the graph it was cut from: bench_core_of FILE.csv [options]. FILE
// has the columns graph, s and edges, as a table of best known values. Every core of every graph is cut,
// written as a lode file that declares it and read again; with the rest forgotten, its cheap bounds must not
// be below the best known values, and must be what rule `core` makes of the same core on the whole graph.
// Prints a line per graph, and ends with 1 after a violation.
//
//   --more NAME,NAME  graphs without known values, at sizes 10, 50 and 200     --threads N
//   --rows TEXT,TEXT  only graphs whose name has one of these                   --most-cores N  per graph

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/study/find.hpp>

#include "bounds/core_parts.hpp"
#include "bounds/plan.hpp"
#include "known_values.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

struct Options {
  int threads = 1;
  std::size_t most_cores = 1000;
  std::vector<std::string> rows;
  std::vector<std::string> more;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 2; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) throw InvalidArgument("option", name, "needs a value");
    const std::string value = argv[i + 1];
    if (name == "--threads") {
      options.threads = std::stoi(value);
    } else if (name == "--most-cores") {
      options.most_cores = std::stoul(value);
    } else if (name == "--rows") {
      options.rows = bench::split(value, ',');
    } else if (name == "--more") {
      options.more = bench::split(value, ',');
    } else {
      throw InvalidArgument("option", name, "is not known");
    }
  }
  return options;
}

/// The cores that differ and leave something out, by the least degree of each: one above a core number that
/// occurs. Evenly fewer of them where there are more than `most`.
std::vector<Vertex> cores_of(const Graph& graph, std::size_t most) {
  std::set<Vertex> numbers;
  for (const Vertex number : core_numbers(graph)) numbers.insert(number);
  std::vector<Vertex> cores;
  for (const Vertex number : numbers) {
    if (number != *numbers.rbegin()) cores.push_back(number + 1);
  }
  if (cores.empty()) cores.push_back(std::max<Vertex>(1, *numbers.rbegin()));
  std::vector<Vertex> taken;
  const std::size_t count = std::min(most, cores.size());
  for (std::size_t i = 0; i < count; ++i) taken.push_back(cores[i * cores.size() / count]);
  return taken;
}

/// From the core alone, after a file.
std::vector<double> declared_values(const Graph& whole, Vertex core, const std::vector<Vertex>& sizes,
                                    const RunContext& run) {
  const DeclaredCore cut = cut_core(whole, core, run);
  std::string file;
  write_graph(
      cut.graph, [&](std::string_view piece) { file += piece; }, {.format = "lode", .core_of = cut.origin},
      run);
  const LoadedGraph read = read_graph(std::span<const char>(file), {}, run);
  const BoundsResult found =
      find_bounds(read.graph, {.core_of = read.report.core_of}, sizes, Effort::cheap, Proofs::drop, run);
  std::vector<double> values;
  for (const auto& bounds : found.bounds) values.push_back(best_bound(bounds).value);
  return values;
}

/// From the whole graph, by the same core.
std::vector<double> core_rule_values(const Graph& whole, const CoreParts& parts, Vertex core,
                                     const std::vector<Vertex>& sizes, const RunContext& run) {
  const Part part = parts.part(parts.above(core - 1.0));
  BoundPlan inside(part.graph, sizes, run, Proofs::drop);
  inside.add_cheap(run);
  const std::vector<double> known = inside.ledger().values();
  std::vector<double> all(known.size(), 0.0);
  for (Vertex t = 2; t < all.size(); ++t) {
    all[t] = std::min(static_cast<double>(possible_edges(t)), core_step(whole, part, known[t], all[t - 1]));
  }
  std::vector<double> values;
  for (const Vertex s : sizes) values.push_back(all[s]);
  return values;
}

struct Tally {
  int cores = 0;
  int rows = 0;
  int below = 0;      ///< a best known value: wrong
  int different = 0;  ///< from what rule core gives: wrong
  int no_worse = 0;   ///< than the cheap bounds of the whole graph
  double best_gap_sum = 0.0;
  double whole_gap_sum = 0.0;
  int gaps = 0;

  int wrong() const { return below + different; }
};

Tally tally_of(const std::string& name, const Graph& graph, const std::map<Vertex, double>& known,
               const Options& options, const RunContext& run) {
  Tally tally;
  std::vector<Vertex> sizes;
  for (const auto& [s, edges] : known) {
    if (s <= graph.num_vertices()) sizes.push_back(s);
  }
  const auto whole = cheap_bounds(graph, sizes, run);
  std::vector<double> least(sizes.size(), std::numeric_limits<double>::infinity());
  const CoreParts parts = *CoreParts::peel(graph, {}, run);
  for (const Vertex core : cores_of(graph, options.most_cores)) {
    const Vertex inside = cut_core(graph, core, run).graph.num_vertices();
    std::vector<Vertex> fitting = sizes;
    std::erase_if(fitting, [&](Vertex s) { return s > inside; });
    if (fitting.empty()) continue;
    ++tally.cores;
    const std::vector<double> declared = declared_values(graph, core, fitting, run);
    const std::vector<double> by_rule = core_rule_values(graph, parts, core, fitting, run);
    for (std::size_t i = 0; i < fitting.size(); ++i) {
      ++tally.rows;
      tally.below += declared[i] < known.at(fitting[i]);
      tally.different += declared[i] != by_rule[i];
      tally.no_worse += declared[i] <= best_bound(whole[i]).value;
      least[i] = std::min(least[i], declared[i]);
      if (declared[i] < known.at(fitting[i]) || declared[i] != by_rule[i]) {
        fmt::print(stderr, "{}: core {}, s = {}: {} from the core, {} by rule core, {} is known\n", name,
                   core, fitting[i], declared[i], by_rule[i], known.at(fitting[i]));
      }
    }
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double edges = known.at(sizes[i]);
    if (edges == 0.0 || least[i] == std::numeric_limits<double>::infinity()) continue;
    tally.best_gap_sum += relative_gap(least[i], edges);
    tally.whole_gap_sum += relative_gap(best_bound(whole[i]).value, edges);
    ++tally.gaps;
  }
  return tally;
}

int run_bench(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_core_of FILE.csv [options]\n");
    return 2;
  }
  const Options options = parse(argc, argv);
  std::map<std::string, std::map<Vertex, double>> known;
  for (const bench::KnownValue& value : bench::read_known_values(argv[1]))
    known[value.graph][value.s] = value.edges;
  for (const std::string& name : options.more) known[name] = {{10, 0.0}, {50, 0.0}, {200, 0.0}};
  const RunContext run({.threads = options.threads});
  bench::GraphByName graphs;
  int wrong = 0;
  fmt::print("{:<22} {:>8} {:>8} {:>6} {:>6} {:>6} {:>6} {:>9} {:>9} {:>9}\n", "graph", "vertices", "edges",
             "cores", "rows", "below", "other", "no worse", "gap cores", "gap whole");
  for (const auto& [name, values] : known) {
    const bool asked = options.rows.empty() || std::any_of(options.rows.begin(), options.rows.end(),
                                                           [&, &graph = name](const std::string& part) {
                                                             return graph.find(part) != graph.npos;
                                                           });
    if (!asked) continue;
    const Graph& graph = graphs(name);
    const Tally tally = tally_of(name, graph, values, options, run);
    const auto mean = [&](double sum) {
      return tally.gaps == 0 ? std::string("-") : fmt::format("{:.2f} %", 100.0 * sum / tally.gaps);
    };
    fmt::print("{:<22} {:>8} {:>8} {:>6} {:>6} {:>6} {:>6} {:>9} {:>9} {:>9}\n", name, graph.num_vertices(),
               graph.num_edges(), tally.cores, tally.rows, tally.below, tally.different, tally.no_worse,
               mean(tally.best_gap_sum), mean(tally.whole_gap_sum));
    std::fflush(stdout);
    wrong += tally.wrong();
  }
  fmt::print("{} of all rows are wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_bench(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_core_of: {}\n", error.what());
    return 1;
  }
}
