#include <memory>

#include "commands.hpp"
#include "core_arguments.hpp"
#include "core_report.hpp"

namespace lode::cluster {

void add_core(CLI::App& app, Ranks& ranks, tool::Session& session) {
  auto arguments = std::make_shared<CoreArguments>();
  CLI::App& command =
      *app.add_subcommand("core", "Cuts a core out of a graph that no rank holds, with bounds on the whole");
  arguments->add_options(command);
  command.add_option("-o,--output", arguments->request.output, "The core, as a lode file that declares it")
      ->required()
      ->type_name("FILE");
  command.callback([arguments, &ranks, &session] {
    CoreRequest request;
    ranks.together([&] { request = arguments->checked(); });
    const CoreReport report = run_core(ranks, request);
    ranks.first_alone([&] {
      session.print(arguments->format == "json" ? core_json(report, request.output)
                                                : core_text(report, request.output));
    });
  });
}

}  // namespace lode::cluster
