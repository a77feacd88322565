#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "commands.hpp"
#include "shell/arguments/library_terms.hpp"
#include "shell/arguments/values.hpp"
#include "shell/session.hpp"
#include "shell/strict_config.hpp"
#include "shell/usage.hpp"

namespace {

using namespace lode;
using namespace lode::tool;

int run(int argc, char** argv) {
  Session session(std::vector<std::string>(argv + 1, argv + argc));
  CLI::App app("Finds the s vertices of a graph with the most edges among them, and how good that answer is.",
               "lode");
  app.set_version_flag("--version",
                       fmt::format("lode {} ({}, -march={})", version(), compiler(), architecture()));
  app.config_formatter(std::make_shared<StrictConfig>());
  app.set_config("--config", "", "Read options from a TOML file, one section per command");
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(
      "'lode COMMAND --help' explains a command. Exit codes: 0 done, 1 failure of lode or the system, 2 "
      "usage,\n"
      "3 bad input, 4 verification failed, 129, 130 or 143 interrupted (the best answer so far is printed).");
  session.add_options(app);
  add_find(app, session);
  add_report(app, session);
  add_compare(app, session);
  add_densest(app, session);
  add_bounds(app, session);
  add_verify(app, session);
  add_info(app, session);
  add_convert(app, session);
  add_generate(app, session);
  add_methods(app, session);
  add_data(app, session);
  add_lsq(app, session);
  refuse_empty_files(app);

  const auto fail = [&](int code, const std::string& message) {
    session.clear_progress();
    fmt::print(stderr, "lode: {}\n", with_flags(message));
    return code;
  };
  const auto show = [&](const CLI::Success& help) {
    std::ostringstream text;
    const int code = app.exit(help, text, text);
    session.print(text.str());
    return session.output_problem().empty() ? code : fail(failure, session.output_problem());
  };
  try {
    std::vector<std::string> words = with_flags_for_words(app, session.arguments());
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
    if (session.output_problem().empty()) return session.exit_code();
    return fail(session.interrupted() ? session.exit_code() : failure, session.output_problem());
  } catch (const CLI::Success& help) {
    return show(help);
  } catch (const CLI::ParseError& error) {
    std::string command;
    for (const CLI::App* level = &app; !level->get_subcommands().empty();) {
      level = level->get_subcommands().back();
      command += level->get_name() + " ";
    }
    return fail(usage, fmt::format("{}\n'lode {}--help' lists the {}.",
                                   usage_problem(app, session.arguments(), error), command,
                                   command.empty() ? "commands" : "options"));
  } catch (const Interrupted&) {
    return session.exit_code();
  } catch (const SystemError& error) {  // what is cancelled half done ends with one, and says so
    return fail(session.interrupted() ? session.exit_code() : failure, error.what());
  } catch (const InvalidArgument& error) {
    return fail(usage, error.what());
  } catch (const InputError& error) {
    return fail(bad_input, error.what());
  } catch (const VerificationError& error) {
    return fail(not_verified, error.what());
  } catch (const std::bad_alloc&) {
    return fail(failure, "out of memory");
  } catch (const std::exception& error) {
    return fail(failure, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {  // before the command line could be read
    std::fputs("lode: out of memory\n", stderr);
    return failure;
  }
}
