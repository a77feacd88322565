#pragma once

#include "graph_part.hpp"
#include "number_phase.hpp"
#include "ranks.hpp"
#include "read_phase.hpp"
#include "share.hpp"

namespace lode::cluster {

/// Brings every pair to the owners of its ends and makes simple rows of them, merging and counting as lode
/// does on one machine. Share and numbering are used up.
///
/// Cost:   two records of 12 bytes per line are sent; O(m log(max degree)) for m lines; 16 bytes per line and
///         the 8 of the share at the peak.
/// Errors: AgreedFailure.
GraphPart assemble(Ranks& ranks, Share& share, Numbering& numbering, InputCounts& counts);

}  // namespace lode::cluster
