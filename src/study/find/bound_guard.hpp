#pragma once

#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/tolerance.hpp>

#include "subgraph/problem/goal.hpp"

namespace lode::detail {

/// Holds the bounds of a run against the sets that its searches find. A set that weighs more than a bound
/// shows that lode itself is at fault: the answer is kept, and no bound of the run is believed from then on.
class BoundGuard {
 public:
  bool holds() const { return defect_.empty(); }
  /// What a user should know of the fault; empty while all bounds hold.
  const std::string& defect() const { return defect_; }

  /// Runs `search`, which tells a method the bounds of the run while `holds()`. A method that refuses a bound
  /// as false is noted, and `search` runs once more, without bounds then.
  template <class Search>
  auto search(Search&& search) {
    if (!holds()) return search();
    try {
      return search();
    } catch (const subgraph::detail::BoundRefused& error) {
      note(error.what());
    }
    return search();
  }

  void compare(const subgraph::Bound& bound, Weight weight, Sums sums) {
    if (!holds() || least_meeting(weight, sums) <= bound.value) return;
    note(fmt::format("upper bound is {} by rule {}: is below the weight of a set of {} vertices, {}",
                     bound.value, bound.name, bound.s, weight));
  }

 private:
  void note(const std::string& what) {
    defect_ = "internal error: " + what +
              "; the answer is right as it stands, the bound is not: please report it with the graph";
  }

  std::string defect_;
};

}  // namespace lode::detail
