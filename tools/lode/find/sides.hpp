#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "shell/arguments/sides.hpp"
#include "shell/session.hpp"

namespace lode::tool {

struct FindArguments;

/// --sides of `find`, and the options that need it.
struct SidedFindArguments {
  SidesArgument sides;
  std::string min_sides;  ///< --min-sides
  const CLI::App* command = nullptr;

  void add_options(CLI::App& app);
  bool given() const { return sides.given(); }
  /// Errors: InvalidArgument for options that need --sides, without it.
  void check() const;
};

/// Runs the command with --sides.
void find_sides(const FindArguments& arguments, Session& session);

}  // namespace lode::tool
