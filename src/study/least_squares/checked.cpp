#include <algorithm>
#include <cmath>

#include <lode/study/least_squares.hpp>

namespace lode {
namespace {

/// Of a time limit, kept for checking the answers: a tenth, and no more seconds than that.
constexpr double check_share = 0.1;
constexpr double longest_check = 10.0;
/// Of a path only the two conditions that cost no sampling are checked at each of its sizes.
constexpr int path_check_block = 2;

/// The search's part of the run.
RunContext search_part(const RunContext& run, OptimalityCheck check) {
  if (check == OptimalityCheck::no || std::isinf(run.time_limit())) return run.part(run.time_limit());
  return run.part(run.time_limit() - std::min(check_share * run.time_limit(), longest_check));
}

LeastSquaresResult start_result(const least_squares::Problem& problem, const std::string& method,
                                const RunContext& run) {
  LeastSquaresResult result;
  result.constraint = problem.constraint;
  result.loss = problem.loss;
  result.method = method;
  result.seed = run.seed();
  result.threads = run.threads();
  result.refit = problem.refit;
  return result;
}

/// Checks the answer unless its method said already what it satisfies.
void add_check(const least_squares::Problem& problem, const least_squares::CertificateOptions& options,
               const RunContext& run, LeastSquaresResult& result) {
  if (result.solution.certificate) return;
  const RunContext part = run.part(longest_check);
  result.solution.certificate = least_squares::certify(problem, result.solution, options, part);
  result.certificate_seconds = part.elapsed();
}

std::string preset_of(const std::string& method, const least_squares::MethodSettings& settings) {
  const auto preset = settings.find("preset");
  if (preset != settings.end()) return preset->second;
  const least_squares::MethodRow& row = least_squares::method(method);
  return row.presets.empty() ? std::string() : std::string(row.presets.front());
}

/// The settings given; a time limit without a limit of work is there to be used.
least_squares::MethodSettings with_unlimited_work(const std::string& method,
                                                  const least_squares::MethodSettings& settings,
                                                  const RunContext& run) {
  least_squares::MethodSettings all = settings;
  if (least_squares::method(method).takes("work") && preset_of(method, settings) != "paper" &&
      std::isfinite(run.time_limit())) {
    all.try_emplace("work", "1e300");
  }
  return all;
}

}  // namespace

LeastSquaresResult solve_and_check(const least_squares::Problem& problem, const std::string& method,
                                   const least_squares::MethodSettings& settings, OptimalityCheck check,
                                   const RunContext& context) {
  const RunContext run = context.for_call();
  const RunContext search = search_part(run, check);
  LeastSquaresResult result = start_result(problem, method, run);
  result.preset = preset_of(method, settings);
  result.solution = least_squares::solve(method, problem, with_unlimited_work(method, settings, run), search);
  if (check == OptimalityCheck::yes) add_check(problem, {}, run, result);
  return result;
}

std::vector<LeastSquaresResult> solve_path_and_check(const least_squares::Problem& problem,
                                                     const least_squares::PathOptions& options,
                                                     OptimalityCheck check, const RunContext& context) {
  const RunContext run = context.for_call();
  const RunContext search = search_part(run, check);
  std::vector<LeastSquaresResult> results;
  least_squares::Problem one = problem;
  for (least_squares::Solution& solution : least_squares::solve_path(problem, options, search)) {
    one.constraint.s = static_cast<least_squares::Index>(results.size() + 1);
    results.push_back(start_result(one, "path", run));
    results.back().solution = std::move(solution);
  }
  if (check == OptimalityCheck::no) return results;
  for (LeastSquaresResult& result : results) {
    one.constraint = result.constraint;
    add_check(one, {.k = path_check_block}, run, result);
  }
  return results;
}

}  // namespace lode
