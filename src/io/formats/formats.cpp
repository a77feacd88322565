#include "io/formats/formats.hpp"

namespace lode::detail {

/// Every format, in the order in which content is tried; what remains is an edge list.
#define LODE_FORMATS(FORMAT)    \
  FORMAT(lode_format)           \
  FORMAT(matrix_market_format)  \
  FORMAT(dimacs_format)         \
  FORMAT(shortest_paths_format) \
  FORMAT(gml_format)            \
  FORMAT(webgraph_format)       \
  FORMAT(metis_format)          \
  FORMAT(graphml_format)        \
  FORMAT(gexf_format)           \
  FORMAT(graphviz_format)       \
  FORMAT(edge_list_format)

#define LODE_DECLARE_FORMAT(format) extern const Format format;
#define LODE_LIST_FORMAT(format) &format,

LODE_FORMATS(LODE_DECLARE_FORMAT)

std::span<const Format* const> formats() {
  static constexpr const Format* all[] = {LODE_FORMATS(LODE_LIST_FORMAT)};
  return all;
}

#undef LODE_DECLARE_FORMAT
#undef LODE_LIST_FORMAT
#undef LODE_FORMATS

}  // namespace lode::detail
