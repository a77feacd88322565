#include <cmath>
#include <limits>

#include <lode/study/find.hpp>

#include "study/find/time_shares.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using lode::detail::TimeShares;
using subgraph::Effort;

TEST_CASE("of a time limit searches get what the effort leaves them") {
  const RunContext whole({.time_limit = 100.0});
  const double of_auto = subgraph::most_auto_work / subgraph::work_per_second;
  const auto seconds = [&](Effort effort, double left, std::size_t sizes, TimeUse use = TimeUse::spend) {
    const FindRequest request{.sizes = {5}, .effort = effort, .time_use = use};
    return TimeShares(request, whole).search_seconds(left, sizes);
  };
  for (const Effort effort : {Effort::none, Effort::cheap}) CHECK(seconds(effort, 40.0, 1) == 40.0);
  CHECK(seconds(Effort::automatic, 40.0, 1) == 40.0 - of_auto);
  CHECK(seconds(Effort::automatic, 1.0, 3) == 0.5);
  CHECK(seconds(Effort::automatic, 40.0, 1, TimeUse::as_needed) == 40.0);
  CHECK(seconds(Effort::strong, 40.0, 1) == 20.0);
  CHECK(seconds(Effort::strong, 4.0, 1) == 4.0 - std::min(of_auto, 2.0));  // never more than without
  CHECK(std::isinf(seconds(Effort::strong, std::numeric_limits<double>::infinity(), 1)));
}

TEST_CASE("time that is there to be used lifts the limit of work, unless the caller or the preset has one") {
  const RunContext limited({.time_limit = 1.0});
  const RunContext unlimited;
  const auto lifted = [](const FindRequest& request, const RunContext& run) {
    return TimeShares(request, run).settings() != request.settings;
  };
  CHECK(lifted({.sizes = {5}}, limited));
  CHECK_FALSE(lifted({.sizes = {5}}, unlimited));
  CHECK_FALSE(lifted({.sizes = {5}, .time_use = TimeUse::as_needed}, limited));
  CHECK_FALSE(lifted({.sizes = {5}, .settings = {{"work", "7"}}}, limited));
  CHECK_FALSE(lifted({.sizes = {5}, .settings = {{"preset", "paper"}}}, limited));
  CHECK_FALSE(lifted({.sizes = {5}, .method = "exact"}, limited));
  CHECK_FALSE(lifted({.sizes = {5}, .method = "peeling"}, limited));
  const FindRequest proof{.sizes = {5}, .effort = Effort::proof};
  CHECK(TimeShares(proof, limited).first_settings().empty());
  CHECK_FALSE(TimeShares(proof, limited).settings().empty());
  CHECK_FALSE(TimeShares(proof, limited).searches_on());
  // Bounds by as much work as without a limit come before the longer search.
  const FindRequest automatic{.sizes = {5}};
  CHECK(TimeShares(automatic, limited).first_settings().empty());
  CHECK(TimeShares(automatic, limited).searches_on());
  CHECK_FALSE(TimeShares(automatic, unlimited).searches_on());
  const FindRequest cheap{.sizes = {5}, .effort = Effort::cheap};
  CHECK_FALSE(TimeShares(cheap, limited).first_settings().empty());
  CHECK_FALSE(TimeShares(cheap, limited).searches_on());
}

TEST_CASE("bounds beyond the automatic ones end after a while, but for several answers of a proof") {
  const RunContext whole;
  const auto seconds = [&](Effort effort, std::optional<int> top) {
    const FindRequest request{.sizes = {5}, .top = top, .effort = effort};
    return TimeShares(request, whole).strong_seconds(1e6);
  };
  CHECK(seconds(Effort::strong, {}) == subgraph::strong_seconds);
  CHECK(seconds(Effort::strong, 3) == subgraph::strong_seconds);
  CHECK(seconds(Effort::proof, {}) == subgraph::strong_seconds);
  CHECK(seconds(Effort::proof, 3) == 1e6);
}
