#include "report/drawing/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/components.hpp>

#include "core/stream_tags.hpp"
#include "report/drawing/packing.hpp"
#include "report/drawing/stress.hpp"

namespace lode::detail {
namespace {

void check_size(const Graph& graph) {
  if (graph.num_vertices() <= most_drawn_vertices) return;
  throw InvalidArgument("graph", std::to_string(graph.num_vertices()) + " vertices",
                        "is too large to be drawn",
                        "draw at most " + std::to_string(most_drawn_vertices) + " vertices");
}

void check_places(const Graph& graph, std::span<const Place> places, const char* parameter) {
  if (places.size() == graph.num_vertices()) return;
  throw InvalidArgument(parameter, std::to_string(places.size()) + " places", "are not one for each vertex",
                        "the graph has " + std::to_string(graph.num_vertices()) + " vertices");
}

/// The components of a graph: members in increasing order, the largest component first.
struct Members {
  std::vector<std::vector<Vertex>> component;
  std::vector<Vertex> rank;  ///< position of every vertex in its component

  explicit Members(const Graph& graph) : rank(graph.num_vertices(), 0) {
    const Components found = connected_components(graph);
    component.resize(found.count());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      std::vector<Vertex>& own = component[found.component[v]];
      rank[v] = static_cast<Vertex>(own.size());
      own.push_back(v);
    }
    std::stable_sort(component.begin(), component.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
  }
};

/// A start beyond this is taken as none: squares of lengths would lose too many digits.
bool is_place(const Place& place) {
  constexpr double far = 1e9;
  return std::abs(place.x) <= far && std::abs(place.y) <= far;
}

/// The places of some members of a component in the picture shown before.
struct KnownPlaces {
  std::vector<std::size_t> member;
  std::vector<Place> place;

  KnownPlaces(std::span<const Vertex> members, std::span<const Place> start) {
    if (start.empty()) return;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!is_place(start[members[i]])) continue;
      member.push_back(i);
      place.push_back(start[members[i]]);
    }
  }
  bool apart() const {
    return std::any_of(place.begin(), place.end(),
                       [&](const Place& p) { return p.x != place[0].x || p.y != place[0].y; });
  }
};

void scale(Drawing& drawing, double factor) {
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    drawing.x[i] *= factor;
    drawing.y[i] *= factor;
  }
}

/// Moves the places by tiny amounts to the points of a sunflower, so that no two are equal and they are not
/// all on one line.
void scatter(Drawing& drawing, double amount) {
  // one turn by the golden angle, 137.5 degrees
  constexpr double cosine = -0.73736887807831963;
  constexpr double sine = 0.67549029426152396;
  double turn_x = 1.0;
  double turn_y = 0.0;
  const double step = amount / std::sqrt(static_cast<double>(drawing.size()));
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    const double radius = step * std::sqrt(static_cast<double>(i) + 0.5);
    drawing.x[i] += radius * turn_x;
    drawing.y[i] += radius * turn_y;
    const double x = turn_x * cosine - turn_y * sine;
    turn_y = turn_x * sine + turn_y * cosine;
    turn_x = x;
  }
}

/// Puts members without a start into the middle of their neighbours that have places, in rounds.
void place_others(const Graph& graph, std::span<const Vertex> members, std::span<const Vertex> rank,
                  const KnownPlaces& known, Drawing& drawing) {
  std::vector<char> placed(members.size(), 0);
  for (const std::size_t i : known.member) placed[i] = 1;
  for (std::size_t missing = members.size() - known.member.size(); missing > 0;) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (placed[i]) continue;
      Place sum;
      double count = 0.0;
      for (const Vertex v : graph.neighbors(members[i])) {
        if (!placed[rank[v]]) continue;
        sum.x += drawing.x[rank[v]];
        sum.y += drawing.y[rank[v]];
        count += 1.0;
      }
      if (count == 0.0) continue;
      drawing.x[i] = sum.x / count;
      drawing.y[i] = sum.y / count;
      found.push_back(i);
    }
    for (const std::size_t i : found) placed[i] = 1;
    missing -= found.size();
  }
}

/// Number of passes that visit so many pairs: at least 1.
int sweeps_for(const HopDistances& distances, std::uint64_t pairs) {
  constexpr std::uint64_t most = 10'000;
  return static_cast<int>(std::clamp<std::uint64_t>(pairs / distances.pairs(), 1, most));
}

/// The drawing with the least stress of those that are begun from scattered places.
Drawing draw_anew(const HopDistances& distances, const LayoutLimits& limits) {
  Drawing best(0);
  double least = std::numeric_limits<double>::infinity();
  std::uint64_t visited = 0;
  for (int i = 0; i == 0 || (i < limits.most_starts && visited < limits.start_pairs); ++i) {
    Rng random(static_cast<std::uint64_t>(i), layout_stream);
    Drawing drawing = descend(distances, limits.epochs, random);
    visited += distances.pairs();
    const double stress = stress_at_scale(distances, drawing);
    if (stress < least) {
      least = stress;
      best = std::move(drawing);
    }
  }
  improve(distances, best, sweeps_for(distances, limits.new_pairs), limits.tolerance);
  return best;
}

