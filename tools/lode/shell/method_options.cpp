#include "shell/method_options.hpp"

#include <map>
#include <string_view>

namespace lode::tool {
namespace {

/// Words for settings whose name does not say enough.
std::string_view meaning_of(std::string_view setting) {
  static const std::map<std::string_view, std::string_view> meanings = {
      {"working-set", "Block Ri-Gj: i random and j greedy vertices"},
      {"theta", "Proximal parameter; hybrid: presets descent and paper"},
      {"epsilon", "Stop at this mean relative decrease (preset paper)"},
      {"idle", "Stop after this many blocks without a move"},
      {"max-iterations", "Stop after this many steps; hybrid: presets descent and paper"},
      {"work",
       "hybrid: arcs visited without an improvement before kicks and restarts end; exact: sets looked at"},
      {"block", "Block size of the descents between kicks, 2 to 64"},
      {"cluster", "Vertices exchanged by one kick, at most"},
      {"starts", "all: restarts; first: kicks from the first start alone"},
      {"searchers", "Independent searches that exchange their best; they share the threads"},
      {"stall", "Moves without an improvement before a restart"},
      {"restarts", "Restarts before the search ends"},
      {"random-exchange", "Chance of a random exchange when no move improves"},
      {"work-limit", "Row entries visited before vertices are sampled"},
      {"shift", "Diagonal shift c; automatic when left out"},
      {"step", "Step length: lipschitz or exact"},
  };
  const auto found = meanings.find(setting);
  return found == meanings.end() ? "Setting" : found->second;
}

}  // namespace

void add_method_options(CLI::App& command, MethodArguments& arguments) {
  command.add_option("--method", arguments.method, "Method, see 'lode methods'")->capture_default_str();
  add_setting_options(command, methods(),
                      "Preset of the method; for hybrid default, fast, thorough, descent or paper",
                      meaning_of, arguments.settings);
}

}  // namespace lode::tool
