#include "core/gather_core.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::cluster {
namespace {

constexpr std::uint64_t not_in_core = UINT64_MAX;
constexpr std::size_t values_per_piece = std::size_t{1} << 19;

/// Passes values on in pieces.
template <class T>
class Pieces {
 public:
  explicit Pieces(const Ranks::Sink& sink) : sink_(sink) {}
  void add(T value) {
    values_.push_back(value);
    if (values_.size() == values_per_piece) flush();
  }
  void flush() {
    if (!values_.empty()) sink_({reinterpret_cast<const char*>(values_.data()), values_.size() * sizeof(T)});
    values_.clear();
  }

 private:
  const Ranks::Sink& sink_;
  std::vector<T> values_;
};

struct CoreArrays {
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> targets;
  std::vector<std::uint64_t> ids;
};

class Gatherer {
 public:
  Gatherer(const Rows& rows, const Ghosts& ghosts, const Peeling& peeling, const PeelLevel& core,
           const Ranks& ranks)
      : rows_(rows), peeling_(peeling), core_(core), ranks_(ranks) {
    ranks_.on_first([&] {
      if (core_.vertices >= no_vertex) throw SystemError("the core has 2^32 - 1 vertices or more");
    });
    number_core(ghosts);
  }

  Graph gather() {
    auto arrays = std::make_shared<CoreArrays>();
    ranks_.on_first([&] {
      arrays->offsets.assign(core_.vertices + 1, 0);
      arrays->targets.resize(2 * core_.edges);
    });
    ranks_.on_first([&] { arrays->ids.resize(core_.vertices); });
    collect<std::uint64_t>(arrays->ids.data(), [&](std::size_t v, auto& out) { out.add(rows_.ids[v]); });
    collect<ArcIndex>(arrays->offsets.data() + 1,
                      [&](std::size_t v, auto& out) { out.add(peeling_.degree(v)); });
    std::vector<Vertex> row;
    collect<Vertex>(arrays->targets.data(), [&](std::size_t v, auto& out) {
      row.clear();
      rows_.for_each(v, [&](std::uint32_t u) {
        if (numbers_[u] != not_in_core) row.push_back(static_cast<Vertex>(numbers_[u]));
      });
      std::sort(row.begin(), row.end());
      for (const Vertex u : row) out.add(u);
    });
    Graph graph;
    ranks_.on_first([&] {
      for (std::size_t v = 0; v < core_.vertices; ++v) arrays->offsets[v + 1] += arrays->offsets[v];
      // A core that is the whole graph, with ids equal to numbers, needs no ids.
      const bool plain = core_.vertices == rows_.vertices && arrays->ids.back() + 1 == core_.vertices;
      graph =
          Graph::from_csr(CsrArrays{arrays->offsets, arrays->targets, {}, arrays},
                          plain ? VertexNames() : VertexNames::from_ids(arrays->ids, arrays), CsrCheck::full);
    });
    return graph;
  }

 private:
  void number_core(const Ghosts& ghosts) {
    std::uint64_t count = 0;
    for (std::size_t v = 0; v < rows_.own(); ++v) count += peeling_.has(v) ? 1 : 0;
    std::uint64_t next = ranks_.sum_before(count);
    ranks_.together([&] {
      numbers_.assign(rows_.own() + rows_.ghosts.size(), not_in_core);
      for (std::size_t v = 0; v < rows_.own(); ++v) {
        if (peeling_.has(v)) numbers_[v] = next++;
      }
    });
    const std::span<std::uint64_t> all(numbers_);
    ghosts.fetch(all.first(rows_.own()), all.subspan(rows_.own()));
  }

  /// Collects the values that `produce` writes for the core's vertices, in rank order, in `to` on rank 0.
  template <class T, class Produce>
  void collect(T* to, const Produce& produce) {
    auto* place = reinterpret_cast<char*>(to);
    ranks_.stream_to_first(
        [&](const Ranks::Sink& sink) {
          Pieces<T> out(sink);
          for (std::size_t v = 0; v < rows_.own(); ++v) {
            if (peeling_.has(v)) produce(v, out);
          }
          out.flush();
        },
        [&](int, std::string_view bytes) {
          std::memcpy(place, bytes.data(), bytes.size());
          place += bytes.size();
        });
  }

  const Rows& rows_;
  const Peeling& peeling_;
  const PeelLevel& core_;
  const Ranks& ranks_;
  std::vector<std::uint64_t> numbers_;  ///< numbers within the core: own vertices, then ghosts
};

}  // namespace

Graph gather_core(const Rows& rows, const Ghosts& ghosts, const Peeling& peeling, const PeelLevel& core,
                  const Ranks& ranks) {
  return Gatherer(rows, ghosts, peeling, core, ranks).gather();
}

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
          text += fmt::format("{},{},{}\n", rows.ids[v], rows.degree(v), peeling.core_number(v));
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
