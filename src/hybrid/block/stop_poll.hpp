#pragma once

#include <functional>

namespace lode::hybrid {

/// A long search asks this about every millisecond. When it says true, the search ends with the best it has.
using StopPoll = std::function<bool()>;

}  // namespace lode::hybrid
