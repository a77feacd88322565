#include <cstdint>
#include <limits>

#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/solver.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a search for a dual point goes on where work or time has ended it") {
  const Part part{test::core_and_tail()};
  const RunContext run({.threads = 1});
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  dual::DualSearch whole(test::whole_relaxation(part, 20, 3));
  const dual::DualResult& at_once = whole.go_on(test::without_proofs(unlimited), run);
  REQUIRE(at_once.stalled);

  dual::DualSearch in_turns(test::whole_relaxation(part, 20, 3));
  std::uint64_t iterations = 0;
  double before = std::numeric_limits<double>::infinity();
  for (bool ended = false; !ended;) {
    test::FakeClock clock(1e-4);
    const RunContext turn({.threads = 1, .time_limit = 0.01, .clock = &clock});
    const dual::DualResult& result = in_turns.go_on(test::without_proofs(unlimited), turn);
    CHECK(result.best.bound <= before * (1.0 + 1e-3));
    before = result.best.bound;
    iterations += result.iterations;
    ended = result.stalled;
    REQUIRE(iterations < 4 * at_once.iterations);
  }
  CHECK(before == Approx(at_once.best.bound).epsilon(0.01));
}
