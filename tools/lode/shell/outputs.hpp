#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/io/catalogue.hpp>
#include <lode/io/output_file.hpp>

#include "shell/options.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// The outputs of a command: its answer, and files whose names may have the places {graph}, {s} and {rank}.
struct Outputs {
  struct File {
    std::string option;
    std::string* path;  ///< name given for the file; empty: not asked for
  };

  std::string format = "text";  ///< format of the answer
  bool force = false;
  std::vector<File> files = {};
  const CLI::App* command = nullptr;

  /// Adds an option, or an argument, for a file to write. The path must outlive the command.
  CLI::Option* add_file(CLI::App& to, const std::string& names, std::string& path,
                        const std::string& meaning);
  /// Adds --format with these values, unless there are none, and --force if there are files.
  void add_options(CLI::App& to, const std::vector<std::string>& formats);

  Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
  /// The files that the command reads according to its options.
  std::vector<std::string> inputs() const;
  /// Refuses a file that exists, is given twice or is an input; files with open places are not checked yet.
  /// Errors: InvalidArgument.
  void check(Session& session) const;
  /// Refuses the file of an option, as "-o", that lacks a place. `reason` explains why there are several
  /// files. Errors: InvalidArgument.
  void need_place(std::string_view option, std::string_view place, const std::string& reason) const;
  /// Writes a file that is asked for, and notes that it was written.
  void write(const Session& session, const std::string& path, std::string text) const;
};

/// The file and the name of a graph; empty if there is none.
GraphLocation located(const std::string& graph);
/// True if a file name has an unfilled place.
bool is_open_pattern(std::string_view path);
/// The name with all places of this kind filled. Any "/" in the value becomes "-".
std::string filled(std::string path, std::string_view place, std::string value);
/// PATH in file:PATH; empty for other words.
std::string named_file(std::string_view word);
/// Removes a certificate file of an earlier run, and reports why no certificate is written. Errors:
/// SystemError, always.
[[noreturn]] void without_certificate(const std::string& path, std::string_view reason);

}  // namespace lode::tool
