#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/format.hpp>
#include <lode/report/least_squares_comparison_report.hpp>
#include <lode/study/least_squares_comparison.hpp>

#include "lsq.hpp"
#include "shell/journal_argument.hpp"
#include "shell/sizes.hpp"
#include "shell/values.hpp"

namespace lode::tool {
namespace {

using least_squares::Design;
using least_squares::Index;
using least_squares::Noise;

struct LsqCompareArguments {
  DataArgument data;
  ConstraintArgument constraint;
  std::string experiment;
  std::vector<std::size_t> rows;
  std::vector<Index> columns;
  std::vector<std::string> designs;
  std::vector<std::string> noises;
  std::optional<std::uint64_t> instance_seed;
  std::vector<std::string> methods;
  int starts = 3;
  std::uint64_t seed = 1;
  double time_limit = 30.0;
  std::string resume;
  std::string format = "text";
  std::string csv;
  std::string json;
  std::string html;
  bool force = false;
};

class LsqComparer {
 public:
  LsqComparer(const LsqCompareArguments& arguments, Session& session)
      : arguments_(arguments), session_(session) {}

  void run() {
    check_outputs_first();
    LeastSquaresExperiment experiment = arguments_.experiment.empty() ? given_data() : paper_experiment();
    LeastSquaresComparisonOptions options;
    options.methods = arguments_.methods;
    options.starts = arguments_.starts;
    options.seed = arguments_.seed;
    options.time_limit = arguments_.time_limit;
    options.journal = arguments_.resume;
    options.cancel = session_.cancel_flag();
    session_.begin_progress("");
    options.progress = [this](const GridProgress& progress) {
      const std::string line = progress_line(progress);
      session_.show_progress(line);
      if (progress.event == GridProgress::Event::ended) session_.detail(line);
    };
    const LeastSquaresComparison comparison = compare_least_squares(std::move(experiment), options);
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
    const std::vector<std::string> paths = {arguments_.csv, arguments_.json, arguments_.html};
    const std::vector<std::string> inputs = {arguments_.data.a, arguments_.data.b};
    check_output_paths(paths, inputs, overwrite());
    check_journal(arguments_.resume, paths, inputs);
  }

  /// Sizes as of `find -s`; an experiment takes each where it has that many columns.
  static std::vector<Index> sizes_of(const std::string& text, Index n) {
    return text.empty()
               ? std::vector<Index>()
               : parse_sizes(text, n, fmt::format("A has {}", format_plural(n, "column", "columns")));
  }

  LeastSquaresExperiment paper_experiment() const {
    if (!arguments_.data.a.empty()) {
      throw InvalidArgument("--experiment", arguments_.experiment, "brings its own instances",
                            "leave out the files A and b");
    }
    const ConstraintArgument& constraint = arguments_.constraint;
    if (constraint.lambda || constraint.box || constraint.binary || !constraint.ones.empty()) {
      throw InvalidArgument("--experiment", arguments_.experiment, "brings its own constraint",
                            "only --sparsity chooses sizes");
    }
    ExperimentFilter filter;
    filter.rows = arguments_.rows;
    filter.columns = arguments_.columns;
    for (const std::string& design : arguments_.designs) {
      filter.designs.push_back(design == "AI" ? Design::ai : Design::aii);
    }
    for (const std::string& noise : arguments_.noises) {
      filter.noises.push_back(noise == "bI" ? Noise::bi : Noise::bii);
    }
    filter.seed = arguments_.instance_seed.value_or(filter.seed);
    filter.sizes = sizes_of(constraint.sparsity, std::numeric_limits<Index>::max());
    if (arguments_.experiment == "figure1") {
      for (const auto& [option, values] :
           {std::pair("--designs", arguments_.designs), std::pair("--noises", arguments_.noises)}) {
        if (values.empty()) continue;
        throw InvalidArgument(option, values.front(),
                              "has no meaning for figure1, whose instances are uniform", "leave it out");
      }
      if (!constraint.sparsity.empty()) {
        throw InvalidArgument("--sparsity", constraint.sparsity, "has no meaning for figure1",
                              "leave it out");
      }
      return figure_one_experiment(filter);
    }
    return arguments_.experiment == "sparsity" ? sparsity_experiment(filter) : convergence_experiment(filter);
  }

  /// Options that only choose among the instances of an experiment.
  void check_no_filter() const {
    const auto refuse = [](const char* option, const std::string& value) {
      throw InvalidArgument(option, value, "chooses among the instances of an experiment",
                            "use --experiment, or leave it out");
    };
    if (!arguments_.rows.empty()) refuse("--rows", std::to_string(arguments_.rows.front()));
    if (!arguments_.columns.empty()) refuse("--columns", std::to_string(arguments_.columns.front()));
    if (!arguments_.designs.empty()) refuse("--designs", arguments_.designs.front());
    if (!arguments_.noises.empty()) refuse("--noises", arguments_.noises.front());
    if (arguments_.instance_seed) refuse("--instance-seed", std::to_string(*arguments_.instance_seed));
  }

