#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/core/run_context.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>

#include "shell/progress_display.hpp"

namespace lode::tool {

/// Exit codes of the tool.
enum ExitCode { done = 0, failure = 1, usage = 2, bad_input = 3, not_verified = 4 };

/// What every command needs of the process: its arguments, verbosity, signals, streams.
class Session {
 public:
  explicit Session(std::vector<std::string> arguments);

  const std::vector<std::string>& arguments() const { return arguments_; }
  /// "lode COMMAND ..." as it was typed, for headers of generated files.
  std::string command_line() const;

  /// Adds -q and -v.
  void add_options(CLI::App& app);

  /// check_output_paths of the files that a command writes beside what it prints, for these inputs and the
  /// file of --config. Where one of the outputs is standard output, nothing else is printed there.
  void check_outputs(const std::vector<std::string>& outputs, std::vector<std::string> inputs,
                     Overwrite overwrite);
  /// The checksum of the input, for the provenance of documents.
  void remember_input(const std::string& sha256) const { input_sha256_ = sha256; }
  /// What is needed to get a document again.
  Provenance provenance() const;
  /// A JSON document with what is needed to get it again; other text as it is.
  std::string with_provenance(std::string text) const;
  /// Writes results to standard output, JSON documents with their provenance, unless a file takes it. A
  /// closed pipe ends quietly. Another failure is kept for the end of the command, so that files are written
  /// all the same: see `output_problem`.
  void print(std::string_view text);
  /// While it lives, what is printed goes into a text instead.
  class Capture {
   public:
    Capture(Session& session, std::string& text) : session_(session) { session_.captured_ = &text; }
    ~Capture() { session_.captured_ = nullptr; }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

   private:
    Session& session_;
  };
  /// Why results could not be written to standard output; empty: they were.
  const std::string& output_problem() const { return output_problem_; }
  /// One line on standard error unless -q.
  void note(std::string_view line) const;
  /// One line on standard error, also with -q: an error that does not end the command.
  void complain(std::string_view line) const { write_line(line); }
  /// One line on standard error with -v.
  void detail(std::string_view line) const;

  /// A context with the cancel flag of the signals and, on a terminal, a progress line headed `label`. It
  /// must not outlive the session.
  RunContext run_context(std::uint64_t seed, int threads, double time_limit, std::string_view label) const;
  /// Set by the first signal; for runs that make their own contexts.
  const std::atomic<bool>* cancel_flag() const;
  /// Stands still while the process is suspended; for the same runs.
  const Clock& clock() const;
  /// Says that a file was written, unless the file is standard output.
  void note_written(const std::string& path) const;
  /// Heads a progress line, for runs that make their own contexts.
  void begin_progress(std::string_view label) const;
  /// News for the progress line, on a terminal and unless -q.
  void show_progress(std::string_view line) const;
  void clear_progress() const;

  /// 0, or 128 + the signal that was received.
  int exit_code() const;
  bool interrupted() const;

 private:
  void write_line(std::string_view line) const;

  std::vector<std::string> arguments_;
  bool quiet_ = false;
  bool verbose_ = false;
  mutable std::string input_sha256_;
  std::string* captured_ = nullptr;  ///< where a Capture wants what is printed
  bool stdout_taken_ = false;        ///< by an output file
  /// Reads the clock all the time, so that it knows when a suspension began.
  void keep_clock() const;

  bool output_closed_ = false;
  mutable std::jthread clock_keeper_;
  std::string output_problem_;
  mutable ProgressDisplay progress_;
};

/// Ended by a signal before there was anything to print.
struct Interrupted {};

}  // namespace lode::tool
