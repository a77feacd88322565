#pragma once

#include <atomic>
#include <string>

#include "shell/working_clock.hpp"

namespace lode::tool {

/// The first SIGINT, SIGTERM or SIGHUP (unless that is ignored, as by nohup) sets the flag, the second one
/// ends the process. SIGPIPE and SIGXFSZ become errors of the write; a mapped file that is shortened or
/// written over ends the process with a message (MappedInput).
void catch_signals();
/// Set by the first signal.
const std::atomic<bool>& cancel_requested();
/// Its number; 0 before.
int received_signal();
/// The clock that SIGCONT is told to.
const WorkingClock& working_clock();

/// Opens /dev/null where a standard stream was closed by who started lode: else the next file that is opened
/// would stand in its place. Returns whether standard output was.
bool fill_closed_streams();

}  // namespace lode::tool
