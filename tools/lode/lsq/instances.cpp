#include <limits>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/matrix_file.hpp>
#include <lode/io/output_file.hpp>
#include <lode/least_squares/generators.hpp>

#include "lsq/arguments.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

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
  bool force = false;
};

void check_uniform(const LsqGenerateArguments& arguments) {
  if (!arguments.truth.empty()) {
    throw InvalidArgument("--truth", arguments.truth,
                          "has no effect: uniform instances are not made from an x", "leave it out");
  }
  if (arguments.design) {
    throw InvalidArgument("--design", *arguments.design, "has no effect: uniform instances have no design",
                          "leave it out");
  }
  if (arguments.noise) {
    throw InvalidArgument("--noise", *arguments.noise, "has no effect: uniform instances have no noise",
                          "leave it out");
  }
}

void generate(const LsqGenerateArguments& arguments, Session& session) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  const bool uniform = arguments.kind == "uniform";
  if (uniform) check_uniform(arguments);
  const std::vector<std::string> paths = {arguments.a, arguments.b, arguments.truth};
  for (const std::string& path : paths) {
    if (!path.empty()) check_matrix_path(path, overwrite);
  }
  session.check_outputs(paths, {}, overwrite);
  const RunContext run = session.run_context(1, 1, std::numeric_limits<double>::infinity(), "generating");
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
  command
      .add_option("A", arguments->a,
                  "File for the matrix: .npy, .mtx or .csv, perhaps .gz, .zst, .bz2 or .xz")
      ->required()
      ->type_name("FILE");
  command.add_option("b", arguments->b, "File for the right-hand side")->required()->type_name("FILE");
  begin_section(command, heading::question);
  command.add_option("--kind", arguments->kind, "Kind of instance: regression, or uniform values in [0, 1)")
      ->capture_default_str()
      ->type_name("KIND")
      ->check(CLI::IsMember({"regression", "uniform"}));
  command
      .add_option("--design", arguments->design,
                  "Matrix: AI of normal values, the default, or AII with 2 % of them times 100")
      ->type_name("DESIGN")
      ->check(CLI::IsMember({"AI", "AII"}));
  command
      .add_option("--noise", arguments->noise,
                  "Noise: bI of 10 times normal values, the default, or bII with 2 % of them times 100")
      ->type_name("NOISE")
      ->check(CLI::IsMember({"bI", "bII"}));
  command.add_option("-m,--rows", arguments->rows, "Number of rows; default 512, for uniform 200")
      ->type_name("M")
      ->check(whole_number<std::size_t>());
  command.add_option("-n,--columns", arguments->columns, "Number of columns; default 2048, for uniform 500")
      ->type_name("N")
      ->check(whole_number<Index>());
  command
      .add_option("--seed", arguments->seed,
                  "Seed of all random draws: the same seed gives the same instance")
      ->capture_default_str()
      ->type_name("N")
      ->check(whole_number<std::uint64_t>());
  begin_section(command, heading::output);
  command.add_option("--truth", arguments->truth, "Write the x that b was made from")->type_name("FILE");
  command.add_flag("--force", arguments->force, "Overwrite files that exist");
  command.callback([arguments, &session] { generate(*arguments, session); });
}

}  // namespace lode::tool
