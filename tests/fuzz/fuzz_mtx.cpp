#include "fuzz/fuzz_target.hpp"
#include "io/formats/matrix_market_reader.hpp"

LODE_FUZZ_READER(lode::detail::read_matrix_market, lode::fuzz::vertices_on_trust)
