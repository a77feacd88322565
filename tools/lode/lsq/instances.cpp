#include <memory>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/matrix_file.hpp>
#include <lode/least_squares/generators.hpp>

#include "lsq/arguments.hpp"
#include "shell/options.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
namespace {

using least_squares::Design;
using least_squares::Index;
using least_squares::Noise;

struct LsqGenerateArguments {
  std::string a;
  std::string b;
  std::string kind = "regression";
  std::optional<std::string> design;
  std::optional<std::string> noise;
  std::optional<std::size_t> rows;
  std::optional<Index> columns;
  std::uint64_t seed = 1;
  std::string truth;
  Outputs out;
};

void check_uniform(const LsqGenerateArguments& arguments) {
  const auto refuse = [](const char* option, const std::optional<std::string>& value, const char* problem) {
    if (value) throw InvalidArgument(option, *value, problem, "leave it out");
  };
  const bool has_truth = !arguments.truth.empty();
  refuse("--truth", has_truth ? std::optional(arguments.truth) : std::nullopt,
         "uniform instances are not made from an x");
  refuse("--design", arguments.design, "uniform instances have no design");
  refuse("--noise", arguments.noise, "uniform instances have no noise");
}

void generate(const LsqGenerateArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.out.overwrite();
  const bool uniform = arguments.kind == "uniform";
  if (uniform) check_uniform(arguments);
  for (const Outputs::File& file : arguments.out.files) {
    if (!file.path->empty()) check_matrix_path(*file.path, overwrite);
  }
  arguments.out.check(session);
  const RunContext run = session.run_context("generating");
  const least_squares::GeneratedData data =
      uniform ? least_squares::uniform_data(
                    {arguments.rows.value_or(200), arguments.columns.value_or(500), arguments.seed}, run)
              : least_squares::regression_data(
                    {arguments.rows.value_or(512), arguments.columns.value_or(2048),
                     arguments.design.value_or("AI") == "AI" ? Design::ai : Design::aii,
                     arguments.noise.value_or("bI") == "bI" ? Noise::bi : Noise::bii, arguments.seed},
                    run);
  const auto write = [&](const DenseView& matrix, const std::string& path) {
    write_matrix(matrix, path, overwrite, run);
    session.note(fmt::format("wrote {}: {} x {}", path, matrix.rows, matrix.columns));
  };
  write({data.a.rows(), data.a.columns(), data.a.dense_values()}, arguments.a);
  write({data.b.size(), 1, data.b}, arguments.b);
  if (!arguments.truth.empty()) write({data.truth.size(), 1, data.truth}, arguments.truth);
}

}  // namespace

void add_lsq_generate(CLI::App& lsq, Session& session) {
  auto arguments = std::make_shared<LsqGenerateArguments>();
  CLI::App& command = *lsq.add_subcommand(
      "generate", "Writes a random instance of the paper, which any program can make from the seed");
  set_examples(command, {{"lode lsq generate A.npy b.npy -m 50 -n 100", "50 rows, 100 columns"}});
  begin_section(command, heading::output);
  arguments->out
      .add_file(command, "A", arguments->a,
                "File for the matrix: .npy, .mtx or .csv, perhaps .gz, .zst, .bz2 or .xz")
      ->required();
  arguments->out.add_file(command, "b", arguments->b, "File for the right-hand side")->required();
  arguments->out.add_file(command, "--truth", arguments->truth, "Write the x that b was made from");
  arguments->out.add_options(command, {});
  begin_section(command, heading::question);
  add_option(command, "--kind", arguments->kind, "KIND",
             "Kind of instance: regression, or uniform values in [0, 1)", one_of({"regression", "uniform"}));
  add_option(command, "--design", arguments->design, "DESIGN",
             "Matrix: AI of normal values, the default, or AII with 2 % of them times 100",
             one_of({"AI", "AII"}));
  add_option(command, "--noise", arguments->noise, "NOISE",
             "Noise: bI of 10 times normal values, the default, or bII with 2 % of them times 100",
             one_of({"bI", "bII"}));
  add_option(command, "-m,--rows", arguments->rows, "M", "Number of rows; default 512, for uniform 200");
  add_option(command, "-n,--columns", arguments->columns, "N",
             "Number of columns; default 2048, for uniform 500");
  add_option(command, "--seed", arguments->seed, "N",
             "Seed of all random draws: the same seed gives the same instance");
  command.callback([arguments, &session] { generate(*arguments, session); });
}

}  // namespace lode::tool
