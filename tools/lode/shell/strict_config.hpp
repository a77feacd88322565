#pragma once

#include <istream>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// Options from a TOML file, every line of which is a section, a key with a value, a comment, or blank. A
/// byte order mark at the beginning is ignored.
class StrictConfig : public CLI::ConfigTOML {
 public:
  /// Errors: CLI::ConfigError naming the line.
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override;
};

}  // namespace lode::tool
