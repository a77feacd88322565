#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/option_info.hpp>

namespace lode::test {

/// Texts that an option must refuse: of another kind, or just beyond its bounds.
inline std::vector<std::string> refused_values(const OptionInfo& option) {
  const OptionBounds& bounds = option.bounds;
  const double infinity = std::numeric_limits<double>::infinity();
  switch (option.kind) {
    case OptionKind::word:
      return {"", "x", std::string(option.words.front()) + "x"};
    case OptionKind::form:
      return {"", "12", "R6", "R6-G6x", "R-1-G6", "R0-G1", "R60-G60"};
    case OptionKind::integer: {
      std::vector<std::string> texts = {"",
                                        "x",
                                        "1.5",
                                        "1e1",
                                        "99999999999999999999999",
                                        "-1",
                                        " 1",
                                        fmt::format("{}", bounds.least - 1.0)};
      if (bounds.most < infinity) texts.push_back(fmt::format("{}", bounds.most + 1.0));
      return texts;
    }
    case OptionKind::number:
      break;
  }
  std::vector<std::string> texts = {"", "x", "1,5", "nan", "1e999", "-inf"};
  texts.push_back(
      fmt::format("{}", bounds.least_excluded ? bounds.least : std::nextafter(bounds.least, -infinity)));
  if (bounds.most_excluded) {
    texts.push_back(fmt::format("{}", bounds.most));
  } else if (bounds.most < infinity) {
    texts.push_back(fmt::format("{}", std::nextafter(bounds.most, infinity)));
  }
  return texts;
}

}  // namespace lode::test
