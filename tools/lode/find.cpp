#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/graph/induced.hpp>
#include <lode/io/edge_list_writer.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/report/certificate_json.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/study/proof_search.hpp>
#include <lode/subgraph/bounds/ledger.hpp>
#include <lode/subgraph/dense_part.hpp>
#include <lode/subgraph/exclusion.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/several.hpp>

#include "demands.hpp"
#include "estimate.hpp"
#include "session.hpp"
#include "values.hpp"

namespace lode::tool {
namespace {

struct FindArguments {
  GraphArgument graph;
  RunArguments run;
  std::string sizes;
  std::string method = "hybrid";
  MethodSettings settings;
  std::string start;
  std::string effort = "cheap";
  std::string certificate_path;
  Demands demands;
  double time_limit = std::numeric_limits<double>::infinity();
  double target = std::numeric_limits<double>::infinity();
  std::string set_path;
  std::string induced_path;
  std::string format = "text";
  bool estimate = false;
  bool force = false;
};

/// Applies --start to a problem.
void set_start(const std::string& start, Problem& problem) {
  constexpr std::string_view file_prefix = "file:";
  if (start.empty()) return;
  if (start == "degree") {
    problem.start = StartKind::degree;
  } else if (start == "random") {
    problem.start = StartKind::random;
  } else if (start == "peeling") {
    problem.start = StartKind::peeling;
  } else if (start.rfind(file_prefix, 0) == 0) {
    problem.start = StartKind::given;
    problem.given = read_vertex_set(start.substr(file_prefix.size()), problem.graph).vertices;
  } else {
    throw InvalidArgument("--start", start, "is not known", "use degree, random, peeling or file:PATH");
  }
}

class Finder {
 public:
  Finder(const FindArguments& arguments, Session& session) : arguments_(arguments), session_(session) {}

  void run() {
    check_outputs_first();
    method(arguments_.method);
    arguments_.demands.check();
    const bool json = arguments_.format == "json";
    const auto loaded = arguments_.graph.load(
        session_, arguments_.run.threads, json ? GraphArgument::Checksum::yes : GraphArgument::Checksum::no);
    const std::vector<Vertex> sizes = parse_sizes(arguments_.sizes, loaded.graph.num_vertices());
    if (sizes.size() > 1 && !(arguments_.set_path.empty() && arguments_.induced_path.empty())) {
      throw InvalidArgument("-s", arguments_.sizes,
                            "asks for several sizes, and -o and --induced write one set",
                            "use --format json for all sets");
    }
    const Problem asked = demanded(loaded.graph, sizes);
    const ReducedProblem reduced = without_excluded(asked);
    Problem problem = reduced.problem;
    check_room(sizes, arguments_.sizes);
    // One budget and one clock for bounds and searches.
    const RunContext whole = session_.run_context(arguments_.run.seed, arguments_.run.threads,
                                                  arguments_.time_limit * static_cast<double>(sizes.size()),
                                                  run_label(loaded.display_name, sizes));
    RunContext bounds_run = whole.part(cheap_share * whole.time_limit());
    const auto [smallest, largest] = std::minmax_element(sizes.begin(), sizes.end());
    problem.dense_part = find_dense_part(problem.graph, *smallest, *largest, bounds_run);
    BoundLedger ledger(
        problem.graph, sizes, bounds_run,
        arguments_.certificate_path.empty() ? BoundLedger::Proofs::drop : BoundLedger::Proofs::keep);
    const Effort effort = parse_effort(arguments_.effort);
    const bool cheap_will_do = effort == Effort::cheap && arguments_.certificate_path.empty();
    if (effort != Effort::none) {
      ledger.add_cheap(cheap_will_do ? problem.dense_part : nullptr, bounds_run);
    }

    FindReport report;
    report.graph = loaded.display_name;
    report.input = loaded.report;
    report.load_seconds = loaded.seconds;
    report.provenance.input_sha256 = loaded.sha256;
    std::vector<FindResult> results = arguments_.demands.top
                                          ? solve_several_of_each(problem, sizes, ledger, whole)
                                          : solve_all(problem, sizes, ledger, whole);
    for (FindResult& result : results) {
      result.include = named_vertices(asked.graph, asked.include);
      result.exclude = named_vertices(asked.graph, asked.exclude);
      result.connected = asked.connected;
      report.results.push_back(std::move(result));
    }
    session_.clear_progress();
    report.total_seconds = loaded.seconds + whole.elapsed();
    print(report);
    write_files(problem.graph, report.results.front());
    if (!arguments_.certificate_path.empty()) write_certificate(problem.graph, ledger, sizes);
  }

