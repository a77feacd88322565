#include "shell/arguments/method_settings.hpp"

#include <fmt/format.h>

namespace lode::tool {

void add_setting_options(CLI::App& command, std::span<const MethodOptions> methods,
                         subgraph::MethodSettings& settings) {
  for (const auto& [name, help] : options_help(methods)) {
    command
        .add_option_function<std::string>(
            "--" + name, [&settings, setting = name](const std::string& value) { settings[setting] = value; },
            help)
        ->type_name("VALUE");
  }
}

void add_setting_flag(CLI::App& command, const std::string& flag, const std::string& setting,
                      const std::string& value, subgraph::MethodSettings& settings) {
  command
      .add_flag_callback(
          flag, [&settings, setting, value] { settings[setting] = value; },
          fmt::format("Short for --{} {}", setting, value))
      ->excludes("--" + setting);
}

void add_method_options(CLI::App& command, MethodArguments& arguments) {
  command.add_option("--method", arguments.method, "Method, see 'lode methods'")->capture_default_str();
  add_setting_options(command, options_of(subgraph::methods()), arguments.settings);
}

}  // namespace lode::tool
