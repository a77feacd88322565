#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "commands.hpp"
#include "shell/help/help.hpp"
#include "shell/session.hpp"
#include "shell/signals.hpp"
#include "shell/usage.hpp"

namespace {

using namespace lode;
using namespace lode::tool;

int run(int argc, char** argv) {
  Session session(std::vector<std::string>(argv + 1, argv + argc));
  CLI::App app(
      "lode finds the s vertices of a graph with the most edges among them, and proves how good they are",
      "lode");
  app.formatter(std::make_shared<HelpFormatter>());
  begin_section(app, heading::general, Shown::in_full);
  app.set_help_flag();  // set again after the commands, which then do not inherit it
  app.set_version_flag("--version",
                       fmt::format("lode {} ({}, -march={})", version(), compiler(), architecture()));
  app.get_option("--version")->description("Print the version of lode");
  app.set_config("--config", "", "Read options from a TOML file, which has one section per command")
      ->type_name("FILE");
  app.config_formatter(strict_config());
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.require_subcommand(1);
  app.fallthrough();
  begin_section(app, heading::general);
  session.add_options(app);
  for (const auto add :
       {add_find, add_report, add_compare, add_densest, add_groups, add_bounds, add_verify, add_info,
        add_convert, add_generate, add_methods, add_data, add_lsq, add_completion, add_help})
    add(app, session);
  begin_section(app, heading::general, Shown::in_full);
  app.set_help_flag("-h,--help", "Print help; with a command the options that are needed most");
  app.set_help_all_flag("--help-all", "Print help with every option");
  set_examples(
      app,
      {{"lode find karate -s 5", "the best set of 5 vertices of a bundled graph"},
       {"lode report karate --html karate.html", "where the graph is dense, as a page with figures"},
       {"lode densest karate", "the set with the most edges per vertex, of any size"},
       {"lode info FILE", "the contents of a file of edges, and how it is read"},
       {"lode data list", "the named graphs, such as karate"}},
      "'lode help WORD' explains a command, a method or a bound.\nExit codes: 0 "
      "done, 1 failure of lode or the system, 2 usage, 3 bad input, 4 verification failed, 129, 130 or "
      "143 interrupted: the best answer so far is printed.");
  refuse_empty_files(app);

  const auto fail = [&](int code, const std::string& message) {
    session.clear_progress();
    // A changed input file may be the cause of a failure.
    if (const char* const path = changed_input(); path && code != bad_input) {
      write_error(fmt::format("lode: {}: {}; {}\n", path, changed_input_problem, changed_input_remedy));
      return int{bad_input};
    }
    write_error(fmt::format("lode: {}\n", with_flags(message)));
    return code;
  };
  try {
    std::vector<std::string> words = with_flags_for_words(session.arguments());
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
    if (session.output_problem().empty()) return session.exit_code();
    return fail(session.interrupted() ? session.exit_code() : failure, session.output_problem());
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    const int code = app.exit(help, text, text);
    session.print(text.str());
    return session.output_problem().empty() ? code : fail(failure, session.output_problem());
  } catch (const CLI::ParseError& error) {
    if (session.arguments().empty()) return fail(usage, beginning_text(app));
    return fail(usage, usage_problem(app, session.arguments(), error));
  } catch (const Interrupted&) {
    return session.exit_code();
  } catch (const SystemError& error) {  // thrown by cancelled work, with a message
    return fail(session.interrupted() ? session.exit_code() : failure, error.what());
  } catch (const InvalidArgument& error) {
    return fail(usage, option_problem(app, error));
  } catch (const InputError& error) {
    return fail(bad_input, input_problem(app, error));
  } catch (const VerificationError& error) {
    return fail(not_verified, error.what());
  } catch (const std::bad_alloc&) {
    return fail(failure, "out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(failure, error.what());
  } catch (const std::system_error& error) {  // from a thread; the library's message does not say so
    return fail(failure, fmt::format("cannot start or join a thread: {}", error.code().message()));
  } catch (const std::exception& error) {
    return fail(failure, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {  // before the command line was read
    write_error("lode: out of memory\n");
    return failure;
  }
}
