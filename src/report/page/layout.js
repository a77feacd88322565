// Places of the vertices of a set: springs along edges, repulsion between all vertices (d3-force).

import {forceLink, forceManyBody, forceSimulation, forceX, forceY} from "d3-force";

/**
 * Places for `start.length` vertices, joined by `pairs` (two ends for each edge). A vertex begins at
 * its place in `start`, or near the middle if that is undefined. Equal inputs give equal places.
 */
export function forceLayout(start, pairs) {
  const nodes = start.map((place) => ({...place}));
  const links = [];
  for (let e = 0; e < pairs.length; e += 2) links.push({source: pairs[e], target: pairs[e + 1]});
  const known = start.some((place) => place !== undefined);
  const simulation = forceSimulation(nodes).stop()
    .force("edges", forceLink(links)).force("repulsion", forceManyBody())
    .force("x", forceX()).force("y", forceY()).alpha(known ? 0.3 : 1);
  for (let i = known ? 100 : 300; i > 0; --i) simulation.tick();
  return nodes.map(({x, y}) => ({x, y}));
}

/** The places moved and scaled into the unit square. */
export function inUnitSquare(places) {
  const range = (axis) => [Math.min(...places.map((p) => p[axis])), Math.max(...places.map((p) => p[axis]))];
  const [left, right] = range("x");
  const [top, bottom] = range("y");
  const side = Math.max(right - left, bottom - top) || 1;
  const inside = (value, low, high) => 0.5 + (value - (low + high) / 2) / side;
  return {x: places.map((p) => inside(p.x, left, right)), y: places.map((p) => inside(p.y, top, bottom))};
}
