#pragma once

// Eigen with the settings of lode's own sources: the same bits on every machine that runs one build. Blocks
// do not depend on the caches of the machine, products use the calling thread alone. Functions compiled here
// cannot take the place of a function of a program's own Eigen, nor the other way round: lode's names live in
// an inner namespace. Those settings are the compile options of lode_use_eigen
// (tools/cmake/LodeOptions.cmake).

#ifndef EIGEN_NO_CPUID
#error "compiled without the settings of lode_use_eigen"
#endif

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/SparseCore>
