#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>

namespace lode::tool {

/// The first SIGINT, SIGTERM or SIGHUP (unless ignored, as by nohup) sets the flag, the second one ends the
/// process. SIGPIPE and SIGXFSZ become write errors; a mapped file that is shortened or overwritten ends the
/// process with a message (MappedInput).
///
/// Exceptions that cannot be caught, for example if a destructor of another library runs out of memory, end
/// the process with one line on standard error and exit code 1 in place of a signal. Temporary files remain,
/// and the next run that writes the same files removes them.
void catch_signals();
/// Set by the first signal.
const std::atomic<bool>& cancel_requested();
/// The number of the signal, or 0.
int received_signal();

/// Seconds during which the process was not suspended (Ctrl-Z, SIGSTOP), for time limits.
///
/// When the process continues, the time since the last reading counts as suspension, so the clock is exact up
/// to the time between two readings. Pauses below a third of a second count as work.
const Clock& working_clock();

/// Opens /dev/null for standard streams closed at the start, which would go to the next opened files. Returns
/// true if standard output was closed.
bool fill_closed_streams();
/// Writes to standard error. Text that cannot be written is lost.
void write_error(std::string_view text);

/// Watches a file that may be mapped into memory, during the lifetime of this object, or until the end once
/// it is kept. If the file is shortened, reads beyond its new end are caught. The rest of its last page reads
/// as zeros, so the results are wrong and are not printed.
class MappedInput {
 public:
  explicit MappedInput(const std::string& path);
  MappedInput(const MappedInput&) = delete;
  MappedInput& operator=(const MappedInput&) = delete;
  ~MappedInput();
  void keep() { place_ = -1; }

 private:
  int place_ = -1;  ///< position among the watched files; -1: not watched, or kept
};

/// The path of a watched file that was changed, or nullptr. Safe in signal handlers: it does not allocate.
const char* changed_input();
inline constexpr std::string_view changed_input_problem = "was changed while it was in use";
inline constexpr std::string_view changed_input_remedy = "read it again";
/// Errors: InputError for a changed file.
void check_mapped_inputs();
/// Part of catch_signals: ends the process after another program has changed a mapped file.
void catch_memory_errors();

}  // namespace lode::tool