/// The drawing that the start leads to.
Drawing draw_from(const Graph& graph, std::span<const Vertex> members, std::span<const Vertex> rank,
                  const HopDistances& distances, const KnownPlaces& known, const LayoutLimits& limits) {
  Drawing drawing(members.size());
  for (std::size_t k = 0; k < known.member.size(); ++k) {
    // Differences, so that a start far from the origin keeps its digits.
    drawing.x[known.member[k]] = known.place[k].x - known.place[0].x;
    drawing.y[known.member[k]] = known.place[k].y - known.place[0].y;
  }
  place_others(graph, members, rank, known, drawing);
  scale(drawing, stress_sums(distances, drawing).best_scale());
  const Drawing start = drawing;
  constexpr double little = 1e-3;
  scatter(drawing, little);
  improve(distances, drawing, sweeps_for(distances, limits.known_pairs), limits.tolerance);
  return stress_at_scale(distances, drawing) <= stress_at_scale(distances, start) ? drawing : start;
}

void centre(Drawing& drawing) {
  const auto size = static_cast<double>(drawing.size());
  const double x = std::accumulate(drawing.x.begin(), drawing.x.end(), 0.0) / size;
  const double y = std::accumulate(drawing.y.begin(), drawing.y.end(), 0.0) / size;
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    drawing.x[i] -= x;
    drawing.y[i] -= y;
  }
}

/// Turns the drawing by the direction (cosine, sine), which need not have length 1 but is not 0.
void turn(Drawing& drawing, double cosine, double sine) {
  const double length = std::sqrt(cosine * cosine + sine * sine);
  cosine /= length;
  sine /= length;
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    const double x = drawing.x[i];
    drawing.x[i] = cosine * x - sine * drawing.y[i];
    drawing.y[i] = sine * x + cosine * drawing.y[i];
  }
}

/// Turns the longest direction of a centred drawing to the horizontal, with the first vertex on the left.
void lay_down(Drawing& drawing) {
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  for (std::size_t i = 0; i < drawing.size(); ++i) {
    xx += drawing.x[i] * drawing.x[i];
    xy += drawing.x[i] * drawing.y[i];
    yy += drawing.y[i] * drawing.y[i];
  }
  // The axis is an eigenvector of the moments. Of its two forms, the one without cancellation is taken.
  const double half = 0.5 * (xx - yy);
  const double root = std::sqrt(half * half + xy * xy);
  const double axis_x = half >= 0.0 ? half + root : std::abs(xy);
  const double axis_y = half >= 0.0 ? xy : (xy < 0.0 ? -(root - half) : root - half);
  if (axis_x != 0.0 || axis_y != 0.0) turn(drawing, axis_x, -axis_y);
  if (drawing.x[0] > 0.0) turn(drawing, -1.0, 0.0);
}

/// Turns the drawing, and mirrors it if that helps, so that the members with a start are as near to it as
/// possible. False if the start prefers no direction.
bool turn_to(const KnownPlaces& known, Drawing& drawing) {
  Drawing own(known.member.size());
  Drawing wanted(known.member.size());
  for (std::size_t k = 0; k < known.member.size(); ++k) {
    own.x[k] = drawing.x[known.member[k]];
    own.y[k] = drawing.y[known.member[k]];
    wanted.x[k] = known.place[k].x - known.place[0].x;
    wanted.y[k] = known.place[k].y - known.place[0].y;
  }
  centre(own);
  centre(wanted);
  double along[2] = {};   // products along and across, as the drawing is
  double across[2] = {};  // and mirrored: second entries
  for (std::size_t k = 0; k < own.size(); ++k) {
    along[0] += own.x[k] * wanted.x[k] + own.y[k] * wanted.y[k];
    across[0] += own.x[k] * wanted.y[k] - own.y[k] * wanted.x[k];
    along[1] += own.x[k] * wanted.x[k] - own.y[k] * wanted.y[k];
    across[1] += own.x[k] * wanted.y[k] + own.y[k] * wanted.x[k];
  }
  const auto square = [&](int i) { return along[i] * along[i] + across[i] * across[i]; };
  const int mirrored = square(1) > square(0) ? 1 : 0;
  if (!(square(mirrored) > 0.0)) return false;
  if (mirrored == 1) {
    for (double& y : drawing.y) y = -y;
  }
  turn(drawing, along[mirrored], across[mirrored]);
  return true;
}

