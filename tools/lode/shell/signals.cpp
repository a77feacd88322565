#include "shell/signals.hpp"

#include <cerrno>
#include <csignal>
#include <iterator>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lode/core/error.hpp>

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

/// What handlers of signals know of mapped files: they must not allocate.
struct WatchedFile {
  char path[4096];
  struct stat status;
  std::atomic<bool> used;
};
WatchedFile watched[4];

bool is_shorter(const WatchedFile& file) {
  struct stat now {};
  return file.used.load() && ::stat(file.path, &now) == 0 && now.st_dev == file.status.st_dev &&
         now.st_ino == file.status.st_ino && now.st_size < file.status.st_size;
}

[[noreturn]] void end_shortened() {
  constexpr std::string_view message =
      "lode: a file that lode has mapped into memory was shortened while it was in use; read it again\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(bad_input);
}

/// A mapped file that another program shortens is gone where it was; what was read of it cannot be trusted.
void on_bus_error(int, siginfo_t* info, void*) {
  if (info->si_code == BUS_ADRERR) end_shortened();
  std::signal(SIGBUS, SIG_DFL);  // another kind: the instruction runs again, and the signal ends the process
}

struct sigaction default_fault {};

/// Its last page ends in zeros then, which make nonsense of offsets.
void on_fault(int, siginfo_t*, void*) {
  for (const WatchedFile& file : watched) {
    if (is_shorter(file)) end_shortened();
  }
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
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of the write
  catch_memory_errors();
}

const std::atomic<bool>& cancel_requested() { return asked_to_stop; }

int received_signal() { return signal_number; }

const WorkingClock& working_clock() { return clock_of_process; }

MappedInput::MappedInput(const std::string& path) {
  for (int i = 0; i < static_cast<int>(std::size(watched)); ++i) {
    WatchedFile& file = watched[i];
    if (file.used.load() || path.size() >= sizeof file.path) continue;
    if (::stat(path.c_str(), &file.status) != 0) return;
    path.copy(file.path, path.size());
    file.path[path.size()] = '\0';
    file.used.store(true);
    place_ = i;
    return;
  }
}

MappedInput::~MappedInput() {
  if (place_ >= 0) watched[place_].used.store(false);
}

void check_mapped_inputs() {
  for (const WatchedFile& file : watched) {
    if (is_shorter(file)) throw InputError({file.path}, "was shortened while it was in use", "read it again");
  }
}

bool fill_closed_streams() {
  fill_closed(STDIN_FILENO);
  const bool output = fill_closed(STDOUT_FILENO);
  fill_closed(STDERR_FILENO);
  return output;
}

}  // namespace lode::tool
