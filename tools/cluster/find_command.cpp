#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "commands.hpp"
#include "core_arguments.hpp"
#include "core_report.hpp"
#include "run_tool.hpp"

namespace lode::cluster {
namespace {

/// A name for a core that nobody wants to keep.
std::string unnamed_core() {
  return (std::filesystem::temp_directory_path() / fmt::format("lode-core-{}.lode", ::getpid())).string();
}

}  // namespace

void add_find(CLI::App& app, Ranks& ranks, tool::Session& session, const std::vector<std::string>& options,
              int& code) {
  auto arguments = std::make_shared<CoreArguments>();
  CLI::App& command = *app.add_subcommand(
      "find", "Cuts a core and searches it on rank 0 as lode find does, whose options follow behind --");
  arguments->add_options(command);
  command
      .add_option("-o,--output", arguments->request.output, "Keep the core, as a lode file that declares it")
      ->type_name("FILE");
  command.callback([arguments, &ranks, &session, &options, &code] {
    CoreRequest request;
    const bool keeps = !arguments->request.output.empty();
    ranks.together([&] {
      request = arguments->checked();
      if (!keeps) request.output = ranks.is_first() ? unnamed_core() : "unnamed";
    });
    const CoreReport report = run_core(ranks, request);
    ranks.first_alone([&] {
      session.note(core_text(report, request.output));
      std::vector<std::string> words = {"find",        request.output, "-s",
                                        request.sizes, "--format",     arguments->format};
      if (request.overwrite) words.push_back("--force");
      words.insert(words.end(), options.begin(), options.end());
      code = tool::run_tool(words);
      if (!keeps) std::filesystem::remove(request.output);
    });
    code = static_cast<int>(ranks.largest(static_cast<std::uint64_t>(code)));
  });
}

}  // namespace lode::cluster
