#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>

#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;
using least_squares::StationaryCounts;

Table stationary_table(const std::vector<StationaryCounts>& rows) {
  Table table;
  table.columns = {{"constraint", Align::left}, {"ties or points", Align::left}, {"basic"}, {"L"}};
  const std::size_t n = rows.empty() ? 0 : rows.front().block.size();
  for (std::size_t k = 1; k <= n; ++k) table.columns.push_back({fmt::format("block-{}", k)});
  for (const StationaryCounts& row : rows) {
    std::vector<std::string> cells = {std::string(row.constraint), std::string(row.rule),
                                      std::to_string(row.basic), std::to_string(row.l_stationary)};
    for (const std::uint64_t count : row.block) cells.push_back(std::to_string(count));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

std::string stationary_text(const std::vector<StationaryCounts>& rows) {
  return "Points of 1/2 x'Qx + p'x, Q = cc' + I, c = (1, ..., 6), p = 1, that satisfy each condition:\n"
         "x in {-1, 1}^6, or with the penalty 0.01 |x|_0 among the minimisers on the 64 supports\n\n" +
         table_text(stationary_table(rows)) +
         "\nlexicographic: of equal minimisers of a block the first counts, -1 before 1; member: all of them "
         "count;\nstrict: none. supports: one point per support; distinct: equal points are one.\n";
}

std::string stationary_json(const std::vector<StationaryCounts>& rows) {
  Json json = detail::json_document("lsq stationary");
  json["rows"] = detail::json_list(rows, [](const StationaryCounts& row) -> Json {
    return {{"constraint", row.constraint},
            {"rule", row.rule},
            {"basic", row.basic},
            {"l_stationary", row.l_stationary},
            {"block", row.block}};
  });
  return detail::json_text(json);
}

std::string stationary_csv(const std::vector<StationaryCounts>& rows) {
  return table_csv(stationary_table(rows));
}

}  // namespace lode
