#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "progress_display.hpp"

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

  /// Writes results to standard output. A closed pipe ends quietly; another failure throws SystemError.
  void print(std::string_view text);
  /// One line on standard error unless -q.
  void note(std::string_view line) const;
  /// One line on standard error with -v.
  void detail(std::string_view line) const;

  /// A context with the cancel flag of the signals and, on a terminal, a progress line headed `label`. It
  /// must not outlive the session.
  RunContext run_context(std::uint64_t seed, int threads, double time_limit, std::string_view label) const;
  /// Set by the first signal; for runs that make their own contexts.
  const std::atomic<bool>* cancel_flag() const;
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
  mutable ProgressDisplay progress_;
};

/// What the library says, with the flags and commands of the tool in place of its options and functions:
/// "option 'weight_column'" becomes "--weight-column", "option 'format'" becomes "--from", and
/// "function 'fetch_graph(NAME)'" becomes "'lode data get NAME'".
std::string with_flags(std::string_view message);

/// Ended by a signal before there was anything to print.
struct Interrupted {};

/// The graph argument and how to read it, shared by most commands.
struct GraphArgument {
  std::string name;
  ReadOptions read;

  /// The graph and how to read it.
  void add_options(CLI::App& command);
  /// How to read it, for commands that take several graphs.
  void add_read_options(CLI::App& command);
  struct Loaded {
    Graph graph;
    InputReport report;
    std::string display_name;  ///< file name without folder, format and compression endings
    std::string sha256;        ///< of the file, if asked for and if it can be read twice
    double seconds = 0.0;
  };
  enum class Checksum { no, yes };
  /// Resolves the name and reads the graph, and beside that the file's checksum. Throws Interrupted after a
  /// signal.
  Loaded load(const Session& session, int threads, Checksum checksum = Checksum::no) const;
};

/// Adds --threads.
void add_threads(CLI::App& command, int& threads);

/// Options of the run, shared by commands that search.
struct RunArguments {
  std::uint64_t seed = 1;
  int threads = 0;

  void add_options(CLI::App& command);
};

/// "50", "10,20,50", "10:200:10", "2:200" and lists of these; repeated sizes are kept once.
/// Errors: InvalidArgument for anything else, sizes below 1 or above n; `limit` says where n comes from.
std::vector<Vertex> parse_sizes(const std::string& text, Vertex n, const std::string& limit);
/// Sizes of vertex sets of a graph of n vertices.
std::vector<Vertex> parse_sizes(const std::string& text, Vertex n);

/// Refuses sizes whose sets would take more memory than a search should: all of them together may hold
/// `most_listed_vertices` (study/find.hpp); `copies` sets are kept of every size.
/// Errors: InvalidArgument.
void check_room(const std::vector<Vertex>& sizes, const std::string& text, std::uint64_t copies = 1);

/// Model name of the processor, or nothing.
std::string cpu_name();

/// Commands; each adds itself to the application with a callback that runs it. A callback that fails throws.
void add_find(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_compare(CLI::App& app, Session& session);
void add_densest(CLI::App& app, Session& session);
void add_bounds(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_generate(CLI::App& app, Session& session);
void add_methods(CLI::App& app, Session& session);
void add_data(CLI::App& app, Session& session);
void add_lsq(CLI::App& app, Session& session);

}  // namespace lode::tool
