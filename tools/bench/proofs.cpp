// Times the search with semidefinite bounds on the k-cluster instances of a folder with a table optima.csv
// (columns instance, n, k, optimum_edges, biqbin_seconds): bench_proofs [FOLDER] [OPTION VALUE]...
//   --n N            only instances of N vertices; 0: all (default 120: at most 120)
//   --only TEXT      only instances whose name has this in it
//   --threads T      default 1
//   --time S         seconds for an instance (default 600)
//   --incumbent WHAT optimum: the published value; below: one less; hybrid: what lode finds (default optimum)
// FOLDER defaults to $LODE_DATA/../outside/kcluster. Prints one JSON object per instance and one per class of
// n, with half of BiqBin's published seconds next to ours where available. Fails if a bound is below a
// published optimum.

#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/search/branch_and_bound.hpp"
#include "known_values.hpp"
#include "measure.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

struct ProofOptions {
  std::string folder;
  std::size_t largest = 120;
  std::size_t only_n = 0;
  std::string only;
  int threads = 1;
  double time = 600.0;
  std::string incumbent = "optimum";
};

/// One row of the table.
struct ClusterRow {
  std::string name;
  std::size_t n = 0;
  Vertex k = 0;
  double optimum = 0.0;
  std::optional<double> biqbin;  ///< published seconds
};

std::vector<ClusterRow> read_rows(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line))
    throw InputError({path}, "is empty or missing", "name the folder of the instances");
  std::map<std::string, std::size_t> column;
  for (const std::string& name : bench::split(line, ',')) column.emplace(name, column.size());
  std::vector<ClusterRow> rows;
  for (std::uint64_t number = 2; std::getline(in, line); ++number) {
    const std::vector<std::string> fields = bench::split(line, ',');
    try {
      const auto field = [&](const std::string& name) { return fields.at(column.at(name)); };
      rows.push_back({field("instance"),
                      std::stoul(field("n")),
                      static_cast<Vertex>(std::stoul(field("k"))),
                      std::stod(field("optimum_edges")),
                      {}});
      const std::string seconds = field("biqbin_seconds");
      if (!seconds.empty()) rows.back().biqbin = std::stod(seconds);
    } catch (const std::logic_error&) {
      throw InputError({path, number}, "lacks a column, or has a field that is not a number");
    }
  }
  return rows;
}

double incumbent_of(const Graph& graph, const ClusterRow& row, const std::string& what,
                    const RunContext& run) {
  if (what == "optimum") return row.optimum;
  if (what == "below") return row.optimum - 1.0;
  if (what == "hybrid") return solve("hybrid", {.graph = graph, .s = row.k}, {}, run).weight;
  throw InvalidArgument("--incumbent", what, "is none of optimum, below, hybrid");
}

/// Sums over the instances of one class.
struct ClassSums {
  int instances = 0;
  int proven = 0;
  double user = 0.0;
  double worst = 0.0;
  double biqbin = 0.0;    ///< published seconds of all instances with them
  double compared = 0.0;  ///< user seconds of these instances
  double evaluations = 0.0;
  double nodes = 0.0;
};

void print_sums(const std::string& name, const ClassSums& sums) {
  fmt::print(
      "{{\"class\":\"{}\",\"instances\":{},\"proven\":{},\"user_seconds\":{:.2f},\"worst_user_seconds\":{:."
      "2f},"
      "\"user_seconds_where_published\":{:.2f},\"half_of_biqbin\":{:.2f},\"evaluations\":{:.0f},\"nodes\":{:."
      "0f}}}\n",
      name, sums.instances, sums.proven, sums.user, sums.worst, sums.compared, 0.5 * sums.biqbin,
      sums.evaluations, sums.nodes);
}

void prove(const ClusterRow& row, const ProofOptions& options, std::map<std::string, ClassSums>& classes) {
  const RunContext whole(RunOptions{.threads = options.threads});
  const Graph graph = read_graph(options.folder + "/" + row.name + ".mtx.gz", {}, whole).graph;
  const double incumbent = incumbent_of(graph, row, options.incumbent, whole);
  const RunContext run = whole.part(options.time);
  const subgraph::detail::DenseProblem problem = subgraph::detail::dense_problem(graph, row.k);
  subgraph::detail::SdpSearchResult result;
  const bench::Usage used =
      bench::measure([&] { result = subgraph::detail::SdpSearch(problem, {}).advance(incumbent, 0, run); });
  if (result.upper_bound < row.optimum) throw InternalError(row.name + ": the bound is below the optimum");
  bench::print_json(
      "proofs", options.threads, used,
      fmt::format(",\"instance\":\"{}\",\"proven\":{},\"upper_bound\":{},\"value\":{},\"optimum\":{},"
                  "\"nodes\":{},\"open\":{},\"evaluations\":{}",
                  row.name, result.proven, result.upper_bound, result.value, row.optimum, result.nodes,
                  result.open, result.evaluations) +
          (row.biqbin ? bench::json_field("biqbin_seconds", *row.biqbin) : ""));
  std::fflush(stdout);
  for (const std::string& name : {fmt::format("n={}", row.n), fmt::format("n={} k={}", row.n, row.k)}) {
    ClassSums& sums = classes[name];
    ++sums.instances;
    sums.proven += result.proven && result.value == row.optimum ? 1 : 0;
    sums.user += used.user;
    sums.worst = std::max(sums.worst, used.user);
    if (row.biqbin) {
      sums.biqbin += *row.biqbin;
      sums.compared += used.user;
    }
    sums.evaluations += static_cast<double>(result.evaluations);
    sums.nodes += static_cast<double>(result.nodes);
  }
}

ProofOptions parse_options(int argc, char** argv) {
  ProofOptions options;
  if (const char* const data = std::getenv("LODE_DATA"))
    options.folder = std::string(data) + "/../outside/kcluster";
  int at = 1;
  if (at < argc && argv[at][0] != '-') options.folder = argv[at++];
  for (; at + 1 < argc; at += 2) {
    const std::string name = argv[at];
    const std::string value = argv[at + 1];
    if (name == "--n") {
      options.only_n = std::stoul(value);
      options.largest = options.only_n == 0 ? static_cast<std::size_t>(-1) : options.only_n;
    } else if (name == "--only") {
      options.only = value;
    } else if (name == "--threads") {
      options.threads = std::stoi(value);
    } else if (name == "--time") {
      options.time = std::stod(value);
    } else if (name == "--incumbent") {
      options.incumbent = value;
    } else {
      throw InvalidArgument("option", name, "is not known");
    }
  }
  if (at < argc) throw InvalidArgument("option", argv[at], "lacks a value");
  if (options.folder.empty()) throw InvalidArgument("folder", "", "is not named, nor is LODE_DATA set");
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const ProofOptions options = parse_options(argc, argv);
    std::map<std::string, ClassSums> classes;
    for (const ClusterRow& row : read_rows(options.folder + "/optima.csv")) {
      if (row.n > options.largest || (options.only_n > 0 && row.n != options.only_n)) continue;
      if (row.name.find(options.only) != std::string::npos) prove(row, options, classes);
    }
    for (const auto& [name, sums] : classes) print_sums(name, sums);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  } catch (const std::logic_error&) {
    fmt::print(stderr, "an option's value is not a number\n");
    return 2;
  }
}
