#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "completion/candidates.hpp"

namespace lode::tool {

/// What was said before the value of an option.
struct ValuePlace {
  const CLI::App& command;
  const std::string& method;                  ///< of --method; empty: not given
  const std::vector<std::string>& arguments;  ///< words without a dash
};

/// Words of an option or an argument: those of its checks; else methods, presets or topics, by the name of
/// its value. `typed` is the present text: lists keep the text before their last comma.
Offer values_for(const CLI::Option& option, const ValuePlace& place, const std::string& typed);

}  // namespace lode::tool
