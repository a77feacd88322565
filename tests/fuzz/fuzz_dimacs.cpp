#include "fuzz/fuzz_target.hpp"
#include "io/formats/dimacs_reader.hpp"

LODE_FUZZ_READER(lode::detail::read_dimacs, lode::fuzz::vertices_on_trust)
