# Build options and the compiler settings shared by every target of lode.

# With add_subdirectory, a project gets only the library by default.
if(PROJECT_IS_TOP_LEVEL)
  set(lode_if_found AUTO)
  set(lode_default_arch x86-64-v2)
else()
  set(lode_if_found OFF)
  set(lode_default_arch "")
endif()
option(LODE_BUILD_TOOL "Build the lode command-line tool" ${PROJECT_IS_TOP_LEVEL})
option(LODE_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(LODE_BUILD_BENCH "Build the benchmarks in tools/bench" OFF)
option(LODE_INSTALL "Have install rules" ${PROJECT_IS_TOP_LEVEL})
option(LODE_SOURCE_DATASETS "Find the bundled graphs in the sources, too, by their path; OFF for packages" ON)
set(LODE_BUILD_PYTHON ${lode_if_found} CACHE STRING "Build the Python package: AUTO where pybind11 and NumPy are, ON or OFF")
set(LODE_BUILD_CLUSTER ${lode_if_found} CACHE STRING
  "Build lode-cluster: AUTO where PETSc with 64-bit indices and MPI are, ON or OFF")
option(LODE_WERROR "Treat warnings as errors" OFF)
option(LODE_UNITY "Compile the sources of a folder in groups, which takes half the time; OFF for the quickest rebuilds" ON)
option(LODE_FUZZ "Build only the fuzz entry points, with libFuzzer (clang)" OFF)
set(LODE_ARCH "${lode_default_arch}" CACHE STRING "Value of -march; empty for the compiler's default")
set(LODE_ASSERTIONS "light" CACHE STRING "Invariant checks compiled in: light, normal or heavy")
set(LODE_SANITIZE "" CACHE STRING "Value of -fsanitize, for example address,undefined or thread")
set_property(CACHE LODE_ASSERTIONS PROPERTY STRINGS light normal heavy)
foreach(option LODE_BUILD_PYTHON LODE_BUILD_CLUSTER)
  set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
endforeach()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(lode_assertion_levels light normal heavy)
list(FIND lode_assertion_levels "${LODE_ASSERTIONS}" lode_assertion_level)
if(lode_assertion_level LESS 0)
  message(FATAL_ERROR "LODE_ASSERTIONS is '${LODE_ASSERTIONS}'; use light, normal or heavy")
endif()

if(LODE_ARCH AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND LODE_ARCH MATCHES "^x86-64")
  set(LODE_ARCH "" CACHE STRING "Value of -march" FORCE)
endif()

set(lode_x86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(lode_x86_64 ON)
endif()
set(lode_arch_macros "")
if(LODE_ARCH)
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -march=${LODE_ARCH} -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE lode_arch_macros ERROR_QUIET)
endif()

# GCC before 13 stores some vector constants wrongly with AVX-512: {1, 1, 0, 0} becomes four ones.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13
   AND lode_arch_macros MATCHES "__AVX512F__")
  message(FATAL_ERROR "LODE_ARCH is '${LODE_ARCH}', which has AVX-512 here, and GCC ${CMAKE_CXX_COMPILER_VERSION} "
    "stores some vector constants wrongly for it (GCC 13 does not); use -DLODE_ARCH=x86-64-v3")
endif()

