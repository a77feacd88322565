#pragma once

#include <cstdint>

namespace lode::detail {

/// Tags of the random streams: all of them, so that no two that may meet are the same.
///
/// Rng(seed, tag) hashes 1000 seed + tag: tags below 1000 keep the streams of neighbouring seeds apart.
/// Searches of graphs and of least squares never meet in a run; some of their tags are the same, and some are
/// fixed by published check values.
enum StreamTag : std::uint64_t {
  // searches of graphs
  start_stream = 101,
  block_stream = 102,
  stationarity_stream = 103,
  first_kick_stream = 121,  ///< one for each searcher, up to last_kick_stream
  last_kick_stream = 199,
  connected_stream = 201,
  several_stream = 202,
  verification_stream = 203,
  low_rank_stream = 204,
  low_rank_ritz_stream = 205,

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
