#include "core/write_core_numbers.hpp"

#include <optional>

#include <fmt/format.h>

#include <lode/core/text.hpp>

namespace lode::cluster {

void write_core_numbers(const Rows& rows, Peeling& peeling, const std::string& path, Overwrite overwrite,
                        const Ranks& ranks) {
  for (std::uint64_t left = 1; left > 0;) {
    const std::uint64_t least = peeling.least_degree();
    if (least == UINT64_MAX) break;
    left = peeling.peel_to(least + 1).vertices;
  }
  std::optional<OutputFile> file;
  ranks.on_first([&] {
    file.emplace(path, overwrite);
    file->write("id,degree,core\n");
  });
  constexpr std::size_t piece = std::size_t{1} << 20;
  ranks.stream_to_first(
      [&](const Ranks::Sink& sink) {
        std::string text;
        for (std::size_t v = 0; v < rows.own(); ++v) {
          text += rows.labelled ? escape_csv(rows.labels[v]) : std::to_string(rows.ids[v]);
          text += fmt::format(",{},{}\n", rows.degree(v), peeling.core_number(v));
          if (text.size() < piece) continue;
          sink(text);
          text.clear();
        }
        sink(text);
      },
      [&](int, std::string_view text) { file->write(text); });
  ranks.on_first([&] { file->commit(); });
}

}  // namespace lode::cluster
