#include "shell/session.hpp"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "shell/working_clock.hpp"

namespace lode::tool {
namespace {

std::atomic<bool> cancel_requested{false};
const WorkingClock working_clock;
volatile std::sig_atomic_t received_signal = 0;

/// The first signal asks for the best answer so far; the second one ends the process at once.
void on_signal(int signal) {
  received_signal = signal;
  cancel_requested.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

void on_continue(int) {
  const int error = errno;
  working_clock.continued();
  errno = error;
}

/// A descriptor that was closed by who started lode would be given to the next file that is opened.
bool fill_closed(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return false;
  [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
  return true;
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
  fill_closed(STDIN_FILENO);
  output_closed_ = fill_closed(STDOUT_FILENO);
  fill_closed(STDERR_FILENO);
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  // nohup and disown want it ignored.
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGCONT, on_continue);
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

void Session::print(std::string_view text) {
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
  options.clock = &working_clock;
  options.cancel = &cancel_requested;
  if (std::isfinite(time_limit)) keep_clock();
  if (!quiet_ && ProgressDisplay::possible()) {
    progress_.begin(label);
    options.progress = [this](const Progress& progress) { progress_.tell(progress); };
  }
  return RunContext(std::move(options));
}

const std::atomic<bool>* Session::cancel_flag() const { return &cancel_requested; }

const Clock& Session::clock() const {
  keep_clock();
  return working_clock;
}

void Session::keep_clock() const {
  if (clock_keeper_.joinable()) return;
  clock_keeper_ = std::jthread([](const std::stop_token& stop) {
    constexpr std::chrono::milliseconds pause{50};
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ended;
    while (!stop.stop_requested()) {
      working_clock.seconds();
      ended.wait_for(lock, stop, pause, [] { return false; });
    }
  });
}

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
