# Debian packages: `cmake --preset package`, build, then `cpack --config build/package/CPackConfig.cmake`
# (tools/packaging/debs.sh runs all of them). The preset selects a shared library, no tests, prefix /usr, and no paths
# of the sources in binaries.
#
# A package is a component of LodeInstall.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lode)
set(CPACK_PACKAGE_VENDOR "The lode authors")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(LODE_PACKAGE_CONTACT "The lode authors <lode@lists.invalid>" CACHE STRING "Maintainer of the packages: Name <address>")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${LODE_PACKAGE_CONTACT}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_CURRENT_BINARY_DIR}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(lode_deb_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(lode_deb_library "liblode${PROJECT_VERSION_MAJOR}")
math(EXPR lode_next_minor "${PROJECT_VERSION_MINOR} + 1")
set(lode_deb_dir "${CMAKE_CURRENT_BINARY_DIR}/deb")
set(lode_deb_sources "${PROJECT_SOURCE_DIR}/tools/packaging/deb")
foreach(file changelog shlibs)
  configure_file("${lode_deb_sources}/${file}.in" "${lode_deb_dir}/${file}" @ONLY)
endforeach()

# lode_deb(COMPONENT PACKAGE SECTION SUMMARY DESCRIPTION [ALL] [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...]
# [CONTROL FILE...]): defines the package of a component. ALL: for every architecture. Dependencies on libraries
# are found by dpkg-shlibdeps.
set(CPACK_COMPONENTS_ALL "")
set(lode_deb_packages "")
macro(lode_deb component package section summary description)
  cmake_parse_arguments(deb "ALL" "" "DEPENDS;RECOMMENDS;SUGGESTS;CONTROL" ${ARGN})
  string(TOUPPER "${component}" name)
  list(APPEND CPACK_COMPONENTS_ALL "${component}")
  list(APPEND lode_deb_packages "${component}=${package}")
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME "${package}")
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION "${section}")
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${summary}\n${description}")
  foreach(field DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN deb_${field} ", " CPACK_DEBIAN_${name}_PACKAGE_${field})
  endforeach()
  set(CPACK_DEBIAN_${name}_PACKAGE_CONTROL_EXTRA "${deb_CONTROL}")
  if(deb_ALL)
    set(CPACK_DEBIAN_${name}_PACKAGE_ARCHITECTURE all)
    set(CPACK_DEBIAN_${name}_PACKAGE_SHLIBDEPS OFF)
  endif()
endmacro()

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # set for each package
set(lode_deb_about "lode finds dense parts of graphs. Given a graph and a size s, it returns
the s vertices with the most edges among them, and a proven upper bound that
says how good this answer is.")
lode_deb(data lode-data science "dense subgraphs with proven bounds (graphs)"
  "${lode_deb_about}\n.\nThis package holds small graphs to try lode on, and the catalogue of graphs\nto download." ALL)
if(BUILD_SHARED_LIBS)
  # libcurl is loaded by name for downloads, libcrypto (of libssl3) for checksums of inputs.
  lode_deb(runtime ${lode_deb_library} libs "dense subgraphs with proven bounds (shared library)"
    "${lode_deb_about}\n.\nThis package holds the shared library."
    DEPENDS libssl3 RECOMMENDS libcurl4 lode-data CONTROL "${lode_deb_dir}/shlibs" "${lode_deb_sources}/triggers")
  set(lode_deb_needs_library "${lode_deb_library} (= ${lode_deb_version})")
else()
  set(lode_deb_needs_library "")
endif()
lode_deb(development liblode-dev libdevel "dense subgraphs with proven bounds (headers)"
  "${lode_deb_about}\n.\nThis package holds the C++20 headers, and the files by which CMake and\npkg-config find the library."
  DEPENDS ${lode_deb_needs_library} SUGGESTS libboost-dev libeigen3-dev lode-doc)
lode_deb(documentation lode-doc doc "dense subgraphs with proven bounds (documents)"
  "${lode_deb_about}\n.\nThis package holds the manual." ALL)
if(LODE_BUILD_TOOL)
  lode_deb(tool lode science "dense subgraphs with proven bounds (command-line tool)"
    "${lode_deb_about}\n.\nThis package holds the command-line tool."
    DEPENDS ${lode_deb_needs_library} "lode-data (= ${lode_deb_version})" SUGGESTS lode-doc)
endif()
if(TARGET lode_python)
  get_target_property(lode_python_version lode_python LODE_PYTHON_VERSION)
  string(REGEX MATCH "^([0-9]+)[.]([0-9]+)$" matched "${lode_python_version}")
  math(EXPR lode_next_python "${CMAKE_MATCH_2} + 1")
  set(lode_next_python "${CMAKE_MATCH_1}.${lode_next_python}")
  lode_deb(python python3-lode python "dense subgraphs with proven bounds (Python package)"
    "${lode_deb_about}\n.\nThis package holds the module lode for Python 3."
    DEPENDS ${lode_deb_needs_library} "lode-data (= ${lode_deb_version})" python3-numpy
      "python3 (>= ${lode_python_version})" "python3 (<< ${lode_next_python})"
    SUGGESTS python3-scipy python3-pandas python3-networkx python3-matplotlib python3-tqdm
    CONTROL "${lode_deb_sources}/postinst" "${lode_deb_sources}/prerm")
endif()
if(TARGET lode_cluster_tool)
  lode_deb(cluster lode-cluster science "dense subgraphs with proven bounds (tool for clusters)"
    "${lode_deb_about}\n.\nThis package holds lode-cluster, which cuts the core that one machine can\nhold\
 out of a graph that is too large for one machine. It runs under MPI." RECOMMENDS openmpi-bin SUGGESTS lode)
endif()

foreach(step complete finish)
  configure_file("${lode_deb_sources}/${step}.cmake.in" "${lode_deb_dir}/${step}.cmake" @ONLY)
endforeach()
set(CPACK_PRE_BUILD_SCRIPTS "${lode_deb_dir}/complete.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${lode_deb_dir}/finish.cmake")
include(CPack)
