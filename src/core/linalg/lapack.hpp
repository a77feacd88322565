#pragma once

// The routines of netlib's reference LAPACK that lode uses, from an object of its own
// (tools/cmake/private_lapack.cmake): compiled once for every processor, unlike an optimised LAPACK, under
// names that no other library in the process has. LAPACK_dsyevd(...) of lapack.h calls lode_lapack_dsyevd,
// with the lengths of the strings added; a routine that the object does not list is not found by the linker.

#include <cstddef>

#ifdef LAPACK_GLOBAL
#error "lapack.h is already there, under other names"
#endif
// lapack.h makes its names with this, where they are used.
#define LAPACK_GLOBAL(name, NAME) lode_lapack_##name
#include <lapack.h>

// What lapack.h leaves out: steps of dsytrd, and the length of a string at their ends.
extern "C" {
void LAPACK_GLOBAL(dlatrd, DLATRD)(const char* triangle, const int* n, const int* columns, double* a,
                                   const int* stride, double* off_diagonal, double* reflectors, double* w,
                                   const int* w_stride, std::size_t);
void LAPACK_GLOBAL(dsytd2, DSYTD2)(const char* triangle, const int* n, double* a, const int* stride,
                                   double* diagonal, double* off_diagonal, double* reflectors, int* info,
                                   std::size_t);
}
