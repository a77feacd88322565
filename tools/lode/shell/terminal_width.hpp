#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lode::tool {

/// Columns of the terminal behind a stream, or standard error; 80 when there is none.
std::size_t terminal_columns(int stream = 2);

/// The first part of a text, as much as fits `columns` of a terminal, with "..." where it is cut. Characters
/// that terminals draw twice as wide count twice.
std::string cut_to_width(std::string_view text, std::size_t columns);

}  // namespace lode::tool
