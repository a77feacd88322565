#pragma once

#include <optional>
#include <string_view>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// A kind of file lode knows and does not read.
struct ForeignFormat {
  std::string_view title;  ///< after "is": "an HDF5 file"
  std::string_view remedy;
};

enum class ForeignKinds { binary, all };

/// What a text that no reader recognises shows itself to be, by its first bytes, its first words, its first
/// line of data or its name.
std::optional<ForeignFormat> foreign_format(std::string_view head, std::string_view plain_file_name,
                                            ForeignKinds kinds);

/// True for the beginning of a text for which an edge list would be refused.
bool is_taken_for_foreign(std::string_view head);

/// Throws the InputError of an input that is of such a kind.
void refuse_foreign(const CompressedInput& input, ForeignKinds kinds);

}  // namespace lode::detail