  LeastSquaresExperiment given_data() const {
    check_no_filter();
    if (arguments_.data.a.empty() || arguments_.data.b.empty()) {
      throw InvalidArgument("A and b", "missing", "nothing to compare on",
                            "name two files, or use --experiment figure1, sparsity or convergence");
    }
    const auto [constraint, sizes] = arguments_.constraint.parse();
    DataArgument::Loaded loaded = arguments_.data.load(session_);
    LeastSquaresPanel panel;
    panel.name = std::filesystem::path(arguments_.data.a).filename().string();
    panel.source.kind = LeastSquaresSource::Kind::given;
    panel.source.given = loaded.instance;
    panel.constraint = constraint.kind;
    panel.lambda = constraint.lambda;
    panel.box = constraint.box;
    if (!sizes.empty()) panel.sizes = sizes_of(sizes, loaded.instance->columns());
    LeastSquaresExperiment experiment;  // by default with every method that takes the constraint
    experiment.name = "given";
    experiment.title = "Methods on " + panel.name;
    experiment.methods = {"all"};
    experiment.panels.push_back(std::move(panel));
    experiment.figures = {{experiment.title, {0}}};
    return experiment;
  }

  void write(const LeastSquaresComparison& comparison) const {
    const auto write_to = [&](const std::string& path, std::string (*render)(const LeastSquaresComparison&)) {
      if (path.empty()) return;
      write_file(path, render(comparison), overwrite());
      session_.note(fmt::format("wrote {}", path));
    };
    session_.print(arguments_.format == "json"  ? render_json(comparison)
                   : arguments_.format == "csv" ? render_csv(comparison)
                                                : render_text(comparison));
    write_to(arguments_.csv, render_csv);
    write_to(arguments_.json, render_json);
    write_to(arguments_.html, render_html);
  }

  const LsqCompareArguments& arguments_;
  Session& session_;
};

void add_filter(CLI::App& command, LsqCompareArguments& arguments) {
  command.add_option("--experiment", arguments.experiment, "One of the paper's, instead of A and b")
      ->check(CLI::IsMember({"figure1", "sparsity", "convergence"}));
  command.add_option("--rows", arguments.rows, "Rows of the experiment's instances instead of the paper's")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number<int>(1))
      ->type_name("LIST");
  command.add_option("--columns", arguments.columns, "Columns, likewise")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number<int>(1))
      ->type_name("LIST");
  command.add_option("--designs", arguments.designs, "Only these: AI, AII")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->transform(CLI::IsMember({"AI", "AII"}, CLI::ignore_case).description(""));
  command.add_option("--noises", arguments.noises, "Only these: bI, bII")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->transform(CLI::IsMember({"bI", "bII"}, CLI::ignore_case).description(""));
  command
      .add_option("--instance-seed", arguments.instance_seed, "Seed of the experiment's instances; default 1")
      ->check(whole_number<std::uint64_t>());
}

}  // namespace

void add_lsq_compare(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<LsqCompareArguments>();
  CLI::App& command = *lsq.add_subcommand(
      "compare", "Methods against each other, on given data or in one of the paper's experiments");
  arguments->data.add_options(command, false);
  arguments->constraint.add_options(command, "SIZES");
  add_filter(command, *arguments);
  command
      .add_option("--methods", arguments->methods,
                  "METHOD or METHOD:PRESET, each perhaps followed by @SETTING=VALUE, comma-separated; all; "
                  "default: the experiment's, or all that take the constraint")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
  command.add_option("--starts", arguments->starts, "Starts per method; start k has the seed + k - 1")
      ->capture_default_str()
      ->check(whole_number<int>(1))
      ->type_name("N");
  command.add_option("--seed", arguments->seed, "Seed of the first start")
      ->capture_default_str()
      ->check(whole_number<std::uint64_t>());
  command.add_option("--time", arguments->time_limit, "Time limit of each run")
      ->capture_default_str()
      ->type_name("SEC")
      ->check(number_from_zero());
  command
      .add_option("--resume", arguments->resume,
                  "Keep finished runs in this file and go on from what it holds")
      ->type_name("FILE.jsonl");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_option("--csv", arguments->csv, "Write one line per run")->type_name("FILE");
  command.add_option("--json", arguments->json, "Write JSON")->type_name("FILE");
  command.add_option("--html", arguments->html, "Write a self-contained page")->type_name("FILE");
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.callback([arguments, &session] { LsqComparer(*arguments, session).run(); });
}

}  // namespace lode::tool
