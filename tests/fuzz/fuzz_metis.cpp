#include "fuzz/fuzz_target.hpp"
#include "io/metis_reader.hpp"

LODE_FUZZ_READER(lode::detail::read_metis)
