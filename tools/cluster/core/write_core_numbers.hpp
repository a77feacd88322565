#pragma once

#include <string>

#include <lode/io/output_file.hpp>

#include "core/peeling.hpp"

namespace lode::cluster {

/// Peels on to the end, and writes the core numbers of all vertices as `lode info --cores` does. Together:
/// rank 0 writes what the others bring it.
void write_core_numbers(const Rows& rows, Peeling& peeling, const std::string& path, Overwrite overwrite,
                        const Ranks& ranks);

}  // namespace lode::cluster
