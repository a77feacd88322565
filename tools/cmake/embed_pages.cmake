# cmake -DFOLDER=... -DBUNDLES=... -DOUTPUT=... -P embed_pages.cmake: writes the bundles as texts of a C++ source.

set(source "#include \"report/page/assets.hpp\"\n\nnamespace lode::detail {\n\n")

# Text in pieces, because compilers limit the length of one.
function(add_asset name text)
  string(LENGTH "${text}" length)
  set(out "std::string_view ${name}() {\n  return ")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND out "R\"lode~(${piece})lode~\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  set(source "${source}${out};\n}\n\n" PARENT_SCOPE)
endfunction()

file(READ "${FOLDER}/d3-licence.txt" licence)
foreach(page report comparison)
  file(READ "${FOLDER}/${page}.html" shell)
  add_asset(${page}_shell "${shell}")
  file(READ "${BUNDLES}/${page}.css" style)
  add_asset(${page}_style "${style}")
  file(READ "${BUNDLES}/${page}.js" script)
  add_asset(${page}_script "/*\n${licence}*/\n${script}")
endforeach()
file(READ "${BUNDLES}/chart.css" style)
add_asset(chart_rules "${style}")
file(WRITE "${OUTPUT}" "${source}}  // namespace lode::detail\n")
