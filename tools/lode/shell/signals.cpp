#include "shell/signals.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include "shell/session.hpp"

namespace lode::tool {
namespace {

std::atomic<bool> asked_to_stop{false};
volatile std::sig_atomic_t signal_number = 0;

std::atomic<double> first_asked{0.0};  ///< monotonic time of the first signal; 0: none
static_assert(std::atomic<double>::is_always_lock_free);
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

class WorkingClock final : public Clock {
 public:
  double seconds() const override {
    const double now = monotonic_clock().seconds();
    const double before = read_.exchange(now, std::memory_order_relaxed);
    if (now - before > least_pause) {
      gap_begin_.store(before, std::memory_order_relaxed);
      gap_end_.store(now, std::memory_order_relaxed);
    }
    return now - suspended_.load(std::memory_order_relaxed);
  }
  /// Called by the handler of SIGCONT.
  void continued() const {
    const double now = monotonic_clock().seconds();
    double pause = now - read_.exchange(now, std::memory_order_relaxed);
    if (pause <= least_pause) {
      // Another thread has read the clock since the process continued, a short time ago.
      const double end = gap_end_.exchange(0.0, std::memory_order_relaxed);
      const double begin = gap_begin_.exchange(0.0, std::memory_order_relaxed);
      pause = now - end < least_pause ? end - begin : 0.0;
    }
    if (pause > least_pause)
      suspended_.store(suspended_.load(std::memory_order_relaxed) + pause, std::memory_order_relaxed);
  }

 private:
  static constexpr double least_pause = 1.0 / 3.0;

  mutable std::atomic<double> read_ = monotonic_clock().seconds();  ///< time of the last reading
  /// The last long gap between two readings: another thread may read the clock before the signal is handled.
  mutable std::atomic<double> gap_begin_{0.0}, gap_end_{0.0};
  mutable std::atomic<double> suspended_{0.0};
};
const WorkingClock clock_of_process;

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

/// The terminate handler, which must not allocate.
[[noreturn]] void end_by_exception() {
  const std::exception_ptr thrown = std::current_exception();
  if (!thrown) std::abort();
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    write_error("lode: out of memory\n");
  } catch (const std::exception& error) {
    for (const char* const piece : {"lode: ", error.what(), "\n"}) write_error(piece);
  } catch (...) {
    std::abort();
  }
  ::_exit(failure);
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
  std::set_terminate(end_by_exception);
}

const std::atomic<bool>& cancel_requested() { return asked_to_stop; }
int received_signal() { return signal_number; }
const Clock& working_clock() { return clock_of_process; }

bool fill_closed_streams() {
  fill_closed(STDIN_FILENO);
  const bool output = fill_closed(STDOUT_FILENO);
  fill_closed(STDERR_FILENO);
  return output;
}

void write_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace lode::tool
