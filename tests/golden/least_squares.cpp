// Every least-squares method and preset under every constraint that it takes; paths and certificates.
#include <algorithm>

#include <fmt/format.h>

#include <lode/core/rng.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "golden.hpp"
#include "least_squares/hybrid/hybrid.hpp"

namespace lode::golden {

namespace {

using namespace lode::least_squares;

/// An instance, made afresh for every case.
struct TestInstance {
  std::string name;
  Extent extent = Extent::full;
  Index s = 0;
  bool labels = false;  ///< every b is -1 or 1: the logistic loss is asked for too
  std::function<std::shared_ptr<const Instance>()> make;
};
using SharedInstance = std::shared_ptr<const TestInstance>;

std::shared_ptr<const Instance> instance_of(GeneratedData data) {
  return std::make_shared<Instance>(std::move(data.a), std::move(data.b));
}

std::vector<double> integers(std::size_t count, std::uint64_t tag, std::uint64_t below) {
  const Rng rng(1, tag);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<double>(rng.at(i + 1) % below) - static_cast<double>(below / 2);
  }
  return numbers;
}

/// Few distinct values and columns that repeat: ties, and supports that depend on each other.
std::shared_ptr<const Instance> ties() {
  constexpr std::size_t rows = 10;
  std::vector<double> a = integers(rows * 12, 911, 3);
  const std::vector<double> again(a.begin(), a.begin() + rows * 6);
  a.insert(a.end(), again.begin(), again.end());
  return std::make_shared<Instance>(Matrix::dense(rows, 18, std::move(a)), integers(rows, 912, 5));
}

std::shared_ptr<const Instance> sparse_matrix() {
  const Rng rng(1, 913);
  std::vector<Matrix::Entry> entries;
  for (std::uint32_t i = 0; i < 200; ++i) {
    entries.push_back({static_cast<std::uint32_t>(rng.at(3 * i + 1) % 40),
                       static_cast<Index>(rng.at(3 * i + 2) % 50), rng.uniform_at(3 * i + 3) - 0.5});
  }
  return std::make_shared<Instance>(Matrix::sparse(40, 50, std::move(entries)), integers(40, 914, 7));
}

std::shared_ptr<const Instance> labelled() {
  GeneratedData data = regression_data({.rows = 40, .columns = 12, .seed = 4});
  for (double& b : data.b) b = b < 0.0 ? -1.0 : 1.0;
  return instance_of(std::move(data));
}

std::vector<SharedInstance> instances() {
  std::vector<SharedInstance> list;
  const auto add = [&](TestInstance instance) {
    list.push_back(std::make_shared<const TestInstance>(std::move(instance)));
  };
  add({"normal", Extent::full, 6, false,
       [] { return instance_of(regression_data({.rows = 30, .columns = 60, .seed = 2})); }});
  add({"outliers", Extent::full, 4, false, [] {
         return instance_of(regression_data(
             {.rows = 50, .columns = 30, .design = Design::aii, .noise = Noise::bii, .seed = 3}));
       }});
  add({"uniform", Extent::full, 8, false,
       [] { return instance_of(uniform_data({.rows = 25, .columns = 50, .seed = 1})); }});
  add({"labels", Extent::quick, 4, true, labelled});
  add({"sparse-matrix", Extent::full, 6, false, sparse_matrix});
  add({"ties", Extent::full, 3, false, ties});
  return list;
}

struct NamedConstraint {
  std::string name;
  Constraint constraint;
};

std::vector<NamedConstraint> constraints(Index s) {
  return {{"binary", {ConstraintKind::binary}},
          {fmt::format("binary-c s={}", s), {ConstraintKind::binary_c, s}},
          {"sparse lambda=0.4", {ConstraintKind::sparse, 0, 0.4}},
          {"sparse lambda=0.05 box=0.3", {ConstraintKind::sparse, 0, 0.05, 0.3}},
          {fmt::format("sparse-c s={}", s), {ConstraintKind::sparse_c, s}}};
}

least_squares::Problem problem_of(const SharedInstance& instance, const Constraint& constraint, Loss loss) {
  least_squares::Problem problem;
  problem.instance = instance->make();
  problem.constraint = constraint;
  problem.loss = loss;
  return problem;
}

least_squares::MethodSettings settings_of(const least_squares::MethodRow& row, const std::string& preset,
                                          ConstraintKind kind) {
  least_squares::MethodSettings settings;
  if (!preset.empty()) settings["preset"] = preset;
  const bool takes_work = row.takes("work");
  if (takes_work && (row.name != "hybrid" || least_squares::hybrid_preset(preset, kind).work > 0.0)) {
    settings["work"] = "5e4";
  }
  return settings;
}

void add_method_cases(const SharedInstance& instance, const least_squares::MethodRow& row, Loss loss,
                      std::vector<Case>& cases) {
  std::vector<std::string> presets(row.presets.begin(), row.presets.end());
  if (presets.empty()) presets.emplace_back();
  for (const auto& [title, constraint] : constraints(instance->s)) {
    const auto& kinds = row.constraints;
    if (std::find(kinds.begin(), kinds.end(), constraint.kind) == kinds.end()) continue;
    for (const std::string& preset : presets) {
      for (const bool refit : {true, false}) {
        const bool fits =
            constraint.kind == ConstraintKind::sparse || constraint.kind == ConstraintKind::sparse_c;
        if (!refit && (!fits || instance->extent != Extent::quick)) continue;
        const std::string method =
            fmt::format("{} {}{}{}", instance->name, row.name, preset.empty() ? "" : "/", preset);
        cases.push_back(
            {.name = fmt::format("{} {} {}{}", method, title, to_string(loss), refit ? "" : " raw"),
             .heuristic = true,
             .extent = instance->extent,
             .by_target = true,
             .answer = [=, &row, constraint = constraint](const RunContext& run) {
               least_squares::Problem problem = problem_of(instance, constraint, loss);
               problem.refit = refit;
               const auto settings = settings_of(row, preset, constraint.kind);
               return Answer{.bits = text_of(least_squares::solve(row.name, problem, settings, run))};
             }});
      }
    }
  }
}

std::string certificate_text(const Certificate& certificate) {
  std::string text = "certificate";
  for (const Certificate::Stationarity& one : certificate.stationarity) {
    text +=
        fmt::format(" {}/{}/{}/{}{}", one.k, one.mode == Certificate::Mode::exhaustive ? "all" : "sampled",
                    one.blocks, one.holds ? "holds" : "fails", one.complete ? "" : "/stopped");
  }
  if (certificate.single_exchange)
    text += *certificate.single_exchange ? " exchange holds" : " exchange fails";
  return text;
}

void add_certificate_cases(const SharedInstance& instance, std::vector<Case>& cases) {
  const least_squares::MethodRow& row = least_squares::methods().front();
  for (const auto& [title, constraint] : constraints(instance->s)) {
    cases.push_back(
        {.name = fmt::format("{} certificate {}", instance->name, title),
         .heuristic = true,
         .extent = instance->extent,
         .by_target = true,
         .answer = [=, &row, constraint = constraint](const RunContext& run) {
           const auto problem = problem_of(instance, constraint, Loss::squared);
           const auto settings = settings_of(row, std::string(row.presets.back()), constraint.kind);
           const auto solution = least_squares::solve(row.name, problem, settings, run);
           return Answer{.bits = certificate_text(certify(problem, solution, {.blocks = 200}, run))};
         }});
  }
}

std::string path_text(const SharedInstance& instance, const RunContext& run) {
  std::vector<std::string> answers;
  const auto problem = problem_of(instance, {ConstraintKind::sparse_c, 2 * instance->s}, Loss::squared);
  for (const auto& solution : solve_path(problem, {}, run)) answers.push_back(text_of(solution));
  return joined(answers);
}

std::string products_text(const SharedInstance& shared) {
  const auto instance = shared->make();
  return fmt::format("gram={} correlations={} squares={} largest-eigenvalue={} half-b={}",
                     values(instance->gram()), values(instance->correlations()),
                     values(instance->column_squares()), instance->largest_eigenvalue(),
                     instance->half_norm_b());
}

}  // namespace

void add_least_squares_cases(std::vector<Case>& cases) {
  for (const SharedInstance& instance : instances()) {
    cases.push_back({.name = instance->name + " products",
                     .extent = instance->extent,
                     .by_target = true,
                     .answer = [=](const RunContext&) { return Answer{.fact = products_text(instance)}; }});
    for (const least_squares::MethodRow& row : least_squares::methods()) {
      add_method_cases(instance, row, Loss::squared, cases);
      if (instance->labels && row.logistic) add_method_cases(instance, row, Loss::logistic, cases);
    }
    add_certificate_cases(instance, cases);
    cases.push_back(
        {.name = instance->name + " path",
         .heuristic = true,
         .extent = instance->extent,
         .by_target = true,
         .answer = [=](const RunContext& run) { return Answer{.bits = path_text(instance, run)}; }});
  }
}

}  // namespace lode::golden
