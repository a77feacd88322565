#include <atomic>
#include <limits>
#include <vector>

#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>

#include "graph/decomposition/load_component.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("a flow ends with its run and leaves a valid split behind") {
  using namespace lode::detail;
  const Graph graph = complete_multipartite(std::vector<Vertex>{100, 500});
  const RunContext free;
  const LoadComponent component = *whole_graph(graph, DensityUnits(graph), free);
  const ExactDensity density = component_density(component);
  std::atomic<bool> cancel{true};
  const RunContext cancelled({.cancel = &cancel});
  LoadComponent stopped = *whole_graph(graph, DensityUnits(graph), free);
  double unlimited = std::numeric_limits<double>::infinity();
  CHECK_FALSE(cut_by_flow(stopped, density, cancelled, unlimited));
  CHECK(stopped.load == component.load);
  // Stopped inside: the readings are that of the start, the one before the flow and some in the middle of it.
  test::FakeClock clock(1.0);
  const RunContext limited({.time_limit = 2.5, .clock = &clock});
  CHECK_FALSE(cut_by_flow(stopped, density, limited, unlimited));
  CHECK(clock.readings() > 2);
  CHECK(stopped.load == component.load);
  double little = 2e4;  // residuals are counted by 2^14
  CHECK_FALSE(cut_by_flow(stopped, density, free, little));
  CHECK(little == 0.0);
  CHECK(stopped.load == component.load);
  CHECK(cut_by_flow(stopped, density, free, unlimited));
}
