#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <sstream>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "core_command.hpp"
#include "ranks/failure.hpp"
#include "ranks/petsc.hpp"
#include "shell/help/help.hpp"
#include "shell/signals.hpp"
#include "shell/usage.hpp"

namespace {

using namespace lode;
using namespace lode::cluster;

/// Rank 0 reports errors that all ranks have.
int tell(const Ranks& ranks, int code, const std::string& message) {
  if (ranks.is_first()) tool::write_error(fmt::format("lode-cluster: {}\n", message));
  return code;
}

/// The common exit code. Rank 0 may have failed to print.
int shared_code(int code, const tool::Session& session, const Ranks& ranks) {
  const std::string& problem = session.output_problem();
  if (!problem.empty()) code = tell(ranks, code == tool::done ? tool::failure : code, problem);
  return static_cast<int>(ranks.max(static_cast<std::uint64_t>(code)));
}

int run(const std::vector<std::string>& arguments, const Ranks& ranks) {
  tool::Session session(arguments);
  CLI::App app("lode-cluster cuts out of a graph that no machine can hold the core that one can search",
               "lode-cluster");
  app.formatter(std::make_shared<tool::HelpFormatter>());
  tool::begin_section(app, tool::heading::general);
  app.set_help_flag("-h,--help", "Print help; with a command the options that are needed most");
  app.set_help_all_flag("--help-all", "Print help with every option");
  app.set_version_flag("--version",
                       fmt::format("lode-cluster {} ({}, -march={})", version(), compiler(), architecture()));
  app.require_subcommand(1);
  app.fallthrough();
  app.get_option("--version")->description("Print the version of lode-cluster");
  session.add_options(app);
  add_core(app, session, ranks);
  tool::add_help_command(app, {}, "lode-cluster " + std::string(version()),
                         [&](const std::string& text) { ranks.on_first([&] { session.print(text); }); });
  tool::set_examples(app,
                     {{"mpirun -n 4 lode-cluster core part-*.txt -s 50 -o core.lode",
                       "the core that 4 processes cut out of a graph in parts"}},
                     "Exit codes: 0 done, 1 failure of lode or the system, 2 usage, 3 bad input.");
  tool::refuse_empty_files(app);
  try {
    std::vector<std::string> words = tool::with_flags_for_words(session.arguments());
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
    return shared_code(session.exit_code(), session, ranks);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    const int code = app.exit(help, text, text);
    ranks.on_first([&] { session.print(text.str()); });
    return shared_code(code, session, ranks);
  } catch (const CLI::ParseError& error) {
    return tell(ranks, tool::usage, tool::usage_problem(app, session.arguments(), error));
  } catch (const SharedFailure& failure) {
    return tell(ranks, failure.code(), failure.what());
  } catch (const InvalidArgument& error) {  // of the command line, equal on every rank
    return tell(ranks, tool::usage, failure_of(std::make_exception_ptr(error)).what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const PetscSession petsc;
  const Ranks ranks(PETSC_COMM_WORLD);
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc), ranks);
  } catch (...) {  // only on this rank: the other ranks cannot continue
    const SharedFailure failure = failure_of(std::current_exception());
    tool::write_error(fmt::format("lode-cluster: rank {}: {}\n", ranks.rank(), failure.what()));
    MPI_Abort(PETSC_COMM_WORLD, failure.code());
    return failure.code();
  }
}
