#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/least_squares_comparison.hpp>

#include "study/compare/journal.hpp"
#include "study/compare/least_squares_journal.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using least_squares::Index;
using least_squares::Instance;

constexpr std::string_view every_method = "all";
constexpr std::size_t trace_limit = 256;

bool has(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// METHOD[:PRESET][@SETTING=VALUE]...
LeastSquaresMethod parse_least_squares_method(const std::string& text) {
  LeastSquaresMethod method;
  method.label = text;
  std::string_view rest = text;
  const auto take = [&rest] {
    const std::size_t end = rest.find('@');
    const std::string_view part = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return part;
  };
  const std::string_view head = take();
  const std::size_t colon = head.find(':');
  const least_squares::MethodRow& row = least_squares::method(head.substr(0, colon));
  method.name = row.name;
  method.once = !row.uses_start;
  if (colon != std::string_view::npos) method.settings["preset"] = head.substr(colon + 1);
  while (!rest.empty()) {
    const std::string_view part = take();
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      throw InvalidArgument("method", text, fmt::format("'{}' is not SETTING=VALUE", part));
    }
    method.settings[std::string(part.substr(0, equals))] = part.substr(equals + 1);
  }
  return method;
}

std::vector<LeastSquaresMethod> chosen_least_squares_methods(const std::vector<std::string>& asked) {
  std::vector<LeastSquaresMethod> chosen;
  const auto add = [&](const std::string& label) {
    const bool again = std::any_of(chosen.begin(), chosen.end(),
                                   [&](const LeastSquaresMethod& other) { return other.label == label; });
    if (again) throw InvalidArgument("methods", label, "is given twice");
    chosen.push_back(parse_least_squares_method(label));
  };
  for (const std::string& text : asked) {
    if (text != every_method) {
      add(text);
      continue;
    }
    for (const least_squares::MethodRow& row : least_squares::methods()) add(std::string(row.name));
  }
  return chosen;
}

/// Instances with their Gram matrix and largest eigenvalue, made when they are first asked for; the last one
/// is kept, since runs come panel by panel.
class InstanceCache {
 public:
  explicit InstanceCache(const LeastSquaresExperiment& experiment) : experiment_(experiment) {}

  std::shared_ptr<const Instance> get(std::size_t panel, const RunContext& run) {
    if (!instance_ || panel_ != panel) {
      instance_ = made(experiment_.panels[panel].source, run);
      panel_ = panel;
    }
    if (instance_->prepare_gram(run)) instance_->largest_eigenvalue(run);
    return instance_;
  }

 private:
  static std::shared_ptr<const Instance> made(const LeastSquaresSource& source, const RunContext& run) {
    if (source.kind == LeastSquaresSource::Kind::given) return source.given;
    auto data = source.kind == LeastSquaresSource::Kind::uniform
                    ? least_squares::uniform_data(source.uniform, run)
                    : least_squares::regression_data(source.regression, run);
    return std::make_shared<Instance>(std::move(data.a), std::move(data.b));
  }

  const LeastSquaresExperiment& experiment_;
  std::size_t panel_ = 0;
  std::shared_ptr<const Instance> instance_;
};

class LeastSquaresComparer {
 public:
  LeastSquaresComparer(LeastSquaresExperiment experiment, const LeastSquaresComparisonOptions& options)
      : options_(options),
        whole_({.seed = options.seed, .threads = 1, .clock = options.clock, .cancel = options.cancel}) {
    if (options.starts < 1) {
      throw InvalidArgument("starts", std::to_string(options.starts), "must be at least 1");
    }
    if (!(options.time_limit >= 0.0)) {
      throw InvalidArgument("time limit", fmt::format("{}", options.time_limit),
                            "must be a number of seconds >= 0");
    }
    result_.experiment = std::move(experiment);
    result_.starts = options.starts;
    result_.seed = options.seed;
    result_.time_limit = options.time_limit;
    result_.methods =
        chosen_least_squares_methods(options.methods.empty() ? result_.experiment.methods : options.methods);
    match_methods();
    plan();
  }

  LeastSquaresComparison run() {
    InstanceCache instances(result_.experiment);
    std::optional<Journal> journal;
    std::map<std::string, LeastSquaresRun> finished;
    if (!options_.journal.empty()) {
      journal.emplace(options_.journal, detail::least_squares_header(result_.experiment, options_));
      finished = detail::least_squares_runs(*journal, result_.experiment, result_.methods,
                                            [&](std::size_t panel) { return instances.get(panel, whole_); });
    }
    const std::vector<Job<LeastSquaresRun>> jobs = make_jobs(instances);
    for (const auto& job : jobs) result_.resumed_runs += finished.count(job.key);
    const auto save = [&](const Job<LeastSquaresRun>&, const LeastSquaresRun& run) {
      if (!journal) return;
      journal->append(detail::least_squares_record(run, result_.experiment.panels[run.panel].name,
                                                   result_.methods[run.method].label));
    };
    // The limit is each run's own, from the moment its instance is ready.
    auto outcomes = run_grid<LeastSquaresRun>(jobs, std::move(finished), save,
                                              {.time_limit = std::numeric_limits<double>::infinity(),
                                               .clock = options_.clock,
                                               .cancel = options_.cancel,
                                               .progress = options_.progress});
    for (auto& outcome : outcomes) {
      if (outcome) result_.runs.push_back(std::move(*outcome));
    }
    score_comparison(result_);
    result_.interrupted = whole_.interrupted();
    result_.seconds = whole_.elapsed();
    return std::move(result_);
  }

