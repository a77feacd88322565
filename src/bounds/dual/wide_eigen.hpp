#pragma once

// Eigen in the width of the build, for the few sources of this folder that multiply large matrices in single
// precision: eight numbers at a time and fused multiply-adds with x86-64-v3, three times as fast as
// core/linalg/eigen.hpp there. Every machine of one build gets the same bits; builds for other processors do
// not. What these sources find is a dual point, of which any will do: the proof states its own margin.
//
// The names live in lode_wide_eigen. A source that includes this is compiled by itself, without the
// precompiled header (see tools/cmake/LodeOptions.cmake), and must not include Eigen by another way.

#if defined(EIGEN_CORE_H) || defined(EIGEN_WORLD_VERSION)
#error "Eigen is included before bounds/dual/wide_eigen.hpp; use this header alone"
#endif

#pragma push_macro("__AVX512F__")
#pragma push_macro("__AVX512DQ__")
#undef __AVX512F__
#undef __AVX512DQ__

#define EIGEN_NO_CPUID  // blocks do not depend on the caches of the machine
#define EIGEN_DONT_PARALLELIZE
#define Eigen lode_wide_eigen

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#pragma pop_macro("__AVX512F__")
#pragma pop_macro("__AVX512DQ__")
