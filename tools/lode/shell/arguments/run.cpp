#include "shell/arguments/run.hpp"

#include "shell/arguments/values.hpp"

namespace lode::tool {

void add_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Number of threads; 0: one for each core")
      ->capture_default_str()
      ->type_name("N")
      ->check(whole_number<int>());
}

void RunArguments::add_options(CLI::App& command) {
  command.add_option("--seed", seed, "Seed of all random draws\nThe same seed gives the same answer")
      ->capture_default_str()
      ->type_name("N")
      ->check(whole_number<std::uint64_t>());
  add_threads(command, threads);
}

}  // namespace lode::tool
