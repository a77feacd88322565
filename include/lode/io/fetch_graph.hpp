#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/io/download.hpp>
#include <lode/io/known_graphs.hpp>

namespace lode {

/// What to do with a file that is here and has the right content.
enum class Refetch { no, yes };

/// A file of a known graph after `fetch_graph`.
struct FetchedFile {
  std::string file;  ///< name
  std::string path;
  bool downloaded = false;  ///< false: it was there already
  DownloadResult transfer = {};
  std::string hidden_by = {};  ///< a file with other content that is found before this one; empty: none
};

/// Brings every file of a known graph to this machine.
///
/// A file that is found and has the content of the catalogue stays where it is, unless `refetch`. Any other
/// one is downloaded to the cache as NAME.part, resuming what an earlier run has left, checked, and given its
/// name in one step. Content that does not match never gets that name: after a resumed transfer it is
/// downloaded once more from nothing, then removed.
///
/// Errors: SystemError when there is no cache folder, no URL, no libcurl or OpenSSL, and those of `download`,
///         each with what to do; what has arrived is kept. VerificationError when the content does not match.
std::vector<FetchedFile> fetch_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                     Refetch refetch, const DownloadOptions& options, const RunContext& run);

}  // namespace lode