 private:
  void check_outputs_first() const {
    const bool one_set = !arguments_.demands.top || *arguments_.demands.top == 1;
    if (!one_set && !(arguments_.set_path.empty() && arguments_.induced_path.empty())) {
      throw InvalidArgument("--top", std::to_string(*arguments_.demands.top),
                            "asks for several answers, and -o and --induced write one set",
                            "use --format json for all sets");
    }
    if (!arguments_.certificate_path.empty() && !arguments_.demands.exclude.empty()) {
      throw InvalidArgument("--certificate", arguments_.certificate_path, "is for bounds of the whole graph",
                            "leave --exclude out");
    }
    check_output_paths({arguments_.set_path, arguments_.induced_path, arguments_.certificate_path},
                       {arguments_.graph.name}, overwrite());
  }
  Overwrite overwrite() const { return arguments_.force ? Overwrite::yes : Overwrite::no; }

  /// The problem over the whole graph, for the largest size.
  Problem demanded(const Graph& graph, const std::vector<Vertex>& sizes) const {
    Problem problem;
    problem.graph = graph;
    problem.s = *std::max_element(sizes.begin(), sizes.end());
    problem.target = arguments_.target;
    set_start(arguments_.start, problem);
    arguments_.demands.apply(problem);
    return problem;
  }

