#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lode::detail {

/// Splits a line of a table into its last `count` - 1 fields and, in front, the rest of the line; fewer
/// fields if the line has fewer. Tabs outside of quotes separate the fields, else semicolons, else commas,
/// else blanks. Fields have no blanks around them, and keep their quotes. An empty line has no field.
std::vector<std::string_view> table_fields(std::string_view line, std::size_t count);

/// A field that is no name, without double quotes around it.
std::string_view unquoted_field(std::string_view field);

}  // namespace lode::detail
