#include "shell/several_graphs.hpp"

#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/report/tables.hpp>

#include "shell/usage.hpp"

namespace lode::tool {
namespace {

/// Joins lists of rows. Equal questions have equal columns; lists without rows are omitted.
std::string joined_csv(const std::vector<GraphDocument>& documents) {
  std::string joined, head;
  for (const auto& [name, text] : documents) {
    const std::size_t end = text.find('\n') + 1;
    if (end == text.size()) continue;
    joined += text.starts_with(head) && !head.empty() ? text.substr(end) : text;
    head = text.substr(0, end);
  }
  return joined;
}

/// Refuses files that several graphs would overwrite or that may not be written.
void check_places(const GraphArgument& graph, const std::vector<std::string>& names, const Outputs& out) {
  std::vector<std::string> paths;
  for (const Outputs::File& file : out.files) {
    out.need_place(file.option, "{graph}", "there are several graphs");
    for (const std::string& name : names) {
      const std::string path = filled(*file.path, "{graph}", name);
      if (!is_open_pattern(path)) paths.push_back(path);
    }
  }
  check_output_paths(paths, graph.names, out.overwrite());
}

}  // namespace

std::vector<std::string> distinct_names(const std::vector<std::string>& graphs) {
  std::vector<std::string> names;
  for (const std::string& graph : graphs) {
    const std::string name = located(graph).name;
    names.push_back(name.empty() ? graph : name);
  }
  std::vector<std::string> different = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::count(names.begin(), names.end(), names[i]) > 1) different[i] = graphs[i];
  }
  return different;
}

void run_on_each(const char* command, GraphArgument& graph, Outputs& out, Session& session,
                 const std::function<void()>& run) {
  const std::string format = out.format;
  std::vector<std::string> patterns;
  for (const Outputs::File& file : out.files) patterns.push_back(*file.path);
  const bool alone = graph.names.size() == 1 && std::ranges::none_of(patterns, is_open_pattern);
  const std::vector<std::string> names = alone ? std::vector<std::string>(1) : distinct_names(graph.names);
  const auto run_on = [&](std::size_t i) {
    for (std::size_t k = 0; k < patterns.size(); ++k)
      *out.files[k].path = filled(patterns[k], "{graph}", names[i]);
    graph.name = graph.names[i];
    graph.shown = names[i];
    run();
  };
  if (names.size() == 1) return run_on(0);
  check_places(graph, names, out);
  for (const std::string& typed : graph.names) {
    if (typed == "-") throw InvalidArgument("graph", "-", "(standard input) does not go with other graphs");
    if (std::count(graph.names.begin(), graph.names.end(), typed) > 1)
      throw InvalidArgument("graph", typed, "is given twice");
  }
  const bool rows = format == "csv";
  out.format = rows ? "csv" : "json";
  std::vector<GraphDocument> documents;
  std::vector<std::string> missing;
  std::exception_ptr first;
  std::string first_problem;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string printed;
    try {
      session.capture(&printed);
      if (!session.interrupted()) run_on(i);
    } catch (const Interrupted&) {  // before an answer for this graph
    } catch (const std::exception& error) {
      session.clear_progress();
      const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
      // Errors of files and demands name the graph; the first error is reported at the end of the command.
      const std::string problem = with_flags(fmt::format("lode: {}", error.what()));
      if (memory) session.complain(fmt::format("lode: {}: out of memory", names[i]));
      if (first && !memory) session.complain(problem);
      if (!first) first_problem = problem;
      if (!first) first = std::current_exception();
    }
    session.capture(nullptr);
    if (printed.empty()) missing.push_back(names[i]);
    if (!printed.empty()) documents.push_back({names[i], std::move(printed)});
  }
  if (rows) {
    session.print(joined_csv(documents));
  } else if (format == "json") {
    session.remember_input("");  // each document has its own checksum
    session.print(several_json(command, documents, missing, session.provenance()));
  } else if (!documents.empty()) {
    session.print(several_text(documents));
    if (command == std::string_view("find"))
      session.note("the sets: --format json or csv, or -o 'set-{graph}-{s}.txt'");
  }
  if (session.interrupted()) {
    if (first) session.complain(first_problem);
    if (!missing.empty())
      session.note(fmt::format("interrupted: not answered: {}", fmt::join(missing, ", ")));
    return;
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace lode::tool
