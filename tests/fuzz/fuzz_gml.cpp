#include "fuzz/fuzz_target.hpp"
#include "io/formats/gml_reader.hpp"

LODE_FUZZ_READER(lode::detail::read_gml)
