#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include <lode/core/version.hpp>

#include "study/compare/comparison.hpp"

namespace lode::detail {
namespace {

/// Largest number of runs of a comparison.
constexpr double most_planned_runs = 1e7;

/// The file of finished runs: a header, then one line per run. A last line without a line break is incomplete
/// and is cut off.
class Journal {
 public:
  /// Errors: InvalidArgument naming the first entry in which an existing header differs. InputError if the
  ///          file is not a journal. SystemError if it cannot be read or written.
  Journal(const std::string& path, const Json& header) : path_(path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
      throw InvalidArgument("journal", path_, "is not a regular file", "name a file to append to");
    }
    std::string content;
    if (std::filesystem::exists(status)) {
      std::ifstream in(path, std::ios::binary);
      content.assign(std::istreambuf_iterator<char>(in), {});
      if (!in) fail("cannot read");
    }
    const std::string first = compact(header) + '\n';
    const bool begins = content.size() < first.size() && first.starts_with(content);
    if (!begins) check_header(content.substr(0, content.find('\n') + 1), header);
    const std::size_t kept = begins ? 0 : content.rfind('\n') + 1;
    if (content.size() > kept) std::filesystem::resize_file(path, kept, error);
    if (!error || content.size() <= kept) out_.open(path, std::ios::binary | std::ios::app);
    if (!out_.is_open()) fail("cannot write");
    if (begins) append(compact(header));
    std::istringstream records(content.substr(0, kept));
    for (std::string line; std::getline(records, line);) lines_.push_back(std::move(line));
  }

  const std::string& path() const { return path_; }
  /// Lines of the file when it was opened; the first is the header.
  const std::vector<std::string>& lines() const { return lines_; }

  void append(const std::string& line) {
    out_ << line << '\n' << std::flush;
    if (!out_) fail("cannot write");
  }

 private:
  void check_header(const std::string& line, const Json& header) const {
    const Json found = Json::parse(line, shallow(path_), false);
    const Json asked = Json::parse(compact(header));  // replaces bytes that are not UTF-8, as in the file
    if (!found.is_object() || found.value("journal", Json()) != asked["journal"]) {
      throw InputError({path_, 1, 1},
                       fmt::format("is not a journal of {}", asked["journal"].get<std::string>()),
                       "name another file; a new one is begun when there is none");
    }
    const auto text = [](const Json& value) {
      return value.is_string() ? value.get<std::string>() : value.dump();
    };
    Json all = asked;
    all.update(found);
    for (const auto& [name, value] : all.items()) {
      const Json there = found.value(name, Json("none"));
      const Json wanted = asked.value(name, Json("none"));
      if (there == wanted) continue;
      throw InvalidArgument(
          "journal", path_,
          found.contains(name) ? fmt::format("was made with {} {}, not {}", name, text(there), text(wanted))
                               : fmt::format("was made without {}", name),
          "give the same graphs and options (sizes and methods may be others), or name a new file for these, "
          "and join the tables");
    }
  }

  [[noreturn]] void fail(const char* what) const {
    throw SystemError(fmt::format("{}: {} ({})", path_, what, std::strerror(errno)));
  }

  std::string path_;
  std::ofstream out_;
  std::vector<std::string> lines_;
};

/// A name in a journal: bytes that are not UTF-8 are replaced.
std::string journal_name(const std::string& name) { return Json::parse(compact(name)).get<std::string>(); }

/// The header of a journal. Journals with other headers are refused.
Json journal_header(const Comparison& comparison, const ComparisonTask& task) {
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  Json header = {{"journal", of_graphs ? "lode compare" : "lode lsq compare"},
                 {"format", "2"},
                 {"lode version", version()},
                 {"seed", std::to_string(comparison.seed)},
                 {"time limit", fmt::format("{}", comparison.time_limit)}};
  if (!comparison.start_rule.empty()) header["start rule"] = comparison.start_rule;
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    header[fmt::format("{} {}", of_graphs ? "graph" : "panel", comparison.cases[place].name)] =
        task.identity(place);
  }
  return header;
}

/// The name of a run, unique in its comparison.
std::string run_key(const std::string& place, std::uint32_t s, const std::string& method, int start) {
  return fmt::format("{}{}, {}, start {}", place, s > 0 ? fmt::format(", s = {}", s) : "", method, start);
}

