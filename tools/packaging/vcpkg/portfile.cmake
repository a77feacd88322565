# A port for vcpkg, from a clone: `vcpkg install lode --overlay-ports=tools/packaging/vcpkg`.
# Not tried: no vcpkg was at hand.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(with_downloads OFF)
if("downloads" IN_LIST FEATURES)
  set(with_downloads ON)
endif()
set(build_tool OFF)
if("tool" IN_LIST FEATURES)
  set(build_tool ON)
endif()

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DLODE_BUILD_TESTS=OFF -DLODE_BUILD_PYTHON=OFF -DLODE_BUILD_CLUSTER=OFF -DLODE_SOURCE_DATASETS=OFF
    -DLODE_BUILD_TOOL=${build_tool} -DLODE_WITH_OPENSSL=${with_downloads} -DLODE_WITH_CURL=${with_downloads})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/lode)
vcpkg_fixup_pkgconfig()
if(build_tool)
  vcpkg_copy_tools(TOOL_NAMES lode AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
