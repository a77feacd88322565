#pragma once

// The options of kicks that HYBRID passes on, for the table of any struct that has them.

#include <lode/hybrid/block.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "core/options/option_table.hpp"

namespace lode::subgraph::detail {

/// Independent searches at most. With two more that follow hints, all have a stream of random numbers
/// (stream_tags.hpp).
inline constexpr int most_searchers = 64;

/// Records of the members `block`, `cluster`, `starts` and `searchers` of a struct of options.
template <class Options>
struct KickRecords {
  using Record = typename lode::detail::OptionTable<Options>::Record;

  Record block = {"block", &Options::block, "Block size of the descents between kicks", "vertices",
                  lode::detail::from_to(2, hybrid::max_block_size)};
  Record cluster = {"cluster", &Options::cluster, "Vertices exchanged by one kick at most", "vertices",
                    lode::detail::at_least(1)};
  Record starts = {"starts",
                   &Options::starts,
                   "all: kicks and restarts; first: kicks from the first start alone",
                   {{"all", Starts::all}, {"first", Starts::first}}};
  Record searchers = {"searchers", &Options::searchers,
                      "Independent searches that exchange their best and share the threads", "searches",
                      lode::detail::from_to(1, most_searchers)};
};

}  // namespace lode::subgraph::detail
