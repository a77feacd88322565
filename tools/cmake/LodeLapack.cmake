# The LAPACK routines of lode as one relocatable object, made of netlib's static reference libraries: no code of it
# looks at the processor, no symbol of it can be taken for, or replaced by, another LAPACK in the process.

find_library(LODE_LAPACK_ARCHIVE liblapack.a PATH_SUFFIXES lapack
  DOC "netlib's reference LAPACK, static (Debian package liblapack-dev)")
find_library(LODE_BLAS_ARCHIVE libblas.a PATH_SUFFIXES blas
  DOC "netlib's reference BLAS, static (Debian package libblas-dev)")
find_path(LODE_LAPACK_HEADERS lapack.h PATH_SUFFIXES lapacke
  DOC "folder of lapack.h, the C prototypes of LAPACK (Debian package liblapacke-dev)")
# That of clang does not make one object of archives alone.
find_program(LODE_LINK_EDITOR NAMES ld.bfd ld REQUIRED DOC "GNU ld (Debian package binutils)")
if(NOT LODE_LAPACK_ARCHIVE)
  message(FATAL_ERROR "no static reference LAPACK (liblapack.a): install the Debian package liblapack-dev")
endif()
if(NOT LODE_BLAS_ARCHIVE)
  message(FATAL_ERROR "no static reference BLAS (libblas.a): install the Debian package libblas-dev")
endif()
if(NOT LODE_LAPACK_HEADERS)
  message(FATAL_ERROR "no prototypes of LAPACK (lapack.h): install the Debian package liblapacke-dev")
endif()

# lode_add_lapack(TARGET): adds the object, and its prototypes, to a target of the calling folder.
function(lode_add_lapack target)
  set(object "${CMAKE_CURRENT_BINARY_DIR}/lapack/lode_lapack.o")
  set(script "${PROJECT_SOURCE_DIR}/tools/cmake/private_lapack.cmake")
  add_custom_command(OUTPUT "${object}"
    COMMAND "${CMAKE_COMMAND}" "-DLAPACK=${LODE_LAPACK_ARCHIVE}" "-DBLAS=${LODE_BLAS_ARCHIVE}" "-DOBJECT=${object}"
            "-DAR=${CMAKE_AR}" "-DLINKER=${LODE_LINK_EDITOR}" "-DNM=${CMAKE_NM}" "-DOBJCOPY=${CMAKE_OBJCOPY}" -P "${script}"
    DEPENDS "${script}" "${LODE_LAPACK_ARCHIVE}" "${LODE_BLAS_ARCHIVE}"
    COMMENT "Collecting the LAPACK routines of lode" VERBATIM)
  target_sources(${target} PRIVATE "${object}")
  target_include_directories(${target} SYSTEM PRIVATE "${LODE_LAPACK_HEADERS}")
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()
