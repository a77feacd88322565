#pragma once

#include <string_view>

namespace lode::tool {

/// Writes to standard error. Where that is full or closed, the text is lost, and no more.
void write_error(std::string_view text);

/// Exceptions that cannot be caught, as where a destructor of another library allocates and memory has run
/// out, end the process with one line on standard error and exit code 1, not with a signal. Temporary files
/// stay then, and the next run that writes the same files removes them.
void speak_last_words();

}  // namespace lode::tool