  /// One result per size in the order asked for; after an interruption perhaps only the first.
  std::vector<FindResult> solve_all(const Problem& problem, const std::vector<Vertex>& asked,
                                    BoundLedger& ledger, const RunContext& whole) const {
    std::vector<std::size_t> order(asked.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return asked[a] < asked[b]; });
    std::vector<Vertex> sizes;
    std::vector<double> upper_bounds;
    for (const std::size_t i : order) {
      sizes.push_back(asked[i]);
      upper_bounds.push_back(ledger.best(asked[i]).value);
    }
    RunContext run = whole.part(search_seconds(left_of(whole), sizes.size()));
    Problem hinted = problem;
    if (sizes.size() == 1) hinted.hints = ledger.dense_sets(sizes.front());
    std::vector<Solution> solutions =
        solve_sizes(arguments_.method, hinted, sizes, upper_bounds, first_settings(), run);
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      RunContext part = whole.part(left_of(whole) / static_cast<double>(solutions.size() - i));
      improve_bound(problem, ledger, solutions[i], part, whole);
    }
    std::vector<std::optional<FindResult>> by_place(asked.size());
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      by_place[order[i]] = make_find_result(problem.graph, arguments_.method, preset_name(),
                                            std::move(solutions[i]), ledger.best(sizes[i]), run);
    }
    std::vector<FindResult> results;
    for (auto& result : by_place) {
      if (result) results.push_back(*std::move(result));
    }
    return results;
  }

  /// The answers of --top, size by size.
  std::vector<FindResult> solve_several_of_each(const Problem& problem, const std::vector<Vertex>& sizes,
                                                BoundLedger& ledger, const RunContext& whole) const {
    std::vector<FindResult> results;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i > 0 && session_.interrupted()) break;
      Problem one = problem;
      one.s = sizes[i];
      one.upper_bound = ledger.best(sizes[i]).value;
      const RunContext both = whole.part(left_of(whole) / static_cast<double>(sizes.size() - i));
      RunContext run = both.part(search_seconds(both.time_limit(), 1));
      const auto count = static_cast<std::size_t>(*arguments_.demands.top);
      std::vector<Solution> solutions =
          solve_several(arguments_.method, one, first_settings(), count, arguments_.demands.overlap(), run);
      if (solutions.size() < count) session_.note(solutions.back().note);
      RunContext part = both.part(left_of(both));
      improve_bound(one, ledger, solutions.front(), part, whole);
      for (std::size_t rank = 0; rank < solutions.size(); ++rank) {
        results.push_back(make_find_result(one.graph, arguments_.method, preset_name(),
                                           std::move(solutions[rank]), ledger.best(sizes[i]), run));
        results.back().rank = static_cast<int>(rank) + 1;
      }
    }
    return results;
  }

  static double left_of(const RunContext& run) { return std::max(0.0, run.time_limit() - run.elapsed()); }

  static std::string run_label(const std::string& graph, const std::vector<Vertex>& sizes) {
    return sizes.size() == 1 ? fmt::format("{}, s = {}", graph, sizes[0])
                             : fmt::format("{}, {} sizes", graph, sizes.size());
  }

  /// What the searches of some sizes get of the seconds left, before the bounds that --effort asks for: a
  /// proof has more of both later.
  double search_seconds(double left, std::size_t count) const {
    const Effort effort = parse_effort(arguments_.effort);
    if (effort == Effort::proof) return std::min(2.0 * static_cast<double>(count), 0.1 * left);
    return effort == Effort::strong ? 0.5 * left : left;
  }

  /// Spends what --effort asks for on the bound of one answer, and with proof on the answer too, in the time
  /// of `run`. The log of a proof is on the clock of `whole`.
  void improve_bound(const Problem& problem, BoundLedger& ledger, Solution& solution, RunContext& run,
                     const RunContext& whole) const {
    const Effort effort = parse_effort(arguments_.effort);
    const auto s = static_cast<Vertex>(solution.vertices.size());
    if (effort == Effort::none || effort == Effort::cheap || session_.interrupted()) return;
    constexpr double strong_seconds = 60.0;
    if (effort == Effort::strong || arguments_.demands.top) {
      RunContext part =
          run.part(effort == Effort::strong ? std::min(strong_seconds, run.time_limit()) : run.time_limit());
      return ledger.tighten(s, solution.weight, part);
    }
    Problem one = problem;
    one.s = s;
    session_.note(fmt::format("s = {}: time | best | bound | gap | by", s));
    const auto log = [&](const ProofEvent& event) {
      session_.note(fmt::format("{} | {} | {} | {} | {}", format_seconds(whole.elapsed()),
                                format_weight(event.best), format_weight(event.bound),
                                format_percent(event.gap), event.by));
    };
    search_proof(one, {arguments_.method, settings(), log}, ledger, solution, run);
  }

  /// Of the search before the bounds that --effort asks for: a proof gives the answer more time later, where
  /// the bound leaves hope.
  MethodSettings first_settings() const {
    return parse_effort(arguments_.effort) == Effort::proof ? arguments_.settings : settings();
  }

  /// The settings given; a time limit without a limit of work is there to be used.
  MethodSettings settings() const {
    MethodSettings all = arguments_.settings;
    const MethodRow& row = method(arguments_.method);
    const bool takes_work =
        !row.exhaustive && std::find(row.settings.begin(), row.settings.end(), "work") != row.settings.end();
    const std::string preset = preset_name();
    if (takes_work && preset != "paper" && preset != "descent" &&
        arguments_.time_limit != std::numeric_limits<double>::infinity()) {
      all.try_emplace("work", std::to_string(std::numeric_limits<std::int64_t>::max()));
    }
    return all;
  }

  std::string preset_name() const {
    const auto preset = arguments_.settings.find("preset");
    if (preset != arguments_.settings.end()) return preset->second;
    const MethodRow& row = method(arguments_.method);
    return row.presets.empty() ? std::string() : std::string(row.presets.front());
  }

  /// Takes the time it needs: what stands behind the bounds is worked out anew.
  void write_certificate(const Graph& graph, const BoundLedger& ledger,
                         const std::vector<Vertex>& sizes) const {
    const RunContext run = session_.run_context(arguments_.run.seed, arguments_.run.threads,
                                                std::numeric_limits<double>::infinity(), "certificate");
    write_file(arguments_.certificate_path, certificate_json(graph, make_certificate(ledger, sizes, run)),
               overwrite());
    session_.note(fmt::format("wrote {}", arguments_.certificate_path));
  }

  void write_files(const Graph& graph, const FindResult& result) const {
    if (!arguments_.set_path.empty()) {
      write_vertex_set(graph, result.solution.vertices, result.solution.edges, arguments_.set_path,
                       overwrite());
      session_.note(fmt::format("wrote {}", arguments_.set_path));
    }
    if (!arguments_.induced_path.empty()) {
      write_edge_list(induced_subgraph(graph, result.solution.vertices), {}, arguments_.induced_path,
                      overwrite());
      session_.note(fmt::format("wrote {}", arguments_.induced_path));
    }
  }

  void print(FindReport& report) const {
    if (arguments_.format == "json") {
      report.provenance.arguments = session_.arguments();
      report.provenance.compiler = compiler();
      report.provenance.arch = architecture();
      report.provenance.cpu = cpu_name();
      session_.print(find_json(report));
    } else {
      session_.print(arguments_.format == "csv" ? find_csv(report) : find_text(report));
    }
  }

  const FindArguments& arguments_;
  Session& session_;
};

