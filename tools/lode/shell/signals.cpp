#include "shell/signals.hpp"

#include <cerrno>
#include <csignal>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "shell/arguments/mapped_input.hpp"
#include "shell/session.hpp"
#include "shell/terminate.hpp"

namespace lode::tool {
namespace {

std::atomic<bool> asked_to_stop{false};
const WorkingClock clock_of_process;
volatile std::sig_atomic_t signal_number = 0;

std::atomic<double> first_asked{0.0};  ///< monotonic time of the first signal; 0: none
/// Signals within this time count as one: `timeout` signals both the process and its group.
constexpr double one_request = 0.2;

/// The first signal requests the best answer so far; a later one ends the process.
void on_signal(int signal) {
  const int error = errno;
  const double now = monotonic_clock().seconds();
  double first = 0.0;  // two threads may run this concurrently
  if (first_asked.compare_exchange_strong(first, now)) {
    signal_number = signal;
    asked_to_stop.store(true, std::memory_order_relaxed);
  } else if (now - first > one_request) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);  // takes effect after this handler returns
  }
  errno = error;
}

void on_continue(int) {
  const int error = errno;
  clock_of_process.continued();
  errno = error;
}

/// Opens /dev/null for a descriptor that was closed at the start, which would go to the next opened file.
bool fill_closed(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return false;
  [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
  return true;
}

[[noreturn]] void end_changed(const char* path) {
  for (const std::string_view piece :
       {std::string_view("lode: "), std::string_view(path ? path : "a file that lode reads"),
        std::string_view(": "), changed_input_problem, std::string_view("; "), changed_input_remedy,
        std::string_view("\n")}) {
    write_error(piece);
  }
  ::_exit(bad_input);
}

/// Ends the process after another program has shortened a mapped file: data read from it may be wrong.
void on_bus_error(int, siginfo_t* info, void*) {
  if (info->si_code == BUS_ADRERR) end_changed(changed_input());
  std::signal(SIGBUS, SIG_DFL);  // other causes: the instruction runs again, and the signal ends the process
}

struct sigaction default_fault {};

/// After a change, the last page of the file ends in zeros, which may be used as offsets.
void on_fault(int, siginfo_t*, void*) {
  if (const char* const path = changed_input()) end_changed(path);
  ::sigaction(SIGSEGV, &default_fault, nullptr);  // the instruction runs again
}

void catch_memory_errors() {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = on_bus_error;
  ::sigaction(SIGBUS, &action, nullptr);
  action.sa_sigaction = on_fault;
  ::sigaction(SIGSEGV, &action, &default_fault);
}

}  // namespace

void catch_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGCONT, on_continue);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // writes of too large files fail with an error
  catch_memory_errors();
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
