#pragma once

#include <cstdint>

namespace lode::detail {

/// The tags of all random streams. One list holds them, so that two streams of one run never share a tag.
///
/// Rng(seed, tag) hashes 1000 seed + tag, so that tags below 1000 keep the streams of neighbouring seeds
/// apart. A run never searches both a graph and a least-squares problem: these two groups share some tags.
/// Published check values fix some of the tags.
enum StreamTag : std::uint64_t {
  // searches of graphs
  start_stream = 101,
  block_stream = 102,
  stationarity_stream = 103,
  first_kick_stream = 121,  ///< one for each searcher, up to last_kick_stream
  last_kick_stream = 199,
  connected_stream = 201,
  group_stream = 202,
  null_stream = 203,

  // generators of graphs
  tag_gnp = 301,
  tag_rmat = 302,
  tag_rmat_numbers = 303,
  tag_planted_numbers = 304,
  tag_planted_set = 305,
  tag_planted_background = 306,
  tag_planted_pairs = 307,
  tag_planted_weights = 308,
  tag_regular = 309,
  tag_bipartite = 310,
  tag_rewired = 311,

  // pictures of graphs
  layout_stream = 501,

  // quadratic forms
  minimise_stream = 401,
  minimise_check_stream = 402,

  // searches of least squares; its generators have the check values' tags 1, 2, ...
  fit_start_stream = 10,
  fit_paper_stream = 102,
  fit_support_stream = 110,
  fit_sign_stream = 111,
  fit_kick_stream = 112,
  fit_sample_stream = 120,
};

}  // namespace lode::detail
