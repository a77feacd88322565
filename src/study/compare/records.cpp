#include "study/compare/records.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "study/find/stop_reasons.hpp"

namespace lode::detail {
namespace {

using RecordJson = nlohmann::ordered_json;

std::string record_text(const RecordJson& json) {
  return json.dump(-1, ' ', false, RecordJson::error_handler_t::replace);
}

/// A name as it comes back from a journal: bytes that are not UTF-8 replaced.
std::string journal_name(const std::string& name) {
  return RecordJson::parse(record_text(name)).get<std::string>();
}

/// Position of the first element for which `is` holds, or the size.
template <class List, class Is>
std::size_t position(const List& list, const Is& is) {
  return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), is) - list.begin());
}

void read_answer(const RecordJson& json, bool of_graphs, const ComparisonTask::Words& words,
                 ComparisonRun& run) {
  run.support = json.at(words.support).get<std::vector<std::uint32_t>>();
  if (of_graphs) {
    run.edges = json.at("edges").get<EdgeCount>();
    run.parallel = json.at("parallel").get<bool>();
  } else {
    run.x = json.at("x").get<std::vector<double>>();
  }
  run.objective = json.at(words.objective).get<double>();
  run.stop_reason = stop_reason_of(json.at("stop_reason").get<std::string>());
  run.iterations = json.at("iterations").get<std::uint64_t>();
  run.seconds = json.at("seconds").get<double>();
  run.seconds_to_best = json.at("seconds_to_best").get<double>();
  for (const RecordJson& point : json.at("trace")) {
    run.trace.push_back(
        {point.at(0).get<double>(), point.at(1).get<double>(), point.at(2).get<std::uint64_t>()});
  }
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

std::string run_record(const ComparisonRun& run, const Comparison& comparison, const ComparisonTask& task) {
  const ComparisonTask::Words words = task.words();
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  RecordJson json = {{words.place, comparison.cases[run.place].name},
                     {"s", run.s},
                     {"method", comparison.methods[run.method].label},
                     {"start", run.start},
                     {"seed", run.seed}};
  if (of_graphs) json["edges"] = run.edges;
  json[words.objective] = run.objective;
  json["seconds"] = run.seconds;
  json["seconds_to_best"] = run.seconds_to_best;
  json["stop_reason"] = to_string(run.stop_reason);
  json["iterations"] = run.iterations;
  if (of_graphs) json["parallel"] = run.parallel;
  json[words.support] = run.support;
  if (!of_graphs) json["x"] = run.x;
  json["trace"] = RecordJson::array();
  for (const TracePoint& point : run.trace) {
    json["trace"].push_back(RecordJson::array({point.seconds, point.weight, point.iteration}));
  }
  return record_text(json);
}

std::map<std::string, ComparisonRun> recorded_runs(const Journal& journal, const Comparison& comparison,
                                                   ComparisonTask& task, const RunContext& whole) {
  const ComparisonTask::Words words = task.words();
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  std::map<std::string, ComparisonRun> runs;
  for (const Journal::Record& record : journal.records()) {
    const auto bad = [&](const std::string& problem) {
      return InputError({journal.path(), record.line, 0}, problem, "remove the line to run it again");
    };
    try {
      const RecordJson json = RecordJson::parse(record.text);
      const auto name = json.at(words.place).get<std::string>();
      const auto label = json.at("method").get<std::string>();
      ComparisonRun run;
      run.place = position(comparison.cases, [&](const auto& one) { return journal_name(one.name) == name; });
      run.method = position(comparison.methods, [&](const auto& method) { return method.label == label; });
      if (run.place == comparison.cases.size()) throw bad(words.no_case + name);
      if (run.method == comparison.methods.size()) continue;
      const RecordJson& size = json.at("s");
      if (of_graphs &&
          (!size.is_number_unsigned() || size.get<std::uint64_t>() > comparison.graphs[run.place].vertices)) {
        throw bad(fmt::format("the graph has no sets of {} vertices", size.dump()));
      }
      run.s = size.get<std::uint32_t>();
      run.start = json.at("start").get<int>();
      run.seed = json.at("seed").get<std::uint64_t>();
      read_answer(json, of_graphs, words, run);
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
