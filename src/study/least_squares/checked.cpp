#include <algorithm>
#include <cmath>

#include <lode/study/least_squares.hpp>

namespace lode {
namespace {

/// Share of a time limit for the check of the answers, and its limit in seconds.
constexpr double check_share = 0.1;
constexpr double longest_check = 10.0;
/// Largest block size of a check. The answers of a path get only the two conditions without sampling.
constexpr int path_check_block = 2;
constexpr int check_block = 8;

/// The part of the run for the search.
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

/// Values of A that the checks of an answer, or of all answers of a path, may read: a multiple of the reads
/// of forward selection, but at least about a tenth of a second.
double check_work(const least_squares::Problem& problem) {
  constexpr double times = 8.0;
  constexpr double least = 1e8;
  const double passes = is_sparse(problem.constraint.kind) ? problem.constraint.s + 2.0 : 2.0;
  return std::max(least, times * passes * static_cast<double>(problem.instance->a().num_stored()));
}

/// Checks the answer. Subtracts the cost from `work`.
void add_check(const least_squares::Problem& problem, int block, double& work, const RunContext& run,
               LeastSquaresResult& result) {
  const RunContext part = run.part(run.time_limit());
  result.solution.certificate =
      least_squares::certify(problem, result.solution, {.k = block, .work = work}, part);
  work = std::max(0.0, work - result.solution.certificate->work);
  result.certificate_seconds = part.elapsed();
}

std::string preset_of(const std::string& method, const least_squares::MethodSettings& settings) {
  const auto preset = settings.find("preset");
  if (preset != settings.end()) return preset->second;
  const least_squares::MethodRow& row = least_squares::method(method);
  return row.presets.empty() ? std::string() : std::string(row.presets.front());
}

/// The given settings. With a time limit and no limit of work, the work is unlimited.
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
  double work = check_work(problem);
  if (check == OptimalityCheck::yes) add_check(problem, check_block, work, run, result);
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
  double work = check_work(problem);
  for (LeastSquaresResult& result : results) {
    one.constraint = result.constraint;
    add_check(one, path_check_block, work, run, result);
  }
  return results;
}

}  // namespace lode
