# Makes OBJECT of the static libraries LAPACK and BLAS: the routines below and all they call, local but for
# lode_lapack_NAME; what src/core/linalg/blas.cpp has in their place stays undefined, as lode_blas_NAME.

set(routines dsyevd dsytrd dsytd2 dlatrd dsterf dstemr dstein dormtr dgeqrf dorgqr)
set(replaced dgemm dsyr2k dtrmm dsymv dgemv dger ddot daxpy xerbla ilaenv)
set(others log cos)  # of the C library, whose last bits differ between processors

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${folder}" RESULT_VARIABLE result
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

get_filename_component(folder "${OBJECT}" DIRECTORY)
file(MAKE_DIRECTORY "${folder}")
file(COPY_FILE "${LAPACK}" "${folder}/lapack.a")
file(COPY_FILE "${BLAS}" "${folder}/blas.a")
list(TRANSFORM replaced APPEND .o OUTPUT_VARIABLE members)
run("${AR}" d lapack.a ${members})
run("${AR}" d blas.a ${members})

list(TRANSFORM routines REPLACE "(.+)" "--undefined=\\1_" OUTPUT_VARIABLE wanted)
run("${LINKER}" -r -o linked.o ${wanted} lapack.a blas.a)

set(renames "")
set(kept "")
foreach(name ${routines})
  string(APPEND renames "${name}_ lode_lapack_${name}\n")
  string(APPEND kept "lode_lapack_${name}\n")
endforeach()
foreach(name ${replaced})
  string(APPEND renames "${name}_ lode_blas_${name}\n")
endforeach()
foreach(name ${others})
  string(APPEND renames "${name} lode_blas_${name}\n")
endforeach()
string(APPEND renames "_gfortran_concat_string lode_blas_concatenate\n")
file(WRITE "${folder}/renames" "${renames}")
file(WRITE "${folder}/kept" "${kept}")
run("${OBJCOPY}" --redefine-syms=renames linked.o renamed.o)
run("${OBJCOPY}" --keep-global-symbols=kept renamed.o private.o)

# Only this is left to others: an optimised LAPACK, or another Fortran compiler, shows here.
run("${NM}" --undefined-only --format=just-symbols private.o)
string(REGEX REPLACE "\n" ";" undefined "${output}")
foreach(symbol ${undefined})
  if(NOT symbol MATCHES "^(lode_blas_[a-z0-9]+|memcpy|memset|memmove|sqrt|__powidf2|__stack_chk_fail)$")
    message(FATAL_ERROR "${LAPACK} and ${BLAS} need ${symbol}: they are not the reference libraries "
      "of the Debian packages liblapack-dev and libblas-dev, compiled by gfortran")
  endif()
endforeach()
file(REMOVE "${folder}/lapack.a" "${folder}/blas.a" "${folder}/linked.o" "${folder}/renamed.o")
file(RENAME "${folder}/private.o" "${OBJECT}")
