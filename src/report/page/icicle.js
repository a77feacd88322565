// Nested parts: the components of the cores as rectangles, and the dense layers along the axis of sizes.

import {group} from "d3-array";
import {hierarchy, partition} from "d3-hierarchy";

import {hideTip, html, number, onWidth, percent, plural, showTip, svg} from "./element.js";

const rowHeight = 22;
const leastWidth = 1.5;

/** Shows a tip while the pointer is on an element, and acts on a click or the enter key. */
function alive(element, lines, act) {
  element.addEventListener("pointermove", (event) => showTip(lines, event.clientX, event.clientY));
  element.addEventListener("pointerleave", hideTip);
  element.addEventListener("click", act);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}

/** The rectangles {data, depth, x0, x1} of the nodes: children from the left of their parent, the largest first. */
function rectanglesOf(nodes, vertices, width) {
  const known = new Set(nodes.map((node) => node.node));
  const children = group(nodes, (node) => (known.has(node.parent) ? node.parent : null));
  const root = hierarchy({node: null, vertices}, (node) => children.get(node.node));
  root.each((one) => {
    one.value = one.data.vertices;
  });
  partition().size([width, 1])(root.sort((a, b) => b.value - a.value));
  return root.descendants().slice(1);
}

/** The tree of the cores. `pick(node)` is called with a node, or with null. */
export function coreIcicle(tree, vertices, pick) {
  const element = html("div", {class: "icicle"});
  const boxes = new Map();
  let picked = null;
  function draw(width) {
    const places = rectanglesOf(tree, vertices, width);
    const rows = Math.max(1, ...places.map((place) => place.depth));
    const row = Math.min(rowHeight, 360 / rows);
    const root = svg("svg", {class: "chart", width, height: row * rows + 2, viewBox: `0 0 ${width} ${row * rows + 2}`,
                             role: "group", "aria-label": "Components of the cores; below a component lie those of larger k that it holds"});
    boxes.clear();
    for (const {data: node, depth, x0, x1} of places) {
      const wide = x1 - x0;
      if (wide < leastWidth) continue;
      const top = (depth - 1) * row;
      const words = `k = ${node.k}: ${plural(node.vertices, "vertex", "vertices")}`;
      const lines = [words, plural(node.edges, "edge", "edges"), `${percent(node.vertices > 1 ? (2 * node.edges) / node.vertices / (node.vertices - 1) : 0)} of all possible`];
      const box = svg("rect", {x: x0 + 0.5, y: top + 0.5, width: Math.max(1, wide - 0.5), height: row, tabindex: wide > 12 ? "0" : null,
                               role: "button", "aria-pressed": "false", "aria-label": words});
      alive(box, lines, () => pick(picked === node.node ? null : node));
      boxes.set(node.node, box);
      root.append(box);
      const label = `${node.k}: ${number(node.vertices)}`;
      if (row >= 12 && wide > 7 * label.length + 6) {
        root.append(svg("text", {x: x0 + 4, y: top + row / 2 + 4, "aria-hidden": "true"}, label));
      }
    }
    element.replaceChildren(root);
    element.mark(picked);
  }
  element.mark = (node) => {
    picked = node;
    for (const [one, box] of boxes) {
      box.classList.toggle("picked", one === node);
      box.setAttribute("aria-pressed", String(one === node));
    }
  };
  onWidth(element, draw);
  return element;
}

/**
 * Boxes along the axis of sizes, in the necessary number of rows. A box is {from, to, row, shade, words, lines}; `boxesOf(plot)` makes
 * them, in pixels, for the plot of the chart above: {x, left, right}. `pick(i)` is called with the number of a box, or with null.
 */
export function sizeStrip(label, boxesOf, pick) {
  const element = html("div", {class: "icicle strip"});
  const rowTall = 22;
  let drawn = [];
  let picked = null;
  element.draw = (plot, width) => {
    const boxes = boxesOf(plot);
    const height = rowTall * (1 + Math.max(0, ...boxes.map((box) => box.row))) + 4;
    const root = svg("svg", {class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label});
    drawn = boxes.map((box) => {
      const wide = box.to - box.from;
      const rectangle = svg("rect", {x: box.from, y: 2 + rowTall * box.row, width: Math.max(0.5, wide - 0.5), height: rowTall - 2,
                                     style: `fill-opacity:${(0.08 + 0.85 * box.shade).toFixed(3)}`, role: "button", "aria-pressed": "false",
                                     tabindex: wide > 14 ? "0" : null, "aria-label": box.words});
      alive(rectangle, [box.words, ...box.lines], () => pick(picked === box.number ? null : box.number));
      root.append(rectangle);
      return [box.number, rectangle];
    });
    element.replaceChildren(root);
    element.mark(picked);
  };
  element.mark = (box) => {
    picked = box;
    for (const [i, rectangle] of drawn) {
      rectangle.classList.toggle("picked", i === box);
      rectangle.setAttribute("aria-pressed", String(i === box));
    }
  };
  return element;
}

const degreeOf = (set) => set.average_strength ?? set.average_degree;
const linesOf = (set) => `${plural(set.edges, "edge", "edges")}, average ${set.average_strength === undefined ? "degree" : "strength"} ${number(degreeOf(set), 5)}`;
const shadeOf = (set, most) => (most > 0 ? degreeOf(set) / most : 0);

/** The dense layers: each box reaches from the size of the next inner layer to the size of its layer. */
export function layerBoxes(layers) {
  const most = degreeOf(layers[0]);
  return (plot) => {
    const at = (s) => Math.max(plot.left, Math.min(plot.right, plot.x(s)));
    return layers.map((layer, i) => ({
      number: i, row: 0, from: i === 0 ? plot.left : at(layers[i - 1].s), to: at(layer.s), shade: shadeOf(layer, most),
      words: `dense layer ${i + 1}: the ${plural(layer.s, "densest vertex", "densest vertices")}`,
      lines: [linesOf(layer), "no set of this size has more"],
    })).filter((box) => box.to - box.from > 0.4);
  };
}

/** The locally densest sets, at their sizes. Overlapping boxes go to further rows, the densest above. */
export function localBoxes(sets) {
  const wide = 16;
  const rows = 4;
  const most = degreeOf(sets[0]);
  return (plot) => {
    const ends = Array(rows).fill(null).map(() => []);
    const boxes = [];
    sets.forEach((set, i) => {
      const from = plot.x(set.s) - wide / 2;
      if (from < plot.left - wide || from > plot.right) return;
      const row = ends.findIndex((taken) => taken.every((other) => Math.abs(other - from) >= wide));
      if (row < 0) return;
      ends[row].push(from);
      boxes.push({number: i, row, from, to: from + wide - 1, shade: shadeOf(set, most), words: `locally densest set of ${plural(set.s, "vertex", "vertices")}`,
                  lines: [linesOf(set), "no set that meets it is denser"]});
    });
    return boxes;
  };
}
