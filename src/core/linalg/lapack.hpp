#pragma once

// The routines of netlib's reference LAPACK that lode uses, from an object of its own
// (tools/cmake/private_lapack.cmake): compiled once for every processor, unlike an optimised LAPACK, under
// names that no other library in the process has. LAPACK_dsyevd(...) of lapack.h calls lode_lapack_dsyevd,
// with the lengths of the strings added; a routine that the object does not list is not found by the linker.

#ifdef LAPACK_GLOBAL
#error "lapack.h is already there, under other names"
#endif
// lapack.h makes its names with this, where they are used.
#define LAPACK_GLOBAL(name, NAME) lode_lapack_##name
#include <lapack.h>
