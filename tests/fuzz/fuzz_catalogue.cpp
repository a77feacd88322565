#include <algorithm>

#include <lode/io/catalogue.hpp>

#include "fuzz/memory_file.hpp"
#include "fuzz/mutation.hpp"

/// A catalogue of known graphs: every name and alias leads to a graph.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lode;
  static fuzz::MemoryFile file;
  try {
    const Catalogue catalogue = read_catalogue(file.with(fuzz::text_of(data, size)));
    for (const CatalogueGraph& graph : catalogue.graphs) {
      fuzz::require(!graph.files.empty() && catalogue.find(graph.name) != nullptr);
      for (const std::string& alias : graph.aliases) fuzz::require(catalogue.find(alias) != nullptr);
      for (const CatalogueFile& one : graph.files) {
        fuzz::require(one.sha256.size() == 64 && one.name.find('/') == std::string::npos);
      }
    }
  } catch (const InputError& error) {
    fuzz::require(!error.problem().empty());
  }
  return 0;
}
