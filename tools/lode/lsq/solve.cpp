#include <algorithm>
#include <climits>

#include <lode/least_squares/registry.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/method_settings.hpp"

namespace lode::tool {
namespace {

using Kind = QuestionOption::Kind;
using least_squares::Problem;

struct SolveArguments : QuestionArguments {
  MethodArguments method;
};

OptimalityCheck check_of(const QuestionInput& input) {
  return input.given("--no-certificate") ? OptimalityCheck::no : OptimalityCheck::yes;
}

QuestionAnswer solve(QuestionInput& in) {
  ToolInput& input = static_cast<ToolInput&>(in);
  const auto& [method, settings] = static_cast<const SolveArguments&>(input.arguments()).method;
  const auto [constraint, size] = constraint_of(input.arguments());
  least_squares::method(method);
  const std::string output = input.option("-o"), start = input.option("--start");
  if (!output.empty()) check_matrix_path(output, input.arguments().out.overwrite());
  const LsqData data = load_data(input.arguments(), input.session());
  Problem problem;
  problem.instance = data.instance;
  problem.constraint = constraint;
  if (!size.empty()) {
    const bool ones = constraint.kind == least_squares::ConstraintKind::binary_c;
    problem.constraint.s = parse_count(ones ? "--ones" : "--sparsity", size, data.instance->columns());
  }
  const bool squared = input.option("--loss") == "squared";
  problem.loss = squared ? least_squares::Loss::squared : least_squares::Loss::logistic;
  problem.refit = !input.given("--raw");
  problem.target = input.number("--target", -no_limit);
  if (!start.empty()) problem.start = vector_from(read_matrix_file(start, input.session()));
  const RunContext run = input.run(method);
  const LeastSquaresResult result = solve_and_check(problem, method, settings, check_of(input), run);
  QuestionAnswer answer = answer_of("lsq solve", data, problem, {result}, run, input);
  if (output.empty()) return answer;
  QuestionFile file{"-o", {}, std::vector<double>(data.instance->columns(), 0.0)};
  for (std::size_t i = 0; i < result.solution.support.size(); ++i) {
    file.values[result.solution.support[i]] = result.solution.x[i];
  }
  answer.files.push_back(std::move(file));
  return answer;
}

QuestionAnswer solve_all_sizes(QuestionInput& in) {
  ToolInput& input = static_cast<ToolInput&>(in);
  const LsqData data = load_data(input.arguments(), input.session());
  Problem problem;
  problem.instance = data.instance;
  problem.constraint.s = parse_count("--sparsity", input.option("-s"), data.instance->columns());
  const RunContext run = input.run("path");
  const auto sweeps = static_cast<int>(std::min<std::uint64_t>(*input.whole_number("--sweeps"), INT_MAX));
  return answer_of("lsq path", data, problem,
                   solve_path_and_check(problem, {.sweeps = sweeps}, check_of(input), run), run, input);
}

std::vector<QuestionOption> joined(std::vector<QuestionOption> options,
                                   std::initializer_list<std::vector<QuestionOption>> more) {
  for (const std::vector<QuestionOption>& part : more)
    options.insert(options.end(), part.begin(), part.end());
  return options;
}

constexpr QuestionOption no_certificate = {.name = "--no-certificate",
                                           .value = "",
                                           .meaning = "Do not check optimality conditions",
                                           .usual = true,
                                           .section = heading::effort};

const Question solve_question = {
    .command = "lsq solve",
    .options = joined(data_options(true),
                      {constraint_options(false),
                       {{"--loss", "LOSS", "Loss: squared, or logistic where b holds -1 and 1", Kind::text,
                         false, true, "", "", 0, "", "squared,logistic", "squared"},
                        {"--raw", "", "Keep the values of the method: no least-squares fit on its nonzeros",
                         Kind::flag, false, true, "", "--binary --ones"},
                        {"--start", "FILE", "File of the x from which the search begins", Kind::input_file,
                         false, true, "", "", 0, heading::effort},
                        {"--time", "SECONDS", "Limit of search, fit and certificate together", Kind::number,
                         false, true, "", "", 0, heading::effort},
                        {"--target", "F", "Stop once the objective is at most F", Kind::number, false, true,
                         "", "", -no_limit, heading::effort},
                        no_certificate,
                        {"-o,--output", "FILE", "Write x, a value for each column: .npy, .mtx or .csv",
                         Kind::output_file, false, true}}}),
    .takes = Question::Takes::matrices,
    .ask = solve};

const Question path_question = {
    .command = "lsq path",
    .options =
        joined(data_options(true), {{{.name = "-s,--sparsity",
                                      .value = "S",
                                      .meaning = "Largest number of nonzeros",
                                      .kind = Kind::whole_number,
                                      .usual = true,
                                      .at_least = 1,
                                      .required = true},
                                     {"--sweeps", "N", "Most sweeps back and forth after the first one",
                                      Kind::whole_number, false, true, "", "", 0, heading::effort, "", "2"},
                                     {"--time", "SECONDS", "Limit for all sizes and their certificates",
                                      Kind::number, false, true, "", "", 0, heading::effort},
                                     no_certificate}}),
    .takes = Question::Takes::matrices,
    .ask = solve_all_sizes};

}  // namespace

void add_lsq_solve(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App& command =
      *lsq.add_subcommand("solve", "Finds the best x, and checks which optimality conditions it satisfies");
  set_examples(command, {{"lode lsq solve A.npy b.npy -s 5", "the best x with 5 nonzeros"}},
               "'lode help lsq METHOD' has the settings of a method.");
  begin_section(command, heading::effort);
  least_squares::MethodSettings& settings = arguments->method.settings;
  add_method_options(command, options_of(least_squares::methods()), arguments->method.method, settings);
  command
      .add_flag_callback(
          "--raw-columns", [&settings] { settings["columns"] = "raw"; }, "Short for --columns raw")
      ->excludes("--columns");
  add_lsq_question(command, solve_question, arguments, session);
}

void add_lsq_path(CLI::App& lsq, Session& session) {
  CLI::App& command =
      *lsq.add_subcommand("path", "Finds the best x for every number of nonzeros from 1 to S");
  set_examples(command, {{"lode lsq path A.npy b.npy -s 10", "the best x with 1, 2, ... 10 nonzeros"}});
  add_lsq_question(command, path_question, std::make_shared<QuestionArguments>(), session);
}

}  // namespace lode::tool
