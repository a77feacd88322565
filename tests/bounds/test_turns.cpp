#include <map>
#include <vector>

#include "bounds/turns.hpp"
#include "support/catch.hpp"

using namespace lode::subgraph;

namespace {

/// Sizes whose bounds fall to the gap asked for, for a price each.
struct Asked {
  std::map<lode::Vertex, double> gaps;
  double price = 1.0;
  std::vector<BoundRequest> requests = {};

  void take(double each, double of_all) {
    std::vector<BoundRequest> open;
    for (const auto& [s, gap] : gaps) open.push_back({s, 1.0});
    Turns turns;
    turns.each = each;
    turns.of_all = of_all;
    turns.least = 0.1;
    turns.ask = [&](const BoundRequest& request) {
      requests.push_back(request);
      if (request.work < price) return request.work;
      gaps[request.s] = request.gap;
      return price;
    };
    turns.gap = [&](const BoundRequest& request) { return gaps.at(request.s); };
    take_turns(open, turns);
  }
};

}  // namespace

TEST_CASE("one size gets the work of one, and aims at the gap asked for") {
  Asked asked{.gaps = {{50, 0.2}}};
  asked.take(2.0, 6.0);
  REQUIRE(asked.requests.size() == 1);
  CHECK(asked.requests[0].work == 2.0);
  CHECK(asked.requests[0].gap == BoundRequest().gap);
  CHECK(asked.requests[0].later == 0);
}

TEST_CASE("of several sizes the largest comes first, those with small gaps wait, and no more work is spent") {
  Asked asked{.gaps = {{30, 0.2}, {40, 0.05}, {90, 0.2}, {100, 0.2}}};
  asked.take(2.0, 3.5);
  std::vector<lode::Vertex> sizes;
  for (const BoundRequest& request : asked.requests) sizes.push_back(request.s);
  CHECK(sizes == std::vector<lode::Vertex>{100, 90, 30, 40});
  CHECK(asked.requests[0].later == 90);
  CHECK(asked.requests[1].later == 0);
  CHECK(asked.requests[0].gap > BoundRequest().gap);
  CHECK(asked.requests[3].gap == BoundRequest().gap);
  CHECK(asked.requests[3].work <= 0.5);
}

TEST_CASE("work that is left goes to the largest gaps") {
  Asked asked{.gaps = {{20, 0.005}, {60, 0.055}, {100, 0.2}}};
  asked.take(2.0, 10.0);
  CHECK(asked.gaps[20] == 0.005);
  CHECK(asked.gaps[60] == BoundRequest().gap);
  CHECK(asked.gaps[100] == BoundRequest().gap);
  REQUIRE(asked.requests.size() == 3);
  CHECK(asked.requests[1].s == 60);
}