 private:
  struct Plan {
    std::size_t panel;
    Index s;
    std::size_t method;
    int start;
  };

  /// Which methods run on which panels. Of those that were not asked for by name (all, or the experiment's)
  /// only the ones that take a constraint compared are kept.
  void match_methods() {
    const auto takes_one = [this](const LeastSquaresMethod& chosen) {
      const auto& kinds = least_squares::method(chosen.name).constraints;
      const auto& panels = result_.experiment.panels;
      return std::any_of(panels.begin(), panels.end(),
                         [&](const LeastSquaresPanel& panel) { return has(kinds, panel.constraint); });
    };
    for (const LeastSquaresMethod& chosen : result_.methods) {
      if (takes_one(chosen) || !has(options_.methods, chosen.label)) continue;
      throw InvalidArgument("method", chosen.label, "takes none of the constraints compared",
                            "function 'least_squares::methods' lists the constraints of each");
    }
    std::erase_if(result_.methods, [&](const LeastSquaresMethod& chosen) { return !takes_one(chosen); });
    for (const LeastSquaresPanel& panel : result_.experiment.panels) {
      auto& taking = result_.panel_methods.emplace_back();
      for (std::size_t m = 0; m < result_.methods.size(); ++m) {
        if (has(least_squares::method(result_.methods[m].name).constraints, panel.constraint)) {
          taking.push_back(m);
        }
      }
    }
  }

  int starts_of(std::size_t method) const { return result_.methods[method].once ? 1 : options_.starts; }

  void check_plan() const {
    double runs = 0.0;
    for (std::size_t p = 0; p < result_.panel_methods.size(); ++p) {
      const auto sizes = static_cast<double>(result_.experiment.panels[p].sizes.size());
      for (const std::size_t m : result_.panel_methods[p]) runs += sizes * starts_of(m);
    }
    detail::check_planned_runs(runs, options_.starts);
  }

  void plan() {
    check_plan();
    const LeastSquaresExperiment& experiment = result_.experiment;
    for (std::size_t p = 0; p < experiment.panels.size(); ++p) {
      for (const Index s : experiment.panels[p].sizes) {
        result_.instances.push_back({p, s});
        for (const std::size_t m : result_.panel_methods[p]) {
          for (int start = 1; start <= starts_of(m); ++start) plans_.push_back({p, s, m, start});
        }
      }
    }
    result_.total_runs = plans_.size();
  }

  std::vector<Job<LeastSquaresRun>> make_jobs(InstanceCache& instances) const {
    std::vector<Job<LeastSquaresRun>> jobs;
    for (const Plan& plan : plans_) {
      const std::string& label = result_.methods[plan.method].label;
      jobs.push_back(
          {detail::least_squares_key(result_.experiment.panels[plan.panel].name, plan.s, label, plan.start),
           label, options_.seed + static_cast<std::uint64_t>(plan.start - 1),
           [this, plan, &instances](const RunContext& run) { return run_one(plan, instances, run); }});
    }
    return jobs;
  }

  LeastSquaresRun run_one(const Plan& plan, InstanceCache& instances, const RunContext& run) const {
    const LeastSquaresMethod& chosen = result_.methods[plan.method];
    const LeastSquaresPanel& panel = result_.experiment.panels[plan.panel];
    least_squares::Problem problem;
    try {
      problem.instance = instances.get(plan.panel, run);
    } catch (const SystemError&) {
      if (run.interrupted()) return {};  // the grid drops what was interrupted
      throw;
    }
    problem.constraint = panel.at(plan.s);
    least_squares::MethodSettings settings = chosen.settings;
    set_start(panel, chosen, settings);
    RunContext part = run.part(options_.time_limit);
    LeastSquaresRun result;
    result.panel = plan.panel;
    result.s = plan.s;
    result.method = plan.method;
    result.start = plan.start;
    result.seed = run.seed();
    result.solution = least_squares::solve(chosen.name, problem, settings, part);
    result.solution.trace = thinned_trace(result.solution.trace, trace_limit);
    return result;
  }

  /// The panel's start scale, for methods that begin from random values: those with that setting, of hybrid
  /// the preset paper.
  static void set_start(const LeastSquaresPanel& panel, const LeastSquaresMethod& chosen,
                        least_squares::MethodSettings& settings) {
    if (!panel.start_scale) return;
    const least_squares::MethodRow& row = least_squares::method(chosen.name);
    const auto preset = settings.find("preset");
    const bool is_random = row.presets.empty() || (preset != settings.end() && preset->second == "paper");
    if (is_random && row.takes("start-scale")) {
      settings.try_emplace("start-scale", fmt::format("{}", *panel.start_scale));
    }
  }

  const LeastSquaresComparisonOptions& options_;
  RunContext whole_;
  LeastSquaresComparison result_;
  std::vector<Plan> plans_;
};

}  // namespace

LeastSquaresComparison compare_least_squares(LeastSquaresExperiment experiment,
                                             const LeastSquaresComparisonOptions& options) {
  return LeastSquaresComparer(std::move(experiment), options).run();
}

}  // namespace lode
