#pragma once

#include <functional>
#include <string_view>

namespace lode {

/// Takes pieces of a file in order.
using TextSink = std::function<void(std::string_view)>;

}  // namespace lode
