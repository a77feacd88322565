#pragma once

// The one door through which lode's own sources reach Eigen and Spectra. Two promises:
//
// - The same bits on every processor and for every -march. Eigen chooses its packets, fused multiply-adds and
//   blocks from the macros below and from the cache sizes that cpuid reports; hidden from them it always uses
//   two doubles a packet, no fused multiply-add and the same blocks.
// - No clash with the Eigen of a program that links lode: the names live in lode_eigen and lode_spectra, so
//   that no template instance here can take the place of one compiled there with other settings.
//
// From here on `Eigen` and `Spectra` are macros. A source that includes this must not include Eigen, Spectra
// or <lode/graph/eigen.hpp> (which speaks of the user's Eigen) by itself.

#if defined(EIGEN_CORE_H) || defined(EIGEN_WORLD_VERSION)
#error "Eigen is included before core/linalg/eigen.hpp; use this header alone"
#endif

#pragma push_macro("__SSE3__")
#pragma push_macro("__SSSE3__")
#pragma push_macro("__SSE4_1__")
#pragma push_macro("__SSE4_2__")
#pragma push_macro("__AVX__")
#pragma push_macro("__AVX2__")
#pragma push_macro("__FMA__")
#pragma push_macro("__F16C__")
#pragma push_macro("__AVX512F__")
#pragma push_macro("__AVX512DQ__")
#pragma push_macro("__AVX512ER__")
#pragma push_macro("__AVX512BF16__")
#undef __SSE3__
#undef __SSSE3__
#undef __SSE4_1__
#undef __SSE4_2__
#undef __AVX__
#undef __AVX2__
#undef __FMA__
#undef __F16C__
#undef __AVX512F__
#undef __AVX512DQ__
#undef __AVX512ER__
#undef __AVX512BF16__

#define EIGEN_NO_CPUID
#define EIGEN_DONT_PARALLELIZE
#define Eigen lode_eigen
#define Spectra lode_spectra

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>

#include <Spectra/SymEigsSolver.h>

#pragma pop_macro("__SSE3__")
#pragma pop_macro("__SSSE3__")
#pragma pop_macro("__SSE4_1__")
#pragma pop_macro("__SSE4_2__")
#pragma pop_macro("__AVX__")
#pragma pop_macro("__AVX2__")
#pragma pop_macro("__FMA__")
#pragma pop_macro("__F16C__")
#pragma pop_macro("__AVX512F__")
#pragma pop_macro("__AVX512DQ__")
#pragma pop_macro("__AVX512ER__")
#pragma pop_macro("__AVX512BF16__")
