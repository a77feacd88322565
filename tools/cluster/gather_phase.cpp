#include "gather_phase.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/io/output_file.hpp>

namespace lode::cluster {
namespace {

constexpr std::size_t message_bytes = std::size_t{1} << 28;

/// Sends or receives an array in messages of bounded size.
template <class T, class Message>
void in_messages(std::span<T> values, const Message& message) {
  constexpr std::size_t most = message_bytes / sizeof(T);
  for (std::size_t begin = 0; begin < values.size(); begin += most) {
    const std::span<T> some = values.subspan(begin, std::min(most, values.size() - begin));
    message(some.data(), static_cast<int>(some.size_bytes()));
  }
}

template <class T>
void send_to_first(Ranks& ranks, std::span<const T> values) {
  in_messages(values, [&](const T* data, int bytes) { MPI_Send(data, bytes, MPI_BYTE, 0, 0, ranks.comm()); });
  ranks.count_sent(values.size_bytes());
}

template <class T>
void receive(Ranks& ranks, int source, std::span<T> values) {
  in_messages(values, [&](T* data, int bytes) {
    MPI_Recv(data, bytes, MPI_BYTE, source, 0, ranks.comm(), MPI_STATUS_IGNORE);
  });
}

/// The core's rows of one rank.
struct CoreRows {
  std::vector<std::uint64_t> ids;
  std::vector<std::uint64_t> degrees;
  std::vector<Vertex> targets;
};

CoreRows core_rows(const GraphPart& part, const CoreCut& cut, std::span<const std::int64_t> numbers) {
  CoreRows rows;
  for (std::uint32_t v = 0; v < part.own(); ++v) {
    if (!cut.inside[v]) continue;
    const std::size_t before = rows.targets.size();
    for (const std::uint32_t u : part.row(v)) {
      if (numbers[u] >= 0) rows.targets.push_back(static_cast<Vertex>(numbers[u]));
    }
    rows.ids.push_back(part.ids[v]);
    rows.degrees.push_back(rows.targets.size() - before);
  }
  return rows;
}

/// Numbers within the core, of ghosts behind the own vertices; -1 outside.
std::vector<std::int64_t> core_numbering(Ranks& ranks, const GraphPart& part, Ghosts& ghosts,
                                         const CoreCut& cut) {
  std::vector<std::int64_t> numbers;
  ranks.together([&] { numbers.assign(part.own() + part.ghosts.size(), -1); });
  const auto inside = static_cast<std::uint64_t>(std::count(cut.inside.begin(), cut.inside.end(), 1));
  std::int64_t next = 0;
  const std::vector<std::uint64_t> all = ranks.all(inside);
  for (int r = 0; r < ranks.rank(); ++r) next += static_cast<std::int64_t>(all[static_cast<std::size_t>(r)]);
  for (std::uint32_t v = 0; v < part.own(); ++v) {
    if (cut.inside[v]) numbers[v] = next++;
  }
  ghosts.fetch(std::span(numbers).first(part.own()), std::span(numbers).subspan(part.own()));
  return numbers;
}

/// A graph whose vertices all have the numbers that are their ids has no names.
VertexNames names_of(std::vector<std::uint64_t> ids, const GraphPart& part) {
  bool numbers = ids.size() == part.vertices();
  for (std::size_t v = 0; numbers && v < ids.size(); ++v) numbers = ids[v] == v;
  return numbers ? VertexNames() : VertexNames::from_ids(std::move(ids));
}

}  // namespace

Graph gather_core(Ranks& ranks, const GraphPart& part, Ghosts& ghosts, const CoreCut& cut) {
  struct Arrays {
    std::vector<ArcIndex> offsets;
    std::vector<Vertex> targets;
  };
  const std::vector<std::int64_t> numbers = core_numbering(ranks, part, ghosts, cut);
  CoreRows rows;
  std::vector<std::uint64_t> ids;
  auto arrays = std::make_shared<Arrays>();
  ranks.together([&] {
    rows = core_rows(part, cut, numbers);
    if (!ranks.is_first()) return;
    ids.resize(cut.vertices);
    arrays->offsets.resize(cut.vertices + 1);
    arrays->targets.resize(2 * cut.edges);
  });
  const std::vector<std::uint64_t> vertices = ranks.all(rows.ids.size());
  const std::vector<std::uint64_t> arcs = ranks.all(rows.targets.size());
  Graph graph;
  if (ranks.is_first()) {
    std::copy(rows.ids.begin(), rows.ids.end(), ids.begin());
    std::copy(rows.degrees.begin(), rows.degrees.end(), arrays->offsets.begin() + 1);
    std::copy(rows.targets.begin(), rows.targets.end(), arrays->targets.begin());
    std::uint64_t v = vertices.front(), arc = arcs.front();
    for (std::size_t r = 1; r < vertices.size(); ++r) {
      const int source = static_cast<int>(r);
      receive(ranks, source, std::span(ids).subspan(v, vertices[r]));
      receive(ranks, source, std::span(arrays->offsets).subspan(v + 1, vertices[r]));
      receive(ranks, source, std::span(arrays->targets).subspan(arc, arcs[r]));
      v += vertices[r];
      arc += arcs[r];
    }
  } else {
    send_to_first<std::uint64_t>(ranks, rows.ids);
    send_to_first<std::uint64_t>(ranks, rows.degrees);
    send_to_first<Vertex>(ranks, rows.targets);
  }
  ranks.first_alone([&] {
    for (std::size_t i = 1; i < arrays->offsets.size(); ++i) arrays->offsets[i] += arrays->offsets[i - 1];
    CsrArrays csr;
    csr.offsets = arrays->offsets;
    csr.targets = arrays->targets;
    csr.owner = arrays;
    graph = Graph::from_csr(std::move(csr), names_of(std::move(ids), part), CsrCheck::trusted);
  });
  return graph;
}

void write_core_numbers(Ranks& ranks, const GraphPart& part, const CoreCut& cut, const std::string& path,
                        bool overwrite) {
  constexpr std::uint32_t lines_at_once = 1 << 20;
  std::optional<OutputFile> file;
  ranks.first_alone([&] {
    file.emplace(path, overwrite ? Overwrite::yes : Overwrite::no);
    file->write("id,degree,core\n");
  });
  for (int owner = 0; owner < ranks.size(); ++owner) {
    const auto turn = static_cast<std::size_t>(owner);
    const std::uint64_t own = part.first[turn + 1] - part.first[turn];
    for (std::uint64_t begin = 0; begin < own; begin += lines_at_once) {
      std::string text;
      ranks.together([&] {
        if (owner != ranks.rank()) return;
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(own, begin + lines_at_once));
        for (auto v = static_cast<std::uint32_t>(begin); v < end; ++v) {
          text += fmt::format("{},{},{}\n", part.ids[v], part.degree(v), cut.core_number[v]);
        }
      });
      const std::vector<std::string> texts = ranks.to_first(text);
      ranks.first_alone([&] { file->write(texts[turn]); });
    }
  }
  ranks.first_alone([&] { file->commit(); });
}

}  // namespace lode::cluster