if(LODE_SANITIZE)
  add_compile_options(-fsanitize=${LODE_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${LODE_SANITIZE})
endif()

function(lode_configure_target target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET default)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wpedantic)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # false positives on std::string (GCC bugs 105651, 105329), which appear with precompiled headers
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
      -Wno-stringop-overread)
    # false positives inside Eigen's vectorised kernels (GCC bug 105593)
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-uninitialized)
    if(LODE_SANITIZE)
      # std::equal of an empty range: ThreadSanitizer's calls hide that the length is 0 for a null pointer
      target_compile_options(${target} PRIVATE -Wno-nonnull)
    endif()
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # conversions that GCC allows, intended loops without branches, and parts of pages as literals
    target_compile_options(${target} PRIVATE -Wno-sign-conversion -Wno-bitwise-instead-of-logical
      -Wno-overlength-strings)
    if(LODE_UNITY)
      # a local name equal to a name in another file's unnamed namespace
      target_compile_options(${target} PRIVATE -Wno-shadow)
    endif()
  endif()
  if(LODE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(LODE_ARCH)
    target_compile_options(${target} PRIVATE -march=${LODE_ARCH})
  endif()
  # For equal answers on all machines, a * b + c is rounded twice even if the target could fuse it. GCC 12 fuses
  # alternating sums and differences of products (vfmaddsub) in spite of the first option; see lode_use_eigen.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(lode_arch_macros MATCHES "__FMA__")
    target_compile_options(${target} PRIVATE -mno-fma)
  endif()
  target_compile_definitions(${target} PRIVATE LODE_ASSERTION_LEVEL=${lode_assertion_level})
endfunction()

# Compiles the sources of `target` in groups of `size`, each within one folder of src or tools, or within one module of
# tests (tests/io): another module may repeat names. Sources with separate compile options are not grouped.
function(lode_group_sources target size)
  if(NOT LODE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(base ${target} SOURCE_DIR)
  foreach(source ${sources})
    get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${base}" OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    if(alone OR NOT path MATCHES "\\.cpp$")
      continue()
    endif()
    file(RELATIVE_PATH place "${CMAKE_SOURCE_DIR}" "${folder}")
    if(place MATCHES "^tests/[^/]+")
      set(place "${CMAKE_MATCH_0}")
    endif()
    string(MAKE_C_IDENTIFIER "${place}" place)
    if(NOT DEFINED count_${place})
      set(count_${place} 0)
    endif()
    math(EXPR group "${count_${place}} / ${size}")
    math(EXPR count_${place} "${count_${place}} + 1")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${place}_${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# lode_baseline_source(TARGET SOURCE): compiles SOURCE for every processor of the architecture, to check that this one
# can run the program. Sources with separate options are excluded from unity builds.
function(lode_baseline_source target source)
  set(definitions "")
  set(older x86-64)
  foreach(feature SSE4_2 AVX2 AVX512F)
    if(lode_arch_macros MATCHES "__${feature}__")
      list(APPEND definitions LODE_NEEDS_${feature})
    endif()
  endforeach()
  if(lode_arch_macros MATCHES "__AVX2__")
    set(older x86-64-v2)
  endif()
  list(APPEND definitions "LODE_OLDER_ARCH=\"${older}\"")
  set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}" TARGET_DIRECTORY ${target} PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON COMPILE_DEFINITIONS "${definitions}"
    COMPILE_OPTIONS "$<$<BOOL:${lode_x86_64}>:-march=x86-64>")
endfunction()

# lode_use_eigen(TARGET): Eigen and Spectra for sources of lode, and for users of its private headers. Every object that
# uses them has these settings, so that a build gives equal bits on every machine: the block sizes fixed by
# EIGEN_NO_CPUID, and fused multiply-adds only where Eigen requests them and the target has them. The names are in
# lode's namespaces inside Eigen and Spectra, separate from the names of a program that links both.
function(lode_use_eigen target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:Spectra::Spectra>)
  target_compile_definitions(${target} PRIVATE EIGEN_NO_CPUID EIGEN_DONT_PARALLELIZE
    Eigen=Eigen::in_lode Spectra=Spectra::in_lode)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # a loop over at most one column
    target_compile_options(${target} PRIVATE -Wno-aggressive-loop-optimizations)
  endif()
  if(lode_arch_macros MATCHES "__FMA__")
    target_compile_options(${target} PRIVATE -mfma)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC 12's vectoriser fuses alternating sums and differences. Eigen uses explicit vectors and does not need it.
      target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
    endif()
  endif()
endfunction()

# Ends the calling file if `missing` names missing requirements: with an error if the option is ON, a line if AUTO.
macro(lode_leave_out_or_fail option what missing)
  if(NOT "${missing}" STREQUAL "")
    if(${option} STREQUAL "AUTO")
      message(STATUS "Not built: ${what}; it needs ${missing}")
      return()
    endif()
    message(FATAL_ERROR "${option} is ON, and ${what} needs ${missing}")
  endif()
endmacro()

# lode_limit_exports(TARGET): a shared library exports only the names of lode, not instances of other libraries'
# templates. Its symbols have the version that find_package compares, so that programs of another version do not start.
function(lode_limit_exports target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "SHARED_LIBRARY" OR APPLE OR WIN32)
    return()
  endif()
  set(script "${CMAKE_CURRENT_BINARY_DIR}/generated/lode.map")
  configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/lode.map.in" "${script}" @ONLY)
  target_link_options(${target} PRIVATE "LINKER:--version-script=${script}")
  if(NOT LODE_SANITIZE)  # sanitizer symbols are in the program
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
endfunction()