/// Words for settings whose name does not say enough.
std::string_view meaning_of(std::string_view setting) {
  static const std::map<std::string_view, std::string_view> meanings = {
      {"working-set", "Block Ri-Gj: i random and j greedy vertices"},
      {"theta", "Proximal parameter"},
      {"epsilon", "Stop at this mean relative decrease (preset paper)"},
      {"idle", "Stop after this many blocks without a move"},
      {"max-iterations", "Stop after this many steps; hybrid: presets descent and paper"},
      {"work",
       "hybrid: arcs visited without an improvement before kicks and restarts end; exact: sets looked at"},
      {"block", "Block size of the descents between kicks, 2 to 64"},
      {"cluster", "Vertices exchanged by one kick, at most"},
      {"starts", "all: restarts; first: kicks from the first start alone"},
      {"searchers", "Independent searches that exchange their best; they share the threads"},
      {"stall", "Moves without an improvement before a restart"},
      {"restarts", "Restarts before the search ends"},
      {"random-exchange", "Chance of a random exchange when no move improves"},
      {"work-limit", "Row entries visited before vertices are sampled"},
      {"shift", "Diagonal shift c; automatic when left out"},
      {"step", "Step length: lipschitz or exact"},
  };
  const auto found = meanings.find(setting);
  return found == meanings.end() ? "Setting" : found->second;
}

/// One option per setting of any registered method, and --preset.
void add_settings(CLI::App& command, const std::shared_ptr<FindArguments>& arguments) {
  std::map<std::string, std::string> takers;
  for (const MethodRow& row : methods()) {
    for (const std::string_view setting : row.settings) {
      std::string& names = takers[std::string(setting)];
      names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
  }
  const auto add = [&](const std::string& name, const std::string& text) {
    command
        .add_option_function<std::string>(
            "--" + name, [arguments, name](const std::string& value) { arguments->settings[name] = value; },
            text)
        ->type_name("VALUE");
  };
  add("preset", "Preset of the method; for hybrid default, fast, thorough, descent or paper");
  for (const auto& [name, methods_taking] : takers) {
    add(name, fmt::format("{} ({})", meaning_of(name), methods_taking));
  }
}

}  // namespace

void add_find(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<FindArguments>();
  CLI::App& command =
      *app.add_subcommand("find", "The best s-vertex subgraph, with an upper bound beside it");
  arguments->graph.add_options(command);
  command
      .add_option("-s,--size", arguments->sizes, "Sizes: 50, 10,20,50, 2:200 or 10:200:10 (ends included)")
      ->required()
      ->type_name("SIZES");
  command.add_option("--method", arguments->method, "Method, see 'lode methods'")->capture_default_str();
  add_settings(command, arguments);
  command.add_option("--start", arguments->start, "degree, random, peeling or file:PATH")->type_name("START");
  arguments->demands.add_options(command);
  command
      .add_option(
          "--time", arguments->time_limit,
          "Time per size for bounds and search together, reading and writing not counted; hybrid goes "
          "on for so long unless the answer is proven optimal")
      ->type_name("SEC")
      ->check(number_from_zero());
  command
      .add_option("--effort", arguments->effort,
                  "Spent on upper bounds: cheap at most 3/10 of --time; strong half of the rest, at most "
                  "60 s per size; proof tightens bound and answer until they meet or --time ends")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "cheap", "strong", "proof"}));
  command
      .add_option("--certificate", arguments->certificate_path,
                  "Write what 'lode verify --certificate' needs to check the bounds")
      ->type_name("FILE");
  command.add_option("--target", arguments->target, "Stop once this many edges (this weight) are reached")
      ->type_name("EDGES")
      ->check(number_from_zero());
  arguments->run.add_options(command);
  command.add_option("-o,--output", arguments->set_path, "Write the set, one original id per line")
      ->type_name("FILE");
  command.add_option("--induced", arguments->induced_path, "Write the induced subgraph as an edge list")
      ->type_name("FILE");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_flag("--force", arguments->force, "Overwrite existing files");
  command.add_flag("--estimate", arguments->estimate, "Print the memory this will need, and end");
  command.callback([arguments, &session] {
    if (arguments->estimate) {
      print_estimate(arguments->graph, arguments->run.threads, AfterReading::search,
                     arguments->format == "json" ? EstimateFormat::json : EstimateFormat::text, session);
    } else {
      Finder(*arguments, session).run();
    }
  });
}

}  // namespace lode::tool
