#include "fuzz/fuzz_target.hpp"
#include "io/formats/metis_reader.hpp"

LODE_FUZZ_READER(lode::detail::read_metis)
