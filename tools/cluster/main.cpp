#include <algorithm>
#include <csignal>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <mpi.h>
#include <petscsys.h>

#include <lode/core/version.hpp>

#include "commands.hpp"
#include "ranks.hpp"
#include "shell/library_terms.hpp"
#include "shell/strict_config.hpp"
#include "shell/usage.hpp"
#include "shell/values.hpp"

namespace {

using namespace lode;
using namespace lode::cluster;

/// MPI and PETSc, from which the command line is kept: their options are not lode's.
class Libraries {
 public:
  Libraries() {
    MPI_Init(nullptr, nullptr);
    PetscInitializeNoArguments();
    PetscPopSignalHandler();
    PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);
  }
  ~Libraries() {
    PetscFinalize();
    MPI_Finalize();
  }
  Libraries(const Libraries&) = delete;
  Libraries& operator=(const Libraries&) = delete;
};

/// One line, said by one rank.
int fail(const Ranks& ranks, const Outcome& outcome) {
  if (ranks.is_first()) fmt::print(stderr, "lode-cluster: {}\n", tool::with_flags(outcome.message));
  return outcome.code;
}

int run(Ranks& ranks, std::vector<std::string> arguments) {
  // What stands behind -- is for lode find.
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> find_options(end == arguments.end() ? end : end + 1, arguments.end());
  arguments.erase(end, arguments.end());
  tool::Session session(arguments);
  // Ranks end at once: nothing is written but whole files.
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  CLI::App app(
      "Cuts the core of a graph that no single machine holds. Run it by mpirun, one process per core.",
      "lode-cluster");
  app.set_version_flag("--version",
                       fmt::format("lode-cluster {} ({}, -march={})", version(), compiler(), architecture()));
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(
      "'lode-cluster COMMAND --help' explains a command. Exit codes, on all ranks: 0 done, 1 failure of lode "
      "or\n"
      "the system, 2 usage, 3 bad input.");
  session.add_options(app);
  int code = tool::done;
  add_core(app, ranks, session);
  add_find(app, ranks, session, find_options, code);
  tool::refuse_empty_files(app);
  try {
    std::vector<std::string> words = tool::with_flags_for_words(app, arguments);
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
    return code;
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    const int exit = app.exit(help, text, text);
    if (ranks.is_first()) session.print(text.str());
    return exit;
  } catch (const CLI::ParseError& error) {
    return fail(ranks, {tool::usage, fmt::format("{}\n'lode-cluster --help' lists the commands.",
                                                 tool::usage_problem(app, arguments, error))});
  } catch (const AgreedFailure& failure) {
    return fail(ranks, failure.outcome());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Libraries libraries;
  Ranks ranks(MPI_COMM_WORLD);
  try {
    return run(ranks, {argv + 1, argv + argc});
  } catch (...) {
    // The others may be waiting for this rank: they are ended with it.
    const Outcome outcome = outcome_of_exception(ranks.rank());
    fmt::print(stderr, "lode-cluster: rank {}: {}\n", ranks.rank(), outcome.message);
    MPI_Abort(MPI_COMM_WORLD, outcome.code);
  }
}
