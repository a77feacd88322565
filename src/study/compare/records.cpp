#include "study/compare/records.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "core/shallow_text.hpp"
#include "study/compare/run_columns.hpp"

namespace lode::detail {
namespace {

/// A name as it comes back from a journal: bytes that are not UTF-8 replaced.
std::string journal_name(const std::string& name) { return Json::parse(compact(name)).get<std::string>(); }

/// Position of the first element for which `is` holds, or the size.
template <class List, class Is>
std::size_t position(const List& list, const Is& is) {
  return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), is) - list.begin());
}

}  // namespace

JournalHeader journal_header(const Comparison& comparison, const ComparisonTask& task) {
  const ComparisonTask::Words words = task.words();
  JournalHeader header = {{"journal", words.command},
                          {"format", "1"},
                          {"lode version", std::string(version())},
                          {"seed", std::to_string(comparison.seed)},
                          {"time limit", fmt::format("{}", comparison.time_limit)}};
  if (!comparison.start_rule.empty()) header.emplace_back("start rule", comparison.start_rule);
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    header.emplace_back(fmt::format("{} {}", words.place, comparison.cases[place].name),
                        task.identity(place));
  }
  return header;
}

std::string run_key(const std::string& place, std::uint32_t s, const std::string& method, int start) {
  return fmt::format("{}{}, {}, start {}", place, s > 0 ? fmt::format(", s = {}", s) : "", method, start);
}

std::string run_record(const ComparisonRun& run, const Columns<ComparisonRun>& columns) {
  return compact(columns.object(run, in_journal));
}

std::map<std::string, ComparisonRun> recorded_runs(const Journal& journal, const Comparison& comparison,
                                                   ComparisonTask& task, const RunContext& whole) {
  const ComparisonTask::Words words = task.words();
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  const Columns<ComparisonRun> columns = run_columns(comparison);
  std::map<std::string, ComparisonRun> runs;
  for (const Journal::Record& record : journal.records()) {
    const auto bad = [&](const std::string& problem) {
      return InputError({journal.path(), record.line, 0}, problem, "remove the line to run it again");
    };
    try {
      const Json json = Nesting().feed(record.text) ? Json::parse(record.text) : Json();
      const auto name = json.at(words.place).get<std::string>();
      const auto label = json.at("method").get<std::string>();
      ComparisonRun run;
      run.place = position(comparison.cases, [&](const auto& one) { return journal_name(one.name) == name; });
      run.method = position(comparison.methods, [&](const auto& method) { return method.label == label; });
      if (run.place == comparison.cases.size()) throw bad(words.no_case + name);
      if (run.method == comparison.methods.size()) continue;
      const Json& size = json.at("s");
      if (of_graphs &&
          (!size.is_number_unsigned() || size.get<std::uint64_t>() > comparison.graphs[run.place].vertices)) {
        throw bad(fmt::format("the graph has no sets of {} vertices", size.dump()));
      }
      for (const auto& column : columns) {
        if (column.take) column.take(json.at(column.key), run);
      }
      if (!task.recount(run, whole)) throw bad(words.not_proven);
      runs[run_key(comparison.cases[run.place].name, run.s, label, run.start)] = std::move(run);
    } catch (const InputError&) {
      throw;
    } catch (const SystemError&) {
      throw;
    } catch (const std::exception& error) {
      throw bad(fmt::format("is not the record of a run ({})", error.what()));
    }
  }
  return runs;
}

}  // namespace lode::detail
