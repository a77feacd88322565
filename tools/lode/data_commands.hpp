#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/io/catalogue.hpp>

#include "shell/help/sections.hpp"
#include "shell/session.hpp"

// Options common to the commands of `lode data`.

namespace lode::tool {

/// The folders of this process, with the catalogue of --catalogue.
struct CatalogueArgument {
  std::string path;

  void add_option(CLI::App& command) {
    begin_section(command, heading::input);
    command.add_option("--catalogue", path, "Catalogue to use in place of lode's")->type_name("FILE");
  }
  SearchFolders folders() const {
    SearchFolders folders = default_search_folders();
    if (!path.empty()) folders.catalogue = path;
    return folders;
  }
};

void add_data_get(CLI::App& data, Session& session);

}  // namespace lode::tool