/// The runs of a journal by key, with recounted objectives. Runs of other methods are left out. Errors:
/// InputError naming the line of a record that cannot be read, or whose answer does not have its claimed
/// objective.
std::map<std::string, ComparisonRun> recorded_runs(const Journal& journal, const Comparison& comparison,
                                                   const ComparisonTask& task, const RunContext& whole) {
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  const Columns<ComparisonRun> columns = run_columns(comparison);
  const auto position = [](const auto& list, const auto& is) {
    return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), is) - list.begin());
  };
  std::map<std::string, ComparisonRun> runs;
  for (std::size_t i = 1; i < journal.lines().size(); ++i) {
    const std::string& line = journal.lines()[i];
    if (line.empty()) continue;
    const auto bad = [&](const std::string& problem) {
      return InputError({journal.path(), i + 1, 0}, problem, "remove the line to run it again");
    };
    try {
      const Json json = Json::parse(line, shallow(journal.path()));
      const auto name = json.at(of_graphs ? "graph" : "panel").get<std::string>();
      const auto label = json.at("method").get<std::string>();
      ComparisonRun run;
      run.place = position(comparison.cases, [&](const auto& one) { return journal_name(one.name) == name; });
      run.method = position(comparison.methods, [&](const auto& method) { return method.label == label; });
      if (run.place == comparison.cases.size()) throw bad("the comparison has no case " + name);
      if (run.method == comparison.methods.size()) continue;
      const Json& size = json.at("s");
      if (of_graphs &&
          (!size.is_number_unsigned() || size.get<std::uint64_t>() > comparison.cases[run.place].vertices)) {
        throw bad(fmt::format("the graph has no sets of {} vertices", size.dump()));
      }
      for (const auto& column : columns) {
        if (column.take) column.take(json.at(column.key), run);
      }
      if (!task.recount(run, whole)) throw bad("the answer does not have the objective that is claimed");
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

/// A run of the plan.
struct PlannedRun {
  std::string key;
  std::size_t instance = 0;
  std::size_t method = 0;
  int start = 1;
  std::optional<ComparisonRun> outcome = {};
};

int starts_of(const Comparison& comparison, std::size_t method) {
  return comparison.methods[method].once ? 1 : comparison.starts;
}

/// Fills the instances and returns their runs.
std::vector<PlannedRun> plan_runs(Comparison& comparison) {
  double count = 0.0;
  for (const ComparisonCase& one : comparison.cases) {
    for (const std::size_t m : one.methods) {
      count += static_cast<double>(one.sizes.size()) * starts_of(comparison, m);
    }
  }
  if (count > most_planned_runs) {
    throw InvalidArgument("option 'starts'", std::to_string(comparison.starts),
                          fmt::format("with these sizes and methods asks for {:.3g} runs, more than {:.0f}",
                                      count, most_planned_runs),
                          "ask for fewer starts, sizes or methods");
  }
  std::vector<PlannedRun> plan;
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    const ComparisonCase& one = comparison.cases[place];
    for (const std::uint32_t s : one.sizes) {
      for (const std::size_t m : one.methods) {
        for (int start = 1; start <= starts_of(comparison, m); ++start) {
          plan.push_back({run_key(one.name, s, comparison.methods[m].label, start),
                          comparison.instances.size(), m, start});
        }
      }
      comparison.instances.push_back({place, s});
    }
  }
  return plan;
}

}  // namespace

Comparison run_comparison(Comparison comparison, const ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit) {
  if (options.starts < 1) {
    throw InvalidArgument("starts", std::to_string(options.starts), "must be at least 1");
  }
  if (!(options.time_limit >= 0.0)) {
    throw InvalidArgument("time limit", fmt::format("{}", options.time_limit),
                          "must be a number of seconds >= 0");
  }
  comparison.starts = options.starts;
  comparison.seed = options.seed;
  comparison.time_limit = options.time_limit;
  const RunContext whole(
      {.seed = options.seed, .threads = options.threads, .clock = options.clock, .cancel = options.cancel});
  std::vector<PlannedRun> plan = plan_runs(comparison);
  comparison.total_runs = plan.size();
  std::optional<Journal> journal;
  if (!options.journal.empty()) {
    journal.emplace(options.journal, journal_header(comparison, task));
    std::map<std::string, ComparisonRun> recorded = recorded_runs(*journal, comparison, task, whole);
    for (PlannedRun& planned : plan) {
      const auto known = recorded.find(planned.key);
      if (known == recorded.end()) continue;
      planned.outcome = std::move(known->second);
      ++comparison.resumed_runs;
    }
  }
  for (ComparisonInstance& instance : comparison.instances) task.prepare(instance, whole);
  const Columns<ComparisonRun> columns = run_columns(comparison);
  std::size_t finished = comparison.resumed_runs;
  const auto report = [&](GridProgress::Event event, const PlannedRun& planned) {
    if (!options.progress) return;
    options.progress({event, planned.key, finished, plan.size() - finished, whole.elapsed()});
  };
  for (PlannedRun& planned : plan) {
    if (planned.outcome) continue;
    if (whole.interrupted()) break;
    report(GridProgress::Event::began, planned);
    RunContext context({.seed = options.seed + static_cast<std::uint64_t>(planned.start - 1),
                        .threads = 1,
                        .time_limit = run_limit,
                        .clock = options.clock,
                        .cancel = options.cancel});
    const ComparisonInstance& at = comparison.instances[planned.instance];
    ComparisonRun running{at.place, at.s, planned.method, planned.start, context.seed()};
    // Parallel work of the run stays on this thread: the arena of the context has one.
    context.parallel([&] { task.solve(at, comparison.methods[planned.method], context, running); });
    if (context.interrupted()) break;
    running.trace = thinned_trace(running.trace, comparison_trace_limit);
    if (journal) journal->append(compact(columns.object(running, in_journal)));
    planned.outcome = std::move(running);
    ++finished;
    report(GridProgress::Event::ended, planned);
  }
  for (PlannedRun& planned : plan) {
    if (planned.outcome) comparison.runs.push_back(*std::move(planned.outcome));
  }
  score_comparison(comparison);
  comparison.interrupted = whole.interrupted();
  comparison.seconds = whole.elapsed();
  return comparison;
}

}  // namespace lode::detail
