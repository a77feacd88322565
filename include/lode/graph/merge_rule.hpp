#pragma once

namespace lode {

/// What to do with an edge listed in both directions with different weights.
enum class MergeRule { error, sum, max, min };

}  // namespace lode
