#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lode::tool {

/// Columns of the terminal of a stream, by default standard error; 80 without a terminal.
std::size_t terminal_columns(int stream = 2);

/// The beginning of a text that fits `columns` terminal columns, with "..." if it is cut. Double-width
/// characters count twice.
std::string cut_to_width(std::string_view text, std::size_t columns);

}  // namespace lode::tool
