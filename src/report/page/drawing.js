// The drawing of a set: its vertices and edges.

import {extent, group, least} from "d3-array";
import {forceLink, forceManyBody, forceSimulation, forceX, forceY} from "d3-force";

import {saveButton} from "./chart.js";
import {html, onWidth, svg} from "./element.js";

const largestSide = 560;
const border = 28;  // pixels around the vertices, for a mark and the name above it

/**
 * The drawing of one set at a time. Options: pick(member): called for a clicked vertex.
 * A set is {s, members, names, entered: Set of members, x, y, pairs: [position, position, width] of each edge,
 * words, note}; without pairs there is no drawing.
 */
export function setDrawing(options) {
  const root = svg("svg", {class: "drawing", role: "img"});
  const note = html("p", {class: "note"});
  const element = html("div", {class: "drawing-box"}, root, note);
  let set = null;
  let lit = null;   // picked member
  let over = null;  // position of the vertex under the pointer
  let side = 0;
  let spots = [];   // pixels of the vertices
  let marks = [];
  let labels = [];
  const edges = svg("g");

  /** Applies the picked vertex: others than its neighbours fade. */
  function mark() {
    if (!set || !set.pairs || marks.length === 0) return;
    const own = set.members.indexOf(lit);
    const picked = over ?? (own < 0 ? null : own);
    const near = picked === null ? null : new Set([picked]);
    for (const [a, b] of near ? set.pairs : []) if (a === picked || b === picked) near.add(a).add(b);
    const quiet = (i) => near !== null && !near.has(i);
    const strong = near ? "edges lit" : "edges";
    const look = ([a, b]) => (!near || a === picked || b === picked ? strong : "edges faint");
    const lines = [...group(set.pairs, (pair) => pair[2], look)].flatMap(([width, looks]) => [...looks].map(([name, pairs]) => svg("path", {
      class: name, "stroke-width": width, d: pairs.map(([a, b]) => `M${spots[a]}L${spots[b]}`).join("")})));
    edges.replaceChildren(...lines.sort((a, b) => (a.getAttribute("class") === strong) - (b.getAttribute("class") === strong)));
    const room = set.members.length <= 40;
    marks.forEach((one, i) => {
      one.classList.toggle("dim", quiet(i));
      one.classList.toggle("picked", i === picked);
      const named = (room && !quiet(i)) || i === picked || (near && near.has(i) && near.size <= 30);
      labels[i].setAttribute("visibility", named ? "visible" : "hidden");
    });
  }

  function drawGraph() {
    const radius = Math.max(2.5, Math.min(11, 60 / Math.sqrt(set.s))) * (side / largestSide);
    const inner = side - 2 * border;
    spots = set.x.map((x, i) => [border + inner * x, border + inner * set.y[i]].map((value) => Number(value.toFixed(1))));
    marks = spots.map(([x, y], i) => {
      const title = svg("title", {}, String(set.names[i]));
      return set.entered.has(set.members[i])
        ? svg("rect", {class: "vertex entered", x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius}, title)
        : svg("circle", {class: "vertex", cx: x, cy: y, r: radius}, title);
    });
    labels = spots.map(([x, y], i) => {
      const text = String(set.names[i]).slice(0, 24);
      const half = 4 * text.length + 2;
      return svg("text", {x: Math.max(half, Math.min(side - half, x)), y: Math.max(12, y - radius - 3)}, text);
    });
    root.style.setProperty("--thin", Math.max(0.06, Math.min(0.4, 3 / Math.sqrt(set.pairs.length + 1))));
    root.append(edges, ...marks, ...labels);
    mark();
  }

  function draw() {
    if (side === 0 || !set) return;
    for (const [name, value] of [["width", side], ["height", side], ["viewBox", `0 0 ${side} ${side}`]]) root.setAttribute(name, value);
    root.replaceChildren();
    marks = [];
    if (set.pairs) drawGraph();
  }

  /** The position of the vertex nearest to the pointer, at most 20 pixels away, or null. */
  function nearest(event) {
    const box = root.getBoundingClientRect();
    const distance = (i) => Math.hypot(spots[i][0] + box.left - event.clientX, spots[i][1] + box.top - event.clientY);
    const best = least(spots.keys(), distance);
    return best !== undefined && distance(best) < 20 ? best : null;
  }

  const setOver = (now) => {
    if (now === over) return;
    over = now;
    mark();
  };
  root.addEventListener("pointermove", (event) => {
    if (set && set.pairs) setOver(nearest(event));
  });
  root.addEventListener("pointerleave", () => setOver(null));
  root.addEventListener("click", (event) => {
    if (!set || !set.pairs) return;
    const i = nearest(event);
    options.pick(i === null ? null : set.members[i]);
  });

  const save = saveButton(element, () => `set-${set.s}.svg`);
  element.append(html("div", {class: "tools"}, save));

  element.show = (now) => {
    set = now;
    over = null;
    const drawn = Boolean(set.pairs);
    root.toggleAttribute("hidden", !drawn);
    save.hidden = !drawn;
    root.setAttribute("aria-label", set.words);
    note.textContent = set.note;
    draw();
  };
  /** The names of the vertices shown, with their positions in pixels of the drawing. */
  element.places = () => set.names.map((name, i) => [name, spots[i]]);
  element.light = (member) => {
    lit = member;
    mark();
  };
  onWidth(element, (width) => {
    side = Math.min(width, largestSide);
    draw();
  });
  return element;
}

// --- places of the vertices: springs along edges, repulsion between all vertices (d3-force) ---------------

/**
 * Places for `start.length` vertices, joined by `pairs`. A vertex begins at its place in `start`, or near the
 * middle if that is undefined. Equal inputs give equal places.
 */
export function forceLayout(start, pairs) {
  const nodes = start.map((place) => ({...place}));
  const links = pairs.map(([source, target]) => ({source, target}));
  const known = start.some((place) => place !== undefined);
  const simulation = forceSimulation(nodes).stop()
    .force("edges", forceLink(links)).force("repulsion", forceManyBody())
    .force("x", forceX()).force("y", forceY()).alpha(known ? 0.3 : 1);
  for (let i = known ? 100 : 300; i > 0; --i) simulation.tick();
  return nodes.map(({x, y}) => ({x, y}));
}

/** The places moved and scaled into the unit square. */
export function inUnitSquare(places) {
  const [left, right] = extent(places, (p) => p.x);
  const [top, bottom] = extent(places, (p) => p.y);
  const side = Math.max(right - left, bottom - top) || 1;
  const inside = (value, low, high) => 0.5 + (value - (low + high) / 2) / side;
  return {x: places.map((p) => inside(p.x, left, right)), y: places.map((p) => inside(p.y, top, bottom))};
}
