#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "study/compare/run_columns.hpp"
#include "study/compare/scores.hpp"
#include "study/compare/task.hpp"

namespace lode::detail {
namespace {

/// Largest number of runs of a comparison.
constexpr double most_planned_runs = 1e7;

/// The file of finished runs.
///
/// The first line is the header. Each record is one line, appended by one write. A last line without a line
/// break is incomplete and is cut off. The file is locked while open.
class Journal {
 public:
  struct Record {
    std::uint64_t line = 0;  ///< line in the file, counted from 1
    std::string text;
  };

  /// Errors: InvalidArgument naming the first entry in which an existing header differs. InputError if the
  ///          file is not a journal. SystemError if it cannot be read or written, or is in use.
  Journal(const std::string& path, const Json& header) : path_(path) {
    constexpr int new_file_mode = 0666;  // narrowed by the umask
    file_.number = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, new_file_mode);
    if (file_.number < 0) fail(errno == ENOENT ? "cannot write: the folder does not exist" : "cannot open");
    struct stat status {};
    if (::fstat(file_.number, &status) != 0) fail("cannot read");
    if (!S_ISREG(status.st_mode)) {
      throw InvalidArgument("journal", path_, "is not a regular file", "name a file to append to");
    }
    if (::flock(file_.number, LOCK_EX | LOCK_NB) != 0) fail("is in use by another process");
    const std::string content = whole_content();
    const std::string first = compact(header) + '\n';
    if (content.size() < first.size() && first.starts_with(content)) {
      cut(0);
      append(compact(header));
    } else {
      read(content, header);
    }
  }

  const std::string& path() const { return path_; }
  /// Records in the file when it was opened.
  const std::vector<Record>& records() const { return records_; }

  void append(std::string line) {
    line += '\n';
    for (std::string_view text = line; !text.empty();) {
      const ssize_t written = ::write(file_.number, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("cannot write");
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  struct File {
    int number = -1;
    ~File() {
      if (number >= 0) ::close(number);
    }
  };

  std::string whole_content() const {
    std::string content;
    char buffer[1 << 16];
    for (;;) {
      const ssize_t got = ::read(file_.number, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail("cannot read");
      if (got == 0) return content;
      content.append(buffer, static_cast<std::size_t>(got));
    }
  }

  void read(const std::string& content, const Json& header) {
    std::size_t end = content.find('\n');
    check_header(end == std::string::npos ? "" : std::string_view(content).substr(0, end), header);
    for (std::uint64_t line = 2; end + 1 < content.size(); ++line) {
      const std::size_t begin = end + 1;
      end = content.find('\n', begin);
      if (end == std::string::npos) return cut(begin);
      if (end > begin) records_.push_back({line, content.substr(begin, end - begin)});
    }
  }

  void check_header(std::string_view line, const Json& header) const {
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
      const bool known = asked.contains(name);
      if (known && found.contains(name) && found[name] == asked[name]) continue;
      throw InvalidArgument(
          "journal", path_,
          !known ? fmt::format("was made with {} ({})", name, text(value))
          : found.contains(name)
              ? fmt::format("was made with {} {}, not {}", name, text(value), text(asked[name]))
              : fmt::format("was made without {} ({})", name, text(value)),
          "give the same graphs and options (sizes and methods may be others), or name a new file for these, "
          "and join the tables");
    }
  }

  void cut(std::size_t bytes) const {
    if (::ftruncate(file_.number, static_cast<off_t>(bytes)) != 0) fail("cannot write");
  }

  [[noreturn]] void fail(const char* what) const {
    throw SystemError(fmt::format("{}: {} ({})", path_, what, std::strerror(errno)));
  }

  std::string path_;
  File file_;
  std::vector<Record> records_;
};

/// A name in a journal: bytes that are not UTF-8 are replaced.
std::string journal_name(const std::string& name) { return Json::parse(compact(name)).get<std::string>(); }

/// The header of a journal. Journals with other headers are refused.
Json journal_header(const Comparison& comparison, const ComparisonTask& task) {
  Json header = {{"journal", task.words().command},
                 {"format", "1"},
                 {"lode version", version()},
                 {"seed", std::to_string(comparison.seed)},
                 {"time limit", fmt::format("{}", comparison.time_limit)}};
  if (!comparison.start_rule.empty()) header["start rule"] = comparison.start_rule;
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    header[fmt::format("{} {}", task.words().place, comparison.cases[place].name)] = task.identity(place);
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
                                                   ComparisonTask& task, const RunContext& whole) {
  const ComparisonTask::Words words = task.words();
  const Columns<ComparisonRun> columns = run_columns(comparison);
  const auto position = [](const auto& list, const auto& is) {
    return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), is) - list.begin());
  };
  std::map<std::string, ComparisonRun> runs;
  for (const Journal::Record& record : journal.records()) {
    const auto bad = [&](const std::string& problem) {
      return InputError({journal.path(), record.line, 0}, problem, "remove the line to run it again");
    };
    try {
      const Json json = Json::parse(record.text, shallow(journal.path()));
      const auto name = json.at(words.place).get<std::string>();
      const auto label = json.at("method").get<std::string>();
      ComparisonRun run;
      run.place = position(comparison.cases, [&](const auto& one) { return journal_name(one.name) == name; });
      run.method = position(comparison.methods, [&](const auto& method) { return method.label == label; });
      if (run.place == comparison.cases.size()) throw bad(words.no_case + name);
      if (run.method == comparison.methods.size()) continue;
      const Json& size = json.at("s");
      if (comparison.kind == ComparisonKind::graphs &&
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
    throw InvalidArgument(
        "option 'starts'", std::to_string(comparison.starts),
        fmt::format("with the sizes and methods given asks for {:.3g} runs, more than {:.0f}", count,
                    most_planned_runs),
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

Comparison begun_comparison(ComparisonKind kind, const ComparisonOptions& options) {
  if (options.starts < 1) {
    throw InvalidArgument("starts", std::to_string(options.starts), "must be at least 1");
  }
  if (!(options.time_limit >= 0.0)) {
    throw InvalidArgument("time limit", fmt::format("{}", options.time_limit),
                          "must be a number of seconds >= 0");
  }
  Comparison comparison;
  comparison.kind = kind;
  comparison.starts = options.starts;
  comparison.seed = options.seed;
  comparison.time_limit = options.time_limit;
  return comparison;
}

Comparison run_comparison(Comparison comparison, ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit) {
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
  task.prepare(comparison.instances, whole);
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
    if (!planned.outcome) continue;
    task.describe(*planned.outcome);
    comparison.runs.push_back(*std::move(planned.outcome));
  }
  score_comparison(comparison);
  comparison.interrupted = whole.interrupted();
  comparison.seconds = whole.elapsed();
  return comparison;
}

}  // namespace lode::detail
