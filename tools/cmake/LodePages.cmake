# The pages: scripts and styles in src/report/page, bundled by esbuild with modules of d3, become texts in the
# library.
set(lode_page_folder "${PROJECT_SOURCE_DIR}/src/report/page")
find_program(LODE_ESBUILD esbuild HINTS "${lode_page_folder}/node_modules/.bin")
if(NOT LODE_ESBUILD)
  message(FATAL_ERROR "esbuild is missing: it bundles the scripts of the HTML pages. Install it (Debian: esbuild; "
    "elsewhere: npm install --prefix src/report/page) or set LODE_ESBUILD to its path")
endif()
find_path(LODE_NODE_MODULES d3-scale/package.json PATHS "${lode_page_folder}/node_modules" /usr/share/nodejs
  NO_DEFAULT_PATH)
if(NOT LODE_NODE_MODULES)
  message(FATAL_ERROR "d3 is missing: charts of the HTML pages use it. Install it (Debian: node-d3; elsewhere: npm install "
    "--prefix src/report/page) or set LODE_NODE_MODULES to the folder that holds d3-scale")
endif()

set(lode_page_build "${PROJECT_BINARY_DIR}/generated/page")
file(GLOB lode_page_sources CONFIGURE_DEPENDS "${lode_page_folder}/*.js" "${lode_page_folder}/*.css"
  "${lode_page_folder}/*.html" "${lode_page_folder}/*.txt")
set(lode_page_bundles report.js comparison.js report.css comparison.css)
set(lode_page_commands "")
foreach(bundle ${lode_page_bundles})
  list(APPEND lode_page_commands COMMAND "${CMAKE_COMMAND}" -E env "NODE_PATH=${LODE_NODE_MODULES}" "${LODE_ESBUILD}"
    --bundle --minify --format=iife --target=es2020 --charset=ascii --log-level=warning
    "--outfile=${lode_page_build}/${bundle}" "${lode_page_folder}/${bundle}")
endforeach()
add_custom_command(OUTPUT "${lode_page_build}/assets.cpp" ${lode_page_commands}
  COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${lode_page_folder}" "-DBUNDLES=${lode_page_build}"
    "-DOUTPUT=${lode_page_build}/assets.cpp" -P "${PROJECT_SOURCE_DIR}/tools/cmake/embed_pages.cmake"
  DEPENDS ${lode_page_sources} "${PROJECT_SOURCE_DIR}/tools/cmake/embed_pages.cmake"
  COMMENT "Bundling the pages" VERBATIM)
