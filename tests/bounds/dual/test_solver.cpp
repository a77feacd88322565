#include <cstdint>
#include <limits>
#include <numeric>

#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/proof.hpp"
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

TEST_CASE("a search begins with what another one has found, for another size and number of dummies") {
  const Part part{test::core_and_tail()};
  const RunContext run({.threads = 1});
  dual::DualSearch found(test::whole_relaxation(part, 20, 3));
  found.go_on(test::without_proofs(std::numeric_limits<double>::infinity()), run);
  for (const Vertex dummies : {Vertex{0}, Vertex{3}, Vertex{6}}) {
    const dual::Relaxation relaxation = test::whole_relaxation(part, 18, dummies);
    REQUIRE(found.serves(relaxation));
    const dual::DualOptions few = test::without_proofs(1.5e7);
    dual::DualSearch fresh(relaxation);
    dual::DualSearch warm(relaxation, found);
    const double from_nothing = fresh.go_on(few, run).best.bound;
    const dual::DualPoint& point = warm.go_on(few, run).best;
    INFO("dummies " << dummies);
    CHECK(point.bound < from_nothing);
    const auto proven = dual::prove(part, relaxation, point, 17, 1e9, run);
    REQUIRE(proven);
    CHECK(proven->bounds[18] == Approx(point.bound).epsilon(0.02));
  }
}

TEST_CASE("a search serves relaxations of like size that need no dummies which it lacks") {
  const Part part{test::core_and_tail()};
  const Part core = part_of(part.graph, [] {
    VertexSet dense(80);
    std::iota(dense.begin(), dense.end(), Vertex{0});
    return dense;
  }());
  const RunContext run({.threads = 1});
  const dual::DualOptions options = test::without_proofs(1.5e7);
  dual::DualSearch without(test::whole_relaxation(core, 20, 0));
  CHECK_FALSE(without.serves(test::whole_relaxation(core, 20, 0)));  // nothing is found yet
  without.go_on(options, run);
  CHECK(without.serves(test::whole_relaxation(core, 18, 0)));
  CHECK_FALSE(without.serves(test::whole_relaxation(core, 20, 3)));
  CHECK_FALSE(without.serves(test::whole_relaxation(part, 20, 0)));
  dual::DualSearch with(test::whole_relaxation(core, 20, 3));
  with.go_on(options, run);
  CHECK(with.serves(test::whole_relaxation(core, 20, 0)));
  CHECK(with.serves(test::whole_relaxation(core, 20, 6)));
  CHECK_FALSE(with.serves(test::whole_relaxation(part, 20, 3)));
}
