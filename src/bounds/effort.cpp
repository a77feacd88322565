#include <string>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>

namespace lode::subgraph {

std::string_view to_string(Effort effort) {
  switch (effort) {
    case Effort::none:
      return "none";
    case Effort::cheap:
      return "cheap";
    case Effort::automatic:
      return "auto";
    case Effort::strong:
      return "strong";
    case Effort::proof:
      break;
  }
  return "proof";
}

Effort parse_effort(std::string_view word) {
  for (const Effort effort :
       {Effort::none, Effort::cheap, Effort::automatic, Effort::strong, Effort::proof}) {
    if (word == to_string(effort)) return effort;
  }
  throw InvalidArgument("effort", std::string(word), "is not known",
                        "use none, cheap, auto, strong or proof");
}

}  // namespace lode::subgraph
