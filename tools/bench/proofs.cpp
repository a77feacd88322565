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
#include <map>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "bench.hpp"
#include "bounds/search/branch_and_bound.hpp"

namespace {

using namespace lode;
using namespace lode::subgraph;

/// One row of the table.
struct ClusterRow {
  std::string name;
  double n = 0.0;
  Vertex k = 0;
  double optimum = 0.0;
  std::string biqbin;  ///< published seconds, or nothing
};

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

void prove(const ClusterRow& row, const std::string& folder, const bench::Arguments& arguments,
           std::map<std::string, ClassSums>& classes) {
  const RunContext whole(RunOptions{.threads = arguments.threads(1)});
  const Graph graph = read_graph(folder + "/" + row.name + ".mtx.gz", {}, whole).graph;
  const double incumbent = incumbent_of(graph, row, arguments.text("--incumbent", "optimum"), whole);
  const RunContext run = whole.part(arguments.real("--time", 600.0));
  const subgraph::detail::DenseProblem problem = subgraph::detail::dense_problem(graph, row.k);
  subgraph::detail::SdpSearchResult result;
  const bench::Usage used =
      bench::measure([&] { result = subgraph::detail::SdpSearch(problem, {}).advance(incumbent, 0, run); });
  if (result.upper_bound < row.optimum) throw InternalError(row.name + ": the bound is below the optimum");
  bench::print_json(
      "proofs", whole.threads(), used,
      fmt::format(",\"instance\":\"{}\",\"proven\":{},\"upper_bound\":{},\"value\":{},\"optimum\":{},"
                  "\"nodes\":{},\"open\":{},\"evaluations\":{}",
                  row.name, result.proven, result.upper_bound, result.value, row.optimum, result.nodes,
                  result.open, result.evaluations) +
          (row.biqbin.empty() ? "" : ",\"biqbin_seconds\":" + row.biqbin));
  for (const std::string& name : {fmt::format("n={}", row.n), fmt::format("n={} k={}", row.n, row.k)}) {
    ClassSums& sums = classes[name];
    ++sums.instances;
    sums.proven += result.proven && result.value == row.optimum ? 1 : 0;
    sums.user += used.user;
    sums.worst = std::max(sums.worst, used.user);
    if (!row.biqbin.empty()) {
      sums.biqbin += std::stod(row.biqbin);
      sums.compared += used.user;
    }
    sums.evaluations += static_cast<double>(result.evaluations);
    sums.nodes += static_cast<double>(result.nodes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* const usage =
      "bench_proofs [FOLDER] [--n N] [--only TEXT] [--threads T] [--time SECONDS] [--incumbent WHAT]";
  return bench::run(argc, argv, 0, usage, [](const bench::Arguments& arguments) {
    const char* const data = std::getenv("LODE_DATA");
    const std::string folder = arguments.word(0, std::string(data ? data : ".") + "/../outside/kcluster");
    const double n = arguments.real("--n", 120.0);
    std::map<std::string, ClassSums> classes;
    for (auto& fields : bench::read_table(folder + "/optima.csv")) {
      const ClusterRow row{fields["instance"], std::stod(fields["n"]),
                           static_cast<Vertex>(std::stoul(fields["k"])), std::stod(fields["optimum_edges"]),
                           fields["biqbin_seconds"]};
      if (arguments.has("--n") ? n > 0.0 && row.n != n : row.n > n) continue;
      if (row.name.find(arguments.text("--only", "")) != std::string::npos) {
        prove(row, folder, arguments, classes);
      }
    }
    for (const auto& [name, sums] : classes) print_sums(name, sums);
  });
}
