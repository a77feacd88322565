#pragma once

// The routines of netlib's reference LAPACK that lode uses, from an object of its own
// (tools/cmake/private_lapack.cmake): compiled once for every processor, unlike an optimised LAPACK, under
// names that no other library in the process has. LAPACK_dsyevd(...) of lapack.h calls lode_lapack_dsyevd,
// with the lengths of the strings added; a routine that the object does not list is not found by the linker.

#include <cstddef>

extern "C" {
void lode_lapack_dsyevd(const char* jobs, const char* triangle, const int* n, double* a, const int* stride,
                        double* values, double* work, const int* work_size, int* integers,
                        const int* integers_size, int* info, std::size_t, std::size_t);
void lode_lapack_dsytrd(const char* triangle, const int* n, double* a, const int* stride, double* diagonal,
                        double* off_diagonal, double* reflectors, double* work, const int* work_size,
                        int* info, std::size_t);
void lode_lapack_dsytd2(const char* triangle, const int* n, double* a, const int* stride, double* diagonal,
                        double* off_diagonal, double* reflectors, int* info, std::size_t);
void lode_lapack_dlatrd(const char* triangle, const int* n, const int* columns, double* a, const int* stride,
                        double* off_diagonal, double* reflectors, double* w, const int* w_stride,
                        std::size_t);
void lode_lapack_dstein(const int* n, const double* diagonal, const double* off_diagonal, const int* count,
                        const double* values, const int* blocks, const int* block_ends, double* vectors,
                        const int* stride, double* work, int* integers, int* failures, int* info);
void lode_lapack_dsterf(const int* n, double* diagonal, double* off_diagonal, int* info);
void lode_lapack_dstemr(const char* jobs, const char* range, const int* n, double* diagonal,
                        double* off_diagonal, const double* low, const double* high, const int* first,
                        const int* last, int* found, double* values, double* vectors, const int* stride,
                        const int* columns, int* support, int* high_accuracy, double* work,
                        const int* work_size, int* integers, const int* integers_size, int* info, std::size_t,
                        std::size_t);
void lode_lapack_dormtr(const char* side, const char* triangle, const char* transpose, const int* rows,
                        const int* columns, const double* a, const int* stride, const double* reflectors,
                        double* c, const int* c_stride, double* work, const int* work_size, int* info,
                        std::size_t, std::size_t, std::size_t);
void lode_lapack_dgeqrf(const int* rows, const int* columns, double* a, const int* stride, double* reflectors,
                        double* work, const int* work_size, int* info);
void lode_lapack_dorgqr(const int* rows, const int* columns, const int* count, double* a, const int* stride,
                        const double* reflectors, double* work, const int* work_size, int* info);
}
