#include "fuzz/fuzz_target.hpp"
#include "io/formats/edge_list_reader.hpp"

LODE_FUZZ_READER(lode::detail::read_edge_list)
