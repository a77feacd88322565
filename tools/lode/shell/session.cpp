#include "shell/session.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <lode/core/error.hpp>

namespace lode::tool {
namespace {

std::atomic<bool> cancel_requested{false};
volatile std::sig_atomic_t received_signal = 0;

/// The first signal asks for the best answer so far; the second one ends the process at once.
void on_signal(int signal) {
  received_signal = signal;
  cancel_requested.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

/// A mapped file that another program shortens is gone where it was; what was read of it cannot be trusted.
void on_bus_error(int, siginfo_t* info, void*) {
  constexpr std::string_view message =
      "lode: a file that lode has mapped into memory was shortened while it was in use; read it again\n";
  if (info->si_code == BUS_ADRERR) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
    ::_exit(bad_input);
  }
  std::signal(SIGBUS, SIG_DFL);  // another kind: the instruction runs again, and the signal ends the process
}

void catch_bus_errors() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

Session::Session(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of the write
  catch_bus_errors();
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
  app.add_flag("-q,--quiet", quiet_, "No progress and no notes on standard error");
  app.add_flag("-v,--verbose", verbose_, "More notes on standard error");
}

void Session::check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                            Overwrite overwrite) {
  check_output_paths(outputs, inputs, overwrite);
  stdout_taken_ = std::any_of(outputs.begin(), outputs.end(), is_standard_output);
}

void Session::print(std::string_view text) {
  if (stdout_taken_) return;
  progress_.quietly([&] {
    while (!text.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
      if (written > 0) {
        text.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EPIPE) {
        return;
      } else if (errno != EINTR) {
        throw SystemError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
      }
    }
  });
}

void Session::write_line(std::string_view line) const {
  progress_.quietly([&] { fmt::print(stderr, "{}\n", line); });
}

void Session::note(std::string_view line) const {
  if (!quiet_) write_line(line);
}

void Session::detail(std::string_view line) const {
  if (verbose_ && !quiet_) write_line(line);
}

RunContext Session::run_context(std::uint64_t seed, int threads, double time_limit,
                                std::string_view label) const {
  RunOptions options;
  options.seed = seed;
  options.threads = threads;
  options.time_limit = time_limit;
  options.cancel = &cancel_requested;
  if (!quiet_ && ProgressDisplay::possible()) {
    progress_.begin(label);
    options.progress = [this](const Progress& progress) { progress_.tell(progress); };
  }
  return RunContext(std::move(options));
}

const std::atomic<bool>* Session::cancel_flag() const { return &cancel_requested; }

void Session::begin_progress(std::string_view label) const {
  if (!quiet_) progress_.begin(label);
}

void Session::show_progress(std::string_view line) const {
  if (!quiet_) progress_.tell(line);
}

void Session::clear_progress() const { progress_.end(); }

bool Session::interrupted() const { return cancel_requested.load(std::memory_order_relaxed); }

int Session::exit_code() const { return interrupted() ? 128 + static_cast<int>(received_signal) : done; }

}  // namespace lode::tool
