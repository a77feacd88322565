#pragma once

#include <atomic>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/core/run_context.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>

#include "shell/progress_display.hpp"

namespace lode::tool {

/// Exit codes of the tool.
enum ExitCode { done = 0, failure = 1, usage = 2, bad_input = 3, not_verified = 4 };

/// The time limit of a run without one.
inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// The process for commands: its arguments, verbosity, signals, streams.
class Session {
 public:
  explicit Session(std::vector<std::string> arguments);

  const std::vector<std::string>& arguments() const { return arguments_; }
  /// "lode COMMAND ..." as typed, for headers of generated files.
  std::string command_line() const;

  /// Adds -q and -v.
  void add_options(CLI::App& app);

  /// Calls check_output_paths for the output files of a command, its inputs and the file of --config. If an
  /// output is standard output, no other text is printed there.
  void check_outputs(const std::vector<std::string>& outputs, std::vector<std::string> inputs,
                     Overwrite overwrite);
  /// The checksum of the input, for the provenance of documents.
  void remember_input(const std::string& sha256) const { input_sha256_ = sha256; }
  /// The data needed to reproduce a document.
  Provenance provenance() const;
  /// Writes results to standard output unless an output file uses it, with provenance for JSON. A closed pipe
  /// is not an error. Other failures are kept until the end of the command, so that files are still written:
  /// see `output_problem`.
  void print(std::string_view text);
  /// From now on, printed text goes into a string; nullptr: to standard output.
  void capture(std::string* text) { captured_ = text; }
  /// The error of writing to standard output, or empty.
  const std::string& output_problem() const { return output_problem_; }
  /// One line on standard error unless -q.
  void note(std::string_view line) const;
  /// One line on standard error, also with -q, for an error that does not end the command.
  void complain(std::string_view line) const;
  /// One line on standard error with -v.
  void detail(std::string_view line) const;

  /// A context with the cancel flag of the signals and, on a terminal, a progress line headed `label`. It
  /// must not outlive the session.
  RunContext run_context(std::string_view label, int threads = 1, std::uint64_t seed = 1,
                         double time_limit = no_limit) const;
  /// The flag set by the first signal, for runs with their own contexts.
  const std::atomic<bool>* cancel_flag() const;
  /// A clock that stops while the process is suspended, for runs with their own contexts.
  const Clock& clock() const;
  /// Notes that a file was written, unless the file is standard output.
  void note_written(const std::string& path) const;
  /// Begins a progress line, for runs with their own contexts.
  void begin_progress(std::string_view label) const;
  /// News for the progress line, on a terminal and unless -q.
  void show_progress(std::string_view line) const;
  void clear_progress() const { progress_.end(); }

  /// 0, or 128 + the signal that was received.
  int exit_code() const;
  bool interrupted() const;

 private:
  std::vector<std::string> arguments_;
  bool quiet_ = false;
  bool verbose_ = false;
  mutable std::string input_sha256_;
  std::string* captured_ = nullptr;
  bool stdout_taken_ = false;  ///< an output file uses standard output
  bool output_closed_ = false;
  std::string output_problem_;
  mutable ProgressDisplay progress_;
};

/// Thrown after a signal if there is nothing to print yet.
struct Interrupted {};

}  // namespace lode::tool
