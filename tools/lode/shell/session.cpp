#include "shell/session.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>

#include "shell/signals.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
Session::Session(std::vector<std::string> arguments)
    : arguments_(std::move(arguments)), output_closed_(fill_closed_streams()) {
  catch_signals();
}

std::string Session::command_line() const {
  std::string line = "lode";
  for (const std::string& argument : arguments_) {
    const bool plain = !argument.empty() && argument.find_first_of(" \t\n'\"\\$&|;<>*?") == std::string::npos;
    line += plain ? " " + argument : " '" + argument + "'";
  }
  return line;
}

void Session::add_options(CLI::App& app) {
  app.add_flag("-q,--quiet", quiet_, "Leave out progress and notes on standard error");
  app.add_flag("-v,--verbose", verbose_, "Print more notes on standard error");
}

void Session::check_outputs(const std::vector<std::string>& outputs, std::vector<std::string> inputs,
                            Overwrite overwrite) {
  inputs.push_back(config_path(arguments_));
  check_output_paths(outputs, inputs, overwrite);
  stdout_taken_ = std::any_of(outputs.begin(), outputs.end(), is_standard_output);
}

Provenance Session::provenance() const {
  return {arguments_, input_sha256_, std::string(compiler()), std::string(architecture()), processor_name()};
}

void Session::print(std::string_view text) {
  const std::string document =
      text.starts_with("{") ? with_provenance(std::string(text), provenance()) : std::string();
  if (!document.empty()) text = document;
  check_mapped_inputs();
  if (captured_ != nullptr) {
    captured_->append(text);
    return;
  }
  if (stdout_taken_) return;
  if (output_closed_) output_problem_ = "cannot write to standard output: it is closed";
  progress_.quietly([&] {
    while (!text.empty() && output_problem_.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
      if (written > 0) {
        text.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EPIPE) {
        return;
      } else if (errno != EINTR) {
        output_problem_ = fmt::format("cannot write to standard output: {}", std::strerror(errno));
      }
    }
  });
}

void Session::complain(std::string_view line) const {
  progress_.quietly([&] { write_error(fmt::format("{}\n", line)); });
}

void Session::note(std::string_view line) const {
  if (!quiet_) complain(line);
}

void Session::note_written(const std::string& path) const {
  if (!is_standard_output(path)) note("wrote " + path);
}

void Session::detail(std::string_view line) const {
  if (verbose_ && !quiet_) complain(line);
}

RunContext Session::run_context(std::string_view label, int threads, std::uint64_t seed,
                                double time_limit) const {
  RunOptions options;
  options.seed = seed;
  options.threads = threads;
  options.time_limit = time_limit;
  options.clock = std::isfinite(time_limit) ? &clock() : &working_clock();
  options.cancel = &cancel_requested();
  if (!quiet_ && ProgressDisplay::possible()) {
    progress_.begin(label);
    options.progress = [this](const Progress& progress) { progress_.tell(progress); };
  }
  return RunContext(std::move(options));
}

const std::atomic<bool>* Session::cancel_flag() const { return &cancel_requested(); }

const Clock& Session::clock() const {
  progress_.keep_clock();
  return working_clock();
}

void Session::begin_progress(std::string_view label) const {
  if (!quiet_) progress_.begin(label);
}

void Session::show_progress(std::string_view line) const {
  if (!quiet_) progress_.tell(line);
}

bool Session::interrupted() const { return cancel_requested().load(std::memory_order_relaxed); }
int Session::exit_code() const { return interrupted() ? 128 + received_signal() : done; }

}  // namespace lode::tool