Drawing draw_component(const Graph& graph, std::span<const Vertex> members, std::span<const Vertex> rank,
                       std::span<const Place> start, const LayoutLimits& limits) {
  const HopDistances distances = hop_distances(graph, members, rank);
  const KnownPlaces known(members, start);
  const bool any_start = known.member.size() >= 2 && known.apart();
  const bool warm = any_start && 2 * known.member.size() >= members.size();
  Drawing drawing =
      warm ? draw_from(graph, members, rank, distances, known, limits) : draw_anew(distances, limits);
  centre(drawing);
  if (!any_start || !turn_to(known, drawing)) lay_down(drawing);
  return drawing;
}

/// Scales the places into the unit square, in the middle of it.
void fill_square(std::vector<Place>& places) {
  Place low = places[0];
  Place high = places[0];
  for (const Place& place : places) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
  const double width = high.x - low.x;
  const double height = high.y - low.y;
  const double side = std::max(width, height);
  const double factor = side > 0.0 ? 1.0 / side : 0.0;
  const Place offset = {0.5 * (1.0 - width * factor), 0.5 * (1.0 - height * factor)};
  for (Place& place : places) {
    place.x = std::clamp(offset.x + (place.x - low.x) * factor, 0.0, 1.0);
    place.y = std::clamp(offset.y + (place.y - low.y) * factor, 0.0, 1.0);
  }
}

/// A place on the grid on which crossings are decided.
struct GridPlace {
  std::int64_t x, y;
};

int side_of(const GridPlace& a, const GridPlace& b, const GridPlace& c) {
  const std::int64_t area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return area > 0 ? 1 : (area < 0 ? -1 : 0);
}

struct Segment {
  Vertex from, to;
  GridPlace a, b;
  GridPlace low, high;  // corners of the surrounding box
};

/// True if the segments have a common point.
bool meet(const Segment& s, const Segment& t) {
  if (s.high.x < t.low.x || t.high.x < s.low.x || s.high.y < t.low.y || t.high.y < s.low.y) return false;
  // On one line, overlapping boxes are overlapping segments: all four sides are 0.
  return side_of(s.a, s.b, t.a) * side_of(s.a, s.b, t.b) <= 0 &&
         side_of(t.a, t.b, s.a) * side_of(t.a, t.b, s.b) <= 0;
}

}  // namespace

std::vector<Place> stress_layout(const Graph& graph, std::span<const Place> start,
                                 const LayoutLimits& limits) {
  check_size(graph);
  if (!start.empty()) check_places(graph, start, "start");
  std::vector<Place> places(graph.num_vertices());
  if (places.empty()) return places;
  const Members members(graph);
  std::vector<Tile> tiles;
  std::size_t lone = 0;
  for (const std::vector<Vertex>& component : members.component) {
    if (component.size() == 1) {
      tiles.emplace_back(Drawing(1));
      continue;
    }
    tiles.emplace_back(draw_component(graph, component, members.rank, start, limits));
    ++lone;
  }
  pack(tiles, lone);
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    for (std::size_t i = 0; i < members.component[t].size(); ++i) {
      places[members.component[t][i]] = {tiles[t].drawing.x[i], tiles[t].drawing.y[i]};
    }
  }
  fill_square(places);
  return places;
}

double layout_stress(const Graph& graph, std::span<const Place> places) {
  check_size(graph);
  check_places(graph, places, "places");
  const Members members(graph);
  StressSums total;
  for (const std::vector<Vertex>& component : members.component) {
    if (component.size() == 1) break;  // so are all that follow
    Drawing drawing(component.size());
    for (std::size_t i = 0; i < component.size(); ++i) {
      drawing.x[i] = places[component[i]].x;
      drawing.y[i] = places[component[i]].y;
    }
    const StressSums sums = stress_sums(hop_distances(graph, component, members.rank), drawing);
    total.ratio += sums.ratio;
    total.square += sums.square;
    total.pairs += sums.pairs;
  }
  return total.least_mean();
}

std::uint64_t layout_crossings(const Graph& graph, std::span<const Place> places) {
  check_places(graph, places, "places");
  const auto on_grid = [](const Place& place) -> GridPlace {
    if (!(place.x >= 0.0 && place.x <= 1.0 && place.y >= 0.0 && place.y <= 1.0)) {
      throw InvalidArgument("places", std::to_string(place.x) + ", " + std::to_string(place.y),
                            "lies outside of the unit square");
    }
    constexpr double grid = 0x1p20;
    return {std::llround(grid * place.x), std::llround(grid * place.y)};
  };
  std::vector<Segment> segments;
  segments.reserve(graph.num_edges());
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (v < u) continue;
      const GridPlace a = on_grid(places[u]);
      const GridPlace b = on_grid(places[v]);
      segments.push_back(
          {u, v, a, b, {std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}});
    }
  }
  std::uint64_t crossings = 0;
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Segment& s = segments[i];
    for (std::size_t j = 0; j < i; ++j) {
      const Segment& t = segments[j];
      if (s.from == t.from || s.from == t.to || s.to == t.from || s.to == t.to) continue;
      crossings += meet(s, t) ? 1 : 0;
    }
  }
  return crossings;
}

}  // namespace lode::detail
