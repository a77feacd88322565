#pragma once

#include <atomic>
#include <string>

#include "shell/working_clock.hpp"

namespace lode::tool {

/// The first SIGINT, SIGTERM or SIGHUP (unless ignored, as by nohup) sets the flag, the second one ends the
/// process. SIGPIPE and SIGXFSZ become write errors; a mapped file that is shortened or overwritten ends the
/// process with a message (MappedInput).
void catch_signals();
/// Set by the first signal.
const std::atomic<bool>& cancel_requested();
/// The number of the signal, or 0.
int received_signal();
/// The clock that is adjusted by SIGCONT.
const WorkingClock& working_clock();

/// Opens /dev/null for standard streams closed at the start, which would go to the next opened files. Returns
/// true if standard output was closed.
bool fill_closed_streams();

}  // namespace lode::tool
