#pragma once

#include <span>
#include <string>

#include <lode/io/catalogue.hpp>

namespace lode {

/// One line per graph: name, vertices, edges, format, where it is; then how many of them are here.
std::string catalogue_text(std::span<const KnownGraph> graphs);
/// name,aliases,vertices,edges,format,where,path,file,sha256,download,page,note; one line per graph, of its
/// first file; aliases are separated by blanks.
std::string catalogue_csv(std::span<const KnownGraph> graphs);
/// Every field of the catalogue, all files, and where each graph is.
std::string catalogue_json(std::span<const KnownGraph> graphs);

/// One line per file that was checked: graph, file, state, path; below it why a file does not match.
std::string file_checks_text(std::span<const FileCheck> checks);

}  // namespace lode
