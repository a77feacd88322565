# Rules of `cmake --install`. Every rule belongs to a component, for separate packages: runtime (the shared
# library), development (headers, archive, CMake and pkg-config files), tool, data (the bundled graphs), python, cluster
# and documentation.

set(lode_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/lode")

# --- library ----------------------------------------------------------------------------------------
install(TARGETS lode EXPORT lodeTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
install(DIRECTORY include/lode DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)

# --- for CMake --------------------------------------------------------------------------------------
install(EXPORT lodeTargets NAMESPACE lode:: DESTINATION "${lode_cmake_dir}" COMPONENT development)
foreach(bridge boost eigen)
  install(TARGETS lode_${bridge} EXPORT lode_${bridge})
  install(EXPORT lode_${bridge} NAMESPACE lode:: DESTINATION "${lode_cmake_dir}" COMPONENT development)
endforeach()
configure_package_config_file(tools/cmake/lodeConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/lodeConfig.cmake"
  INSTALL_DESTINATION "${lode_cmake_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/lodeConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/lodeConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/lodeConfigVersion.cmake"
  DESTINATION "${lode_cmake_dir}" COMPONENT development)

# --- for pkg-config ---------------------------------------------------------------------------------
# The shared library records its dependencies, and its headers include no others. Users of the archive must link the
# dependencies, too; they are in the public fields, since only the archive is installed then.
set(lode_pc_requires "")
set(lode_pc_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(lode_pc_requires "\nRequires: tbb, fmt >= 9, zlib, libzstd, liblzma, expat")
  set(lode_pc_libs " -lbz2 -lstdc++ -lm -pthread")
  foreach(library ${CMAKE_DL_LIBS})
    string(APPEND lode_pc_libs " -l${library}")
  endforeach()
endif()
# The prefix is relative to the file, so that the folder may be moved.
file(RELATIVE_PATH lode_pc_up "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" lode_pc_up "${lode_pc_up}")
foreach(folder LIBDIR INCLUDEDIR)
  cmake_path(IS_ABSOLUTE CMAKE_INSTALL_${folder} absolute)
  if(absolute)
    set(lode_pc_${folder} "${CMAKE_INSTALL_${folder}}")
  else()
    set(lode_pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
configure_file(tools/cmake/lode.pc.in "${CMAKE_CURRENT_BINARY_DIR}/lode.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/lode.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
  COMPONENT development)

# --- tool, graphs, documents ------------------------------------------------------------------------
install(DIRECTORY datasets/ DESTINATION "${CMAKE_INSTALL_DATADIR}/lode/datasets" COMPONENT data)
if(LODE_BUILD_TOOL)
  install(TARGETS lode_tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)
  # Manual pages and completions, if the build has written them.
  install(DIRECTORY "${CMAKE_BINARY_DIR}/share/man/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT tool OPTIONAL
    PATTERN "lode-cluster*" EXCLUDE)
  foreach(completions bash-completion zsh fish)
    install(DIRECTORY "${CMAKE_BINARY_DIR}/share/${completions}" DESTINATION "${CMAKE_INSTALL_DATADIR}" COMPONENT tool
      OPTIONAL)
  endforeach()
endif()
if(TARGET lode_cluster_tool)
  install(FILES "${CMAKE_BINARY_DIR}/share/man/man1/lode-cluster.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    COMPONENT cluster OPTIONAL)
endif()
install(FILES README.md CHANGELOG.md LICENSE CITATION.cff DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT documentation)
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation PATTERN "site" EXCLUDE)
install(DIRECTORY "${CMAKE_BINARY_DIR}/site/" DESTINATION "${CMAKE_INSTALL_DOCDIR}/html" COMPONENT documentation OPTIONAL)
