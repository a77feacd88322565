#include "shell/arguments/graph.hpp"

#include <charconv>
#include <functional>
#include <future>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "shell/arguments/library_terms.hpp"
#include "shell/signals.hpp"

namespace lode::tool {
namespace {

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

}  // namespace

void GraphArgument::add_options(CLI::App& command) {
  command.add_option("graph", name, "Path, - for standard input, or the name of a known graph")->required();
  add_read_options(command);
}

void GraphArgument::add_options_of_several(CLI::App& command) {
  command
      .add_option_function<std::vector<std::string>>(
          "graph",
          [this](const std::vector<std::string>& given) {
            names = given;
            name = given.front();
          },
          "Paths, - for standard input, or names of known graphs; several give one table")
      ->required();
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
  command
      .add_option_function<std::string>(
          "--comment",
          [this](const std::string& marks) { read.comment = marks == "none" ? std::string() : marks; },
          "Characters that begin comment lines of an edge list, or none; default: # and %, but with --labels "
          "names may begin so, too")
      ->type_name("CHARS");
  static const std::map<std::string, MergeRule> merge_rules = {
      {"sum", MergeRule::sum}, {"max", MergeRule::max}, {"min", MergeRule::min}};
  command
      .add_option_function<std::string>(
          "--merge", [this](const std::string& rule) { read.merge = merge_rules.at(rule); },
          "Weight of an edge given in both directions: sum of both, max or min")
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
  MappedInput mapped(location.path);
  LoadedGraph loaded = read_graph(location.path, read, run);
  if (loaded.report.format == "lode") mapped.keep();
  for (std::string& note : loaded.report.notes) note = with_flags(note);
  std::string sha256 = digest.get();
  session.remember_input(sha256);
  session.clear_progress();
  if (session.interrupted()) throw Interrupted{};
  declare_core(loaded, location.path);
  session.detail(fmt::format("{}: {}", location.path, loaded.report.summary()));
  return {
      std::move(loaded.graph), std::move(loaded.report),        shown_name(location.name), std::move(sha256),
      run.elapsed(),           std::move(loaded.vertex_numbers)};
}

}  // namespace lode::tool
