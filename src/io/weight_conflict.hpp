#pragma once

#include "io/compressed_input.hpp"
#include "io/csr_builder.hpp"
#include "io/edge_lines.hpp"

namespace lode::detail {

/// Throws the InputError for a pair whose two directions have different weights. Reads a file again to name
/// the first line of each direction; standard input cannot be read twice, so only the ids are named.
[[noreturn]] void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                                   const WeightConflict& conflict, const VertexNames& names);

}  // namespace lode::detail
