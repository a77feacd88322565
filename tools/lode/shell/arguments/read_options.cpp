#include <charconv>
#include <map>
#include <tuple>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "shell/arguments/graph.hpp"

// The read options of GraphArgument.

namespace lode::tool {
namespace {

/// A column by its number, from 1, or its name.
ColumnChoice parse_column(const std::string& option, const std::string& word) {
  int number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (stop != end || error != std::errc{}) return {word};
  if (number < 1) throw InvalidArgument(option, word, ": columns count from 1");
  return {number};
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
  throw InvalidArgument("--separator", word, "is not known", "use tab, comma, semicolon, bar or blanks");
}

}  // namespace

void GraphArgument::add_read_options(CLI::App& command) {
  begin_section(command, heading::input);
  command.add_flag("--weighted", read.weighted,
                   "Read the weights of edges\nTheir column is called weight, w or value; without such a "
                   "name it is the third column");
  begin_section(command, heading::reading, Shown::in_full);
  const std::vector<std::string_view> formats = readable_formats();
  add_option(command, "--from", read.format, "FORMAT",
             "Format of the input, where lode does not recognise it",
             suggested({formats.begin(), formats.end()}));
  // The target of find is a number of edges.
  const char* const target = command.get_name() == "find" ? "--target-column" : "--target-column,--target";
  using Column = std::tuple<const char*, ColumnChoice ReadOptions::*, const char*>;
  for (const auto& [flags, column, meaning] :
       {Column{"--weight-column", &ReadOptions::weight_column, "Column of the weight; implies --weighted"},
        Column{"--source-column,--source", &ReadOptions::source,
               "Column in which edges begin: its number, counted from 1, or its name"},
        Column{target, &ReadOptions::target, "Column in which edges end, likewise"}}) {
    const auto take = [this, flags = flags, column = column](const std::string& word) {
      read.*column = parse_column(flags, word);
      if (column == &ReadOptions::weight_column) read.weighted = true;
    };
    add_parsed_option(command, flags, take, "COLUMN", meaning);
  }
  add_parsed_option(
      command, "--separator", [this](const std::string& word) { read.separator = parse_separator(word); },
      "SEPARATOR",
      "Separator of the columns of an edge list: tab, comma, semicolon, bar, blanks, or any character",
      suggested({"tab", "comma", "semicolon", "bar", "blanks"}));
  CLI::Option* const header = command.add_flag_callback(
      "--header", [this] { read.header = HeaderRow::present; },
      "The first line of the edge list names its columns");
  command
      .add_flag_callback(
          "--no-header", [this] { read.header = HeaderRow::absent; },
          "The first line of the edge list is an edge")
      ->excludes(header);
  add_parsed_option(
      command, "--comment",
      [this](const std::string& marks) { read.comment = marks == "none" ? std::string() : marks; },
      "CHARACTERS", "Characters that begin comments of an edge list, or none; default # and %");
  static const std::map<std::string, MergeRule> merge_rules = {
      {"sum", MergeRule::sum}, {"max", MergeRule::max}, {"min", MergeRule::min}};
  add_parsed_option(
      command, "--merge",
      [this](const std::string& rule) {
        read.merge = merge_rules.at(rule);
        read.weighted = true;
      },
      "RULE",
      "Weight of an edge whose two directions have different weights: their sum, max or min; implies "
      "--weighted",
      CLI::IsMember({"max", "min", "sum"}, CLI::ignore_case));
  command.add_flag("--labels", read.labels, "Names of vertices are words, even if they look like numbers");
  command.add_flag("--lenient", read.lenient, "Skip bad lines and count them, in place of an error");
  command.add_flag_callback(
      "--verify", [this] { read.verify = Verify::full; },
      "Check all data of a lode file of any size; files of up to 64 MiB, and all other formats, are always "
      "checked");
}

}  // namespace lode::tool
