#include <lode/core/version.hpp>

#include "commands.hpp"
#include "help/topics.hpp"

namespace lode::tool {

void add_help(CLI::App& app, Session& session) {
  add_help_command(app, help_topics(), "lode " + std::string(version()),
                   [&session](const std::string& text) { session.print(text); });
}

}  // namespace lode::tool
