#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The manual page of a command in roff, with every option.
///
/// The foot contains `program_version` ("lode 0.1.0") and the date of SOURCE_DATE_EPOCH, or of today.
std::string man_page(const CLI::App& command, const std::string& program_version);

/// "lode-find", the name of the page of `lode find`.
std::string man_name(const CLI::App& command);

/// Writes the pages of a command and its subcommands into a folder, replacing older ones: "lode-find.1".
/// Errors: SystemError if the folder cannot be made or written to.
void write_man_pages(const CLI::App& command, const std::string& program_version, const std::string& folder);

}  // namespace lode::tool
