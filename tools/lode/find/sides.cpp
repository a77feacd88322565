#include "find/sides.hpp"

#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/sides.hpp>

#include "find/arguments.hpp"
#include "shell/help/sections.hpp"
#include "shell/output_pattern.hpp"

namespace lode::tool {
namespace {

SideSizes least_sizes(const std::string& min_sides, const SidedGraph& sides) {
  if (min_sides.empty()) return {};
  const std::vector<SideSizes> least = parse_side_sizes("--min-sides", min_sides, sides);
  if (least.size() == 1) return least.front();
  throw InvalidArgument("--min-sides", min_sides, "is not one size", "write 3x3");
}

void check(const FindArguments& arguments, Session& session) {
  const SidedFindArguments& sided = arguments.sided;
  sided.sides.refuse_others(
      *sided.command, {"-s", "--min-density", "--min-sides", "--time", "--effort", "--seed", "--output"});
  const std::vector<double> densities = arguments.thresholds.densities();
  const bool biclique = !densities.empty();
  if (biclique != arguments.sizes.empty()) {
    if (biclique)
      throw InvalidArgument("-s", arguments.sizes,
                            "asks for sets of a size, and --min-density 1 for the largest biclique",
                            "leave out one of them");
    throw InvalidArgument("-s,--size is required with --sides, or --min-density 1 in its place");
  }
  if (biclique && (densities.size() > 1 || densities.front() != 1.0))
    throw InvalidArgument("--min-density", arguments.thresholds.min_density,
                          "is not 1, and only bicliques are searched for with --sides",
                          "write 1, or ask for sizes, as -s 5x7");
  if (!biclique && !sided.min_sides.empty())
    throw InvalidArgument("--min-sides", sided.min_sides, "goes with --min-density 1");
  if (is_open_pattern(arguments.set_path)) {
    throw InvalidArgument("-o", arguments.set_path, "has {s} or {rank}, which mean nothing with --sides",
                          "leave them out");
  }
  session.check_outputs({arguments.set_path}, {arguments.graph.name, sided.sides.file()},
                        arguments.overwrite());
}

void print_sided(const FindArguments& arguments, SidedReport& report, Session& session) {
  report.provenance = session.provenance();
  session.print(arguments.format == "json"  ? sided_json(report)
                : arguments.format == "csv" ? sided_csv(report)
                                            : sided_text(report));
  if (arguments.set_path.empty() || report.answers.empty()) return;
  const SidedAnswer& first = report.answers.front();
  write_file(arguments.set_path, sided_pair_lines(report.sides, first.left, first.right, first.edges),
             arguments.overwrite());
  session.note_written(arguments.set_path);
}

}  // namespace

void SidedFindArguments::add_options(CLI::App& app) {
  command = &app;
  sides.add_option(app);
  begin_section(app, heading::question, Shown::in_full);
  app.add_option("--min-sides", min_sides,
                 "With --sides and --min-density 1: the least numbers of left and of right vertices, as 3x3")
      ->type_name("AxB");
}

void SidedFindArguments::check() const {
  if (!min_sides.empty()) throw InvalidArgument("--min-sides", min_sides, "goes with --sides");
}

void find_sides(const FindArguments& arguments, Session& session) {
  check(arguments, session);
  auto loaded = arguments.sided.sides.load(arguments.graph, session, arguments.run.threads);
  SidedReport report;
  report.sides = std::move(loaded.sides);
  report.name = std::move(loaded.display_name);
  report.input = std::move(loaded.report);
  report.load_seconds = loaded.seconds;
  report.seed = arguments.run.seed;
  const bool sized = !arguments.sizes.empty();
  const std::vector<SideSizes> sizes =
      sized ? parse_side_sizes("-s", arguments.sizes, report.sides) : std::vector<SideSizes>{};
  const SideSizes least = least_sizes(arguments.sided.min_sides, report.sides);
  const std::size_t count = sized ? sizes.size() : 1;
  if (count > 1 && !arguments.set_path.empty())
    throw InvalidArgument("-o", arguments.set_path, "writes one pair, and several are asked for",
                          "use --format json for all pairs");
  const RunContext run = session.run_context(arguments.run.seed, arguments.run.threads,
                                             arguments.time_limit * static_cast<double>(count), report.name);
  report.threads = run.threads();
  report.answers = sized ? best_pairs(report.sides, {sizes, subgraph::parse_effort(arguments.effort)}, run)
                         : std::vector<SidedAnswer>{largest_area(report.sides, least, run)};
  report.total_seconds = loaded.seconds + run.elapsed();
  session.clear_progress();
  print_sided(arguments, report, session);
}

}  // namespace lode::tool
