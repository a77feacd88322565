#pragma once

#include <string_view>

namespace lode {

/// How much is spent on upper bounds.
enum class Effort {
  none,    ///< the trivial bound alone
  cheap,   ///< degree, lp, turan within a small work limit, chain: less than a search costs
  strong,  ///< then what cores, capped-lp, sdp and exact search give within a time per size
  proof    ///< the same again and again, until answer and bound meet or the time ends
};
std::string_view to_string(Effort effort);
/// Errors: InvalidArgument for any other word.
Effort parse_effort(std::string_view word);

}  // namespace lode
