#pragma once

#include <string_view>

namespace lode::tool {

/// Writes to standard error. Text that cannot be written is lost.
void write_error(std::string_view text);

/// Installs a terminate handler: exceptions that cannot be caught, for example if a destructor of another
/// library runs out of memory, end the process with one line on standard error and exit code 1 in place of a
/// signal. Temporary files remain, and the next run that writes the same files removes them.
void install_terminate_handler();

}  // namespace lode::tool
