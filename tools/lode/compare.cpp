#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/comparison_report.hpp>
#include <lode/report/format.hpp>
#include <lode/study/comparison.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "shell/graph_argument.hpp"
#include "shell/journal_argument.hpp"
#include "shell/run_arguments.hpp"
#include "shell/session.hpp"
#include "shell/sizes.hpp"
#include "shell/values.hpp"

namespace lode::tool {
namespace {

const std::vector<std::string> every_method = {"all"};

struct CompareArguments {
  std::vector<std::string> graphs;
  GraphArgument how;  ///< to read all of them
  RunArguments run;
  std::string sizes;
  std::vector<std::string> methods = every_method;
  int starts = 3;
  std::string start;
  double time_limit = 30.0;
  bool parallel = false;
  std::string resume;
  std::string format = "text";
  std::string csv;
  std::string json;
  std::string markdown;
  std::string html;
  bool force = false;
};

std::optional<StartKind> start_kind(const std::string& start) {
  if (start.empty()) return std::nullopt;
  if (start == "random") return StartKind::random;
  if (start == "degree") return StartKind::degree;
  if (start == "peeling") return StartKind::peeling;
  throw InvalidArgument("--start", start, "is not known", "use random, degree or peeling");
}

/// The comparison that the arguments ask for.
class Comparer {
 public:
  Comparer(const CompareArguments& arguments, Session& session) : arguments_(arguments), session_(session) {}

  void run() {
    const std::optional<StartKind> start = start_kind(arguments_.start);
    check_outputs_first();
    const std::vector<ComparisonInput> inputs = load();
    ComparisonOptions options;
    options.methods = arguments_.methods;
    options.starts = arguments_.starts;
    options.start = start;
    options.seed = arguments_.run.seed;
    options.time_limit = arguments_.time_limit;
    options.parallel = arguments_.parallel;
    options.threads = arguments_.run.threads;
    options.journal = arguments_.resume;
    options.cancel = session_.cancel_flag();
    session_.begin_progress("");
    options.progress = [this](const GridProgress& progress) {
      const std::string line = progress_line(progress);
      session_.show_progress(line);
      if (progress.event == GridProgress::Event::ended) session_.detail(line);
    };
    const Comparison comparison = compare_methods(inputs, options);
    session_.clear_progress();
    if (comparison.resumed_runs > 0) {
      session_.note(fmt::format("{}: {} of {} runs were finished before", arguments_.resume,
                                comparison.resumed_runs, comparison.total_runs));
    }
    write(comparison);
  }

 private:
  Overwrite overwrite() const { return arguments_.force ? Overwrite::yes : Overwrite::no; }

  void check_outputs_first() const {
    const std::vector<std::string> paths = {arguments_.csv, arguments_.json, arguments_.markdown,
                                            arguments_.html};
    check_output_paths(paths, arguments_.graphs, overwrite());
    check_journal(arguments_.resume, paths, arguments_.graphs);
  }

  /// All graphs, each under the name of its file, or as it was typed where two files are called the same.
  std::vector<ComparisonInput> load() const {
    std::vector<ComparisonInput> inputs;
    for (const std::string& name : arguments_.graphs) {
      GraphArgument argument = arguments_.how;
      argument.name = name;
      auto loaded = argument.load(session_, arguments_.run.threads);
      const std::vector<Vertex> sizes = parse_sizes(arguments_.sizes, loaded.graph.num_vertices());
      const auto runs = arguments_.methods.size() * static_cast<std::size_t>(arguments_.starts);
      check_room(sizes, arguments_.sizes,
                 arguments_.methods == every_method ? runs * methods().size() : runs);
      inputs.push_back({std::move(loaded.display_name), std::move(loaded.graph), sizes});
    }
    std::vector<std::string> names;
    for (const ComparisonInput& input : inputs) names.push_back(input.name);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (std::count(names.begin(), names.end(), names[i]) > 1) inputs[i].name = arguments_.graphs[i];
    }
    return inputs;
  }

  void write(const Comparison& comparison) const {
    const auto write_to = [&](const std::string& path, std::string (*render)(const Comparison&)) {
      if (path.empty()) return;
      write_file(path, render(comparison), overwrite());
      session_.note(fmt::format("wrote {}", path));
    };
    session_.print(arguments_.format == "json"  ? render_json(comparison)
                   : arguments_.format == "csv" ? render_csv(comparison)
                                                : render_text(comparison));
    write_to(arguments_.csv, render_csv);
    write_to(arguments_.json, render_json);
    write_to(arguments_.markdown, render_markdown);
    write_to(arguments_.html, render_html);
  }

  const CompareArguments& arguments_;
  Session& session_;
};

}  // namespace

void add_compare(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App& command = *app.add_subcommand(
      "compare", "Methods against each other on graphs, sizes and starts, under one rule");
  command.add_option("graphs", arguments->graphs, "Paths, or names of known graphs")->required();
  arguments->how.add_read_options(command);
  command
      .add_option("-s,--size", arguments->sizes, "Sizes: 50, 10,20,50, 2:200 or 10:200:10 (ends included)")
      ->required()
      ->type_name("SIZES");
  command
      .add_option("--methods", arguments->methods,
                  "METHOD or METHOD:PRESET, comma-separated; all: every method, and hybrid:paper")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str()
      ->type_name("LIST");
  command
      .add_option("--starts", arguments->starts,
                  "Starts per method; start k has the seed + k - 1. Methods that take no start run once")
      ->capture_default_str()
      ->check(whole_number<int>(1))
      ->type_name("N");
  command
      .add_option("--start", arguments->start,
                  "Begin every method that takes a start from: random, degree or peeling; default: its own")
      ->type_name("START");
  command
      .add_option("--time", arguments->time_limit, "Time limit of each run, and of the bounds of each size")
      ->capture_default_str()
      ->type_name("SEC")
      ->check(number_from_zero());
  arguments->run.add_options(command);
  command.add_flag("--parallel", arguments->parallel,
                   "Several runs at once, as many as --threads; each still has one thread, times are marked");
  command
      .add_option("--resume", arguments->resume,
                  "Keep finished runs in this file and go on from what it holds")
      ->type_name("FILE.jsonl");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_option("--csv", arguments->csv, "Write one line per run")->type_name("FILE");
  command.add_option("--json", arguments->json, "Write JSON")->type_name("FILE");
  command.add_option("--markdown", arguments->markdown, "Write the tables as Markdown")->type_name("FILE");
  command.add_option("--html", arguments->html, "Write a self-contained page")->type_name("FILE");
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.callback([arguments, &session] { Comparer(*arguments, session).run(); });
}

}  // namespace lode::tool
