#pragma once

// Races to known best values, for bench_targets, bench_ablation and bench_curve.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lode/subgraph/registry.hpp>

#include "bench.hpp"

namespace lode::bench {

/// One row of a table of best known values.
struct KnownValue {
  std::string graph;
  Vertex s = 0;
  double edges = 0.0;
  bool proven = false;
  bool weighted = false;  ///< the graph is read with its weights

  std::string name() const;  ///< "graph s"
};

/// Reads a CSV with the columns graph, s, edges and optionally proven_optimal and weighted (yes or no).
/// Errors: InputError for a missing file or column, and for fields that are not numbers.
std::vector<KnownValue> read_known_values(const std::string& path);

/// A graph of the search folders, cached until another one is requested.
class GraphByName {
 public:
  const Graph& operator()(const std::string& name, bool weighted = false);

 private:
  std::string name_;
  bool weighted_ = false;
  Graph graph_;
};

/// A method and its settings, with a label.
struct Contestant {
  std::string label;
  std::string method;
  subgraph::MethodSettings settings;
  std::optional<subgraph::StartKind> start = {};
};

/// METHOD[:NAME=VALUE]...; the name "start" takes degree, random or peeling.
Contestant parse_contestant(const std::string& text);

struct RaceOptions {
  std::uint64_t seed = 1;
  double cap = 10.0;    ///< seconds
  bool cpu = false;     ///< seconds are CPU time of the thread, not wall time
  bool beyond = false;  ///< continue past the target until the cap
  int threads = 1;
};

/// One run towards a known value.
struct RaceResult {
  std::optional<double> milliseconds;  ///< search time from the first set to the target
  double prepare_ms = 0.0;             ///< time to the first set
  double weight = 0.0;                 ///< weight of the answer
};
RaceResult race(const Graph& graph, const KnownValue& value, const Contestant& contestant,
                const RaceOptions& options);

/// Least time in means: shorter times contain no information about the search.
inline constexpr double floor_ms = 0.2;

/// Sums of one contestant over runs.
struct Standing {
  double log_ms = 0.0;
  double share = 0.0;  ///< sum of weight / known value, at most 1 each
  int runs = 0;
  int misses = 0;

  void add(const RaceResult& result, const KnownValue& value, double cap);
  double geometric_mean_ms() const;
  double mean_share() const;
};

}  // namespace lode::bench
