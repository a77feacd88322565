#include "shell/signals.hpp"

#include <cerrno>
#include <csignal>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "shell/session.hpp"

namespace lode::tool {
namespace {

std::atomic<bool> asked_to_stop{false};
const WorkingClock clock_of_process;
volatile std::sig_atomic_t signal_number = 0;

/// The first signal asks for the best answer so far; the second one ends the process at once.
void on_signal(int signal) {
  signal_number = signal;
  asked_to_stop.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

void on_continue(int) {
  const int error = errno;
  clock_of_process.continued();
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

void catch_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGCONT, on_continue);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of the write
  catch_bus_errors();
}

const std::atomic<bool>& cancel_requested() { return asked_to_stop; }

int received_signal() { return signal_number; }

const WorkingClock& working_clock() { return clock_of_process; }

bool fill_closed_streams() {
  fill_closed(STDIN_FILENO);
  const bool output = fill_closed(STDOUT_FILENO);
  fill_closed(STDERR_FILENO);
  return output;
}

}  // namespace lode::tool
