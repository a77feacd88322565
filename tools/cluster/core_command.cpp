#include <memory>

#include "commands.hpp"
#include "core_arguments.hpp"
#include "run/core_report.hpp"

namespace lode::cluster {

void add_core(CLI::App& app, tool::Session& session, const Ranks& ranks) {
  struct Arguments {
    CoreArguments core;
    bool levels = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *app.add_subcommand(
      "core", "Cuts the core that one machine can search, with bounds of the whole graph");
  arguments->core.add_options(command);
  command
      .add_option("-o,--output", arguments->core.output,
                  "The core as lode file, which 'lode find' goes on from")
      ->required()
      ->type_name("FILE");
  command.add_option("--format", arguments->core.format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command.add_flag("--levels", arguments->levels, "Print every level of the peeling, too");
  command.callback([arguments, &session, &ranks] {
    const CoreResult result = arguments->core.run(session, ranks);
    ranks.on_first([&] {
      const std::string& output = arguments->core.output;
      session.print(arguments->core.format == "json" ? core_json(result, output)
                                                     : core_text(result, output, arguments->levels));
    });
  });
}

}  // namespace lode::cluster
