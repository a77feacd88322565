#pragma once

#include <atomic>
#include <string>

#include "shell/working_clock.hpp"

namespace lode::tool {

/// The first SIGINT, SIGTERM or SIGHUP (unless that is ignored, as by nohup) sets the flag, the second one
/// ends the process. SIGPIPE and SIGXFSZ become errors of the write; a mapped file that is shortened ends the
/// process with a message (MappedInput).
void catch_signals();
/// Set by the first signal.
const std::atomic<bool>& cancel_requested();
/// Its number; 0 before.
int received_signal();
/// The clock that SIGCONT is told to.
const WorkingClock& working_clock();

/// Remembers a file that may be mapped into memory while the value lives, or to the end once it is kept.
/// Where the file is shortened, reads behind its new end are caught. The rest of its last page reads as
/// zeros: what was found then is wrong, and is not printed.
class MappedInput {
 public:
  explicit MappedInput(const std::string& path);
  MappedInput(const MappedInput&) = delete;
  MappedInput& operator=(const MappedInput&) = delete;
  ~MappedInput();
  void keep() { place_ = -1; }

 private:
  int place_ = -1;  ///< among those remembered; -1: none, or kept
};
/// Errors: InputError for one of these files that is shorter than it was.
void check_mapped_inputs();

/// Opens /dev/null where a standard stream was closed by who started lode: else the next file that is opened
/// would stand in its place. Returns whether standard output was.
bool fill_closed_streams();

}  // namespace lode::tool
