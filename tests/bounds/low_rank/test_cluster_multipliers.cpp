#include <algorithm>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/low_rank/cluster_multipliers.hpp"
#include "bounds/low_rank/some_multipliers.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("x'Mx is the weight of a set and what the multipliers add") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(17, 0.3, seed, static_cast<test::TestWeights>(seed % 3));
    const ClusterMultipliers m = test::random_multipliers(graph, 5, 1 + seed % 5, seed);
    const subgraph::detail::ClusteredMatrix matrix = test::matrix_of(graph, m);
    Rng rng(seed, 3);
    std::vector<double> x(graph.num_vertices());
    for (double& value : x) value = rng.below(3) == 0 ? 1.0 : 0.0;
    double size = 0.0;
    double expected = 0.0;
    for (const double value : x) size += value;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == 0.0) continue;
      expected += (size / m.s - 1.0) * m.vertex[i];
      for (ArcIndex arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; ++arc) {
        const std::size_t j = graph.targets()[arc];
        expected += x[j] == 0.0 ? m.arc[arc] : 0.5 * graph.arc_weight(arc);
      }
      for (std::size_t j = 0; j < i; ++j) {
        const auto row = graph.neighbors(static_cast<Vertex>(i));
        const bool edge = std::binary_search(row.begin(), row.end(), static_cast<Vertex>(j));
        if (x[j] == 1.0 && !edge) expected += m.between[m.cluster[i] * m.clusters + m.cluster[j]];
      }
    }
    std::vector<double> y(x.size());
    matrix.multiply(x, y);
    double found = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) found += x[i] * y[i];
    CHECK(found == Approx(expected).margin(1e-9));
  }
}
