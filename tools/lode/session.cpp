#include "session.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/resolve_graph.hpp>
#include <lode/io/sha256.hpp>
#include <lode/report/format.hpp>
#include <lode/study/find.hpp>

#include "values.hpp"

namespace lode::tool {
namespace {

std::atomic<bool> cancel_requested{false};
volatile std::sig_atomic_t received_signal = 0;

/// The first signal asks for the best answer so far; the second one ends the process at once.
void on_signal(int signal) {
  received_signal = signal;
  cancel_requested.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

/// A column by its number, from 1, or by its name.
ColumnChoice parse_column(const std::string& option, const std::string& word) {
  int number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (stop != end || error != std::errc{}) return {word};
  if (number < 1) throw InvalidArgument(option, word, "columns count from 1");
  return {number};
}

void add_column_option(CLI::App& command, const std::string& name, const std::string& description,
                       const std::function<void(ColumnChoice)>& take) {
  command
      .add_option_function<std::string>(
          name, [name, take](const std::string& word) { take(parse_column(name, word)); }, description)
      ->type_name("COLUMN");
}

FieldSeparator parse_separator(const std::string& word) {
  static const std::map<std::string, FieldSeparator, std::less<>> separators = {
      {"blanks", FieldSeparator::blanks}, {" ", FieldSeparator::blanks},
      {"tab", FieldSeparator::tab},       {"\t", FieldSeparator::tab},
      {"\\t", FieldSeparator::tab},       {"comma", FieldSeparator::comma},
      {",", FieldSeparator::comma},       {"semicolon", FieldSeparator::semicolon},
      {";", FieldSeparator::semicolon},   {"bar", FieldSeparator::bar},
      {"|", FieldSeparator::bar}};
  const auto found = separators.find(word);
  if (found != separators.end()) return found->second;
  throw InvalidArgument("--separator", word, "is no separator lode knows",
                        "use tab, comma, semicolon, bar or blanks");
}

/// The flag of an option of the library, by the name it has there.
std::optional<std::string> flag_of(std::string_view option) {
  static const std::map<std::string_view, std::string_view> other_names = {{"format", "from"},
                                                                           {"WriteOptions::format", "to"},
                                                                           {"source", "source_column"},
                                                                           {"target", "target_column"},
                                                                           {"header", "no_header"}};
  const auto other = other_names.find(option);
  if (other != other_names.end()) option = other->second;
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
  if (option.empty() || option.find_first_not_of(letters) != std::string_view::npos) return std::nullopt;
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

/// The command for a call of the library, perhaps with the name of a graph: "fetch_graph(NAME)".
std::optional<std::string> command_of(std::string_view call) {
  static const std::map<std::string_view, std::string_view> commands = {
      {"locate_graphs", "lode data list"},
      {"fetch_graph", "lode data get"},
      {"check_graph", "lode data verify"},
      {"find_json", "lode find --format json"},
      {"certificate_json", "lode bounds --certificate"},
      {"least_squares::methods", "lode lsq methods"}};
  const std::size_t open = call.find('(');
  const auto command = commands.find(call.substr(0, open));
  if (command == commands.end()) return std::nullopt;
  const std::string graph(open == std::string_view::npos ? ""
                                                         : call.substr(open + 1, call.size() - open - 2));
  return fmt::format("'{}{}{}'", command->second, graph.empty() ? "" : " ", graph);
}

/// How messages of the library begin a name of its own, which ends with a quote, and what the tool says.
struct LibraryTerm {
  std::string_view begin;
  std::optional<std::string> (*in_tool)(std::string_view name);
};
constexpr LibraryTerm library_terms[] = {{"option '", flag_of}, {"function '", command_of}};

/// Keeps the first of equal sizes.
void drop_repetitions(std::vector<Vertex>& sizes) {
  std::vector<Vertex> sorted = sizes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return;
  std::set<Vertex> seen;
  std::erase_if(sizes, [&](Vertex s) { return !seen.insert(s).second; });
}

/// A mapped file that another program shortens is gone where it was; what was read of it cannot be trusted.
void on_bus_error(int, siginfo_t* info, void*) {
  constexpr std::string_view message =
      "lode: a file that lode has mapped into memory was shortened while it was in use; read it again\n";
  if (info->si_code == BUS_ADRERR) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
    ::_exit(bad_input);
  }
  std::signal(SIGBUS, SIG_DFL);  // another kind: the instruction runs again, and the signal ends the process
}

void catch_bus_errors() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

std::string with_flags(std::string_view message) {
  std::string text;
  while (true) {
    std::size_t at = std::string_view::npos;
    const LibraryTerm* found = nullptr;
    for (const LibraryTerm& term : library_terms) {
      const std::size_t place = message.find(term.begin);
      if (place >= at) continue;
      at = place;
      found = &term;
    }
    const std::size_t begin = found ? at + found->begin.size() : at;
    const std::size_t end = found ? message.find('\'', begin) : at;
    if (end == std::string_view::npos) return text.append(message);
    const auto here = found->in_tool(message.substr(begin, end - begin));
    text.append(message.substr(0, here ? at : end + 1)).append(here.value_or(""));
    message.remove_prefix(end + 1);
  }
}

Session::Session(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of the write
  catch_bus_errors();
}

std::string Session::command_line() const {
  std::string line = "lode";
  for (const std::string& argument : arguments_) {
    const bool plain = !argument.empty() && argument.find_first_of(" \t\n'\"\\$&|;<>*?") == std::string::npos;
    line += plain ? " " + argument : " '" + argument + "'";
  }
  return line;
}

void Session::add_options(CLI::App& app) {
  app.add_flag("-q,--quiet", quiet_, "No progress and no notes on standard error");
  app.add_flag("-v,--verbose", verbose_, "More notes on standard error");
}

void Session::print(std::string_view text) {
  progress_.quietly([&] {
    while (!text.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
      if (written > 0) {
        text.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EPIPE) {
        return;
      } else if (errno != EINTR) {
        throw SystemError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
      }
    }
  });
}

void Session::write_line(std::string_view line) const {
  progress_.quietly([&] { fmt::print(stderr, "{}\n", line); });
}

void Session::note(std::string_view line) const {
  if (!quiet_) write_line(line);
}

void Session::detail(std::string_view line) const {
  if (verbose_ && !quiet_) write_line(line);
}

RunContext Session::run_context(std::uint64_t seed, int threads, double time_limit,
                                std::string_view label) const {
  RunOptions options;
  options.seed = seed;
  options.threads = threads;
  options.time_limit = time_limit;
  options.cancel = &cancel_requested;
  if (!quiet_ && ProgressDisplay::possible()) {
    progress_.begin(label);
    options.progress = [this](const Progress& progress) { progress_.tell(progress); };
  }
  return RunContext(std::move(options));
}

const std::atomic<bool>* Session::cancel_flag() const { return &cancel_requested; }

void Session::begin_progress(std::string_view label) const {
  if (!quiet_) progress_.begin(label);
}

void Session::show_progress(std::string_view line) const {
  if (!quiet_) progress_.tell(line);
}

void Session::clear_progress() const { progress_.end(); }

bool Session::interrupted() const { return cancel_requested.load(std::memory_order_relaxed); }

int Session::exit_code() const { return interrupted() ? 128 + static_cast<int>(received_signal) : done; }

void GraphArgument::add_options(CLI::App& command) {
  command.add_option("graph", name, "Path, - for standard input, or the name of a known graph")->required();
  add_read_options(command);
}

void GraphArgument::add_read_options(CLI::App& command) {
  command.add_option(
      "--from", read.format,
      fmt::format("Input format instead of detection: {}", fmt::join(readable_formats(), ", ")));
  command.add_flag("--weighted", read.weighted,
                   "Read edge weights: the column called weight, w or value, or the third one");
  add_column_option(command, "--weight-column", "Column of the weight; implies --weighted",
                    [this](ColumnChoice column) {
                      read.weight_column = std::move(column);
                      read.weighted = true;
                    });
  // The target of find is a number of edges, and a source alone would be half of a pair.
  const bool is_find = command.get_name() == "find";
  add_column_option(command, is_find ? "--source-column" : "--source-column,--source",
                    "Column where edges begin: its number, from 1, or its name",
                    [this](ColumnChoice column) { read.source = std::move(column); });
  add_column_option(command, is_find ? "--target-column" : "--target-column,--target",
                    "Column where edges end",
                    [this](ColumnChoice column) { read.target = std::move(column); });
  command
      .add_option_function<std::string>(
          "--separator", [this](const std::string& word) { read.separator = parse_separator(word); },
          "What separates the columns of an edge list: tab, comma, semicolon, bar, blanks, or the character")
      ->type_name("SEP");
  CLI::Option* const header = command.add_flag_callback(
      "--header", [this] { read.header = HeaderRow::present; },
      "The first line of an edge list names its columns");
  command
      .add_flag_callback(
          "--no-header", [this] { read.header = HeaderRow::absent; },
          "The first line of an edge list is an edge")
      ->excludes(header);
  static const std::map<std::string, MergeRule> merge_rules = {
      {"sum", MergeRule::sum}, {"max", MergeRule::max}, {"min", MergeRule::min}};
  command
      .add_option_function<std::string>(
          "--merge", [this](const std::string& rule) { read.merge = merge_rules.at(rule); },
          "An edge given in both directions with different weights: sum, max, min")
      ->transform(CLI::IsMember({"max", "min", "sum"}, CLI::ignore_case).description(""))
      ->type_name("RULE");
  command.add_flag("--labels", read.labels, "Vertex ids are arbitrary words");
  command.add_flag("--lenient", read.lenient, "Skip and count bad lines instead of failing");
  command.add_flag_callback(
      "--verify", [this] { read.verify = Verify::full; },
      "Check all data of a lode file, not only of those up to 64 MiB");
}

GraphArgument::Loaded GraphArgument::load(const Session& session, int threads, Checksum checksum) const {
  const RunContext run =
      session.run_context(1, threads, std::numeric_limits<double>::infinity(), "reading " + name);
  const GraphLocation location = resolve_graph(name, default_search_folders());
  auto digest = std::async(threads == 1 ? std::launch::deferred : std::launch::async, [&] {
    return checksum == Checksum::yes ? file_sha256(location.path, run) : std::string();
  });
  LoadedGraph loaded = read_graph(location.path, read, run);
  for (std::string& note : loaded.report.notes) note = with_flags(note);
  std::string sha256 = digest.get();
  session.clear_progress();
  if (session.interrupted()) throw Interrupted{};
  session.detail(fmt::format("{}: {}", location.path, loaded.report.summary()));
  return {std::move(loaded.graph), std::move(loaded.report), location.name, std::move(sha256), run.elapsed()};
}

void add_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Threads; 0: all cores")
      ->capture_default_str()
      ->check(whole_number<int>());
}

void RunArguments::add_options(CLI::App& command) {
  command.add_option("--seed", seed, "Seed of all random draws")
      ->capture_default_str()
      ->check(whole_number<std::uint64_t>());
  add_threads(command, threads);
}

std::vector<Vertex> parse_sizes(const std::string& text, Vertex n, const std::string& limit) {
  const auto fail = [&](const std::string& problem) -> InvalidArgument {
    return InvalidArgument("-s", text, problem, "write 50, 10,20,50, 2:200 or 10:200:10");
  };
  const auto number = [&](std::string_view part) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty() || error != std::errc{} || end != part.data() + part.size()) {
      throw fail(fmt::format("'{}' is not a size", part));
    }
    return value;
  };
  const auto split = [](std::string_view whole, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
      const std::size_t end = whole.find(separator, at);
      parts.push_back(whole.substr(at, end - at));
      if (end == std::string_view::npos) return parts;
      at = end + 1;
    }
  };

  std::vector<Vertex> sizes;
  for (const std::string_view item : split(text, ',')) {
    const auto parts = split(item, ':');
    if (parts.size() > 3) throw fail("a range has at most three parts");
    const std::uint64_t first = number(parts[0]);
    const std::uint64_t last = parts.size() > 1 ? number(parts[1]) : first;
    const std::uint64_t step = parts.size() > 2 ? number(parts[2]) : 1;
    if (step == 0) throw fail("the step of a range must be at least 1");
    if (first > last) throw fail("a range must not fall");
    if (first < 1) throw fail("sizes start at 1");
    if (last > n) throw fail(limit);
    if ((last - first) / step >= most_listed_vertices - sizes.size()) {
      throw fail(fmt::format("lists more than {} sizes", most_listed_vertices));
    }
    for (std::uint64_t s = first;; s += step) {
      sizes.push_back(static_cast<Vertex>(s));
      if (last - s < step) break;
    }
  }
  drop_repetitions(sizes);
  return sizes;
}

std::vector<Vertex> parse_sizes(const std::string& text, Vertex n) {
  return parse_sizes(text, n, fmt::format("the graph has {}", format_plural(n, "vertex", "vertices")));
}

void check_room(const std::vector<Vertex>& sizes, const std::string& text, std::uint64_t copies) {
  std::uint64_t listed = 0;
  for (const Vertex s : sizes) listed += s;
  if (sizes.size() <= 1 || listed <= most_listed_vertices / copies) return;
  throw InvalidArgument(
      "-s", text,
      fmt::format("asks for {} sets of {} vertices in all, more than the {} that are kept at once",
                  sizes.size() * copies, listed * copies, most_listed_vertices),
      copies > 1 ? "ask for fewer sizes, as 10:1000:50 does, or fewer runs of each"
                 : "ask for fewer sizes, as 10:1000:50 does");
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) == 0) {
      const std::size_t colon = line.find(": ");
      if (colon != std::string::npos) return line.substr(colon + 2);
    }
  }
  return "";
}

}  // namespace lode::tool
