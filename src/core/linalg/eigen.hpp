#pragma once

// Eigen with the settings of lode's sources: the same bits on every machine that runs one build. Blocks do
// not depend on the machine's caches, and products use only the calling thread. An inner namespace separates
// functions compiled here from the functions of a program's own Eigen. The settings are the compile options
// of lode_use_eigen (tools/cmake/LodeOptions.cmake).

#ifndef EIGEN_NO_CPUID
#error "compiled without the settings of lode_use_eigen"
#endif

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/SparseCore>
