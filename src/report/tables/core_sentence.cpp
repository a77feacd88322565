#include "report/tables/core_sentence.hpp"

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode::detail {

std::string core_sentence(const CoreOrigin& origin) {
  std::string text =
      fmt::format("input declared to be {}: bounds are of that graph\n", core_origin_text(origin));
  if (origin.bounds.empty()) return text;
  return text + fmt::format("{} of that graph, stated by the input, taken on trust\n",
                            format_plural(origin.bounds.size(), "bound", "bounds"));
}

}  // namespace lode::detail
