#pragma once

#include <functional>

namespace lode::hybrid {

/// Asked about every millisecond of a long search; true stops it with what it has.
using StopPoll = std::function<bool()>;

}  // namespace lode::hybrid
