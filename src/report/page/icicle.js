// Nested parts: the components of the cores as rectangles, and the dense layers along the axis of sizes.

import {group} from "d3-array";
import {hierarchy, partition} from "d3-hierarchy";
import {scaleLinear} from "d3-scale";

import {axisBelow} from "./chart.js";
import {canvas, hideTip, html, number, onWidth, percent, plural, showTip, svg} from "./element.js";

const rowHeight = 22;
const leastWidth = 1.5;
const axisHeight = 42;

/** An element of boxes by number, one of which can be picked: `pick` is called with its number, or with null. */
function pickable(name, pick) {
  const element = html("div", {class: name});
  const boxes = new Map();
  let picked = null;
  element.mark = (chosen) => {
    picked = chosen;
    for (const [one, box] of boxes) {
      box.classList.toggle("picked", one === chosen);
      box.setAttribute("aria-pressed", String(one === chosen));
    }
  };
  /** Replaces the figure and its boxes: [number, lines of its tip, attributes]. */
  element.fill = (root, list) => {
    boxes.clear();
    for (const [one, lines, attributes] of list) {
      const act = () => pick(picked === one ? null : one);
      boxes.set(one, svg("rect", {...attributes, role: "button", "aria-label": lines[0], onclick: act, onpointerleave: hideTip,
                                  onpointermove: (event) => showTip(lines, event.clientX, event.clientY),
                                  onkeydown: (event) => {
                                    if (event.key !== "Enter" && event.key !== " ") return;
                                    event.preventDefault();
                                    act();
                                  }}));
    }
    root.prepend(...boxes.values());
    element.replaceChildren(root);
    element.mark(picked);
  };
  return element;
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

/** The tree of the cores. `pick(node)` is called with the number of a node, or with null. */
export function coreIcicle(tree, vertices, pick) {
  const element = pickable("icicle", pick);
  onWidth(element, (width) => {
    const places = rectanglesOf(tree, vertices, width);
    const rows = Math.max(1, ...places.map((place) => place.depth));
    const row = Math.min(rowHeight, 360 / rows);
    const root = canvas(width, row * rows + axisHeight, {role: "group", "aria-label": "Components of the cores; below each component are its components of larger k"});
    root.append(...axisBelow(scaleLinear().domain([0, vertices]).range([0, width]), {label: "vertices", integers: true}, row * rows + 2));
    element.fill(root, places.filter(({x0, x1}) => x1 - x0 >= leastWidth).map(({data: node, depth, x0, x1}) => {
      const [wide, top] = [x1 - x0, (depth - 1) * row];
      const label = `k = ${node.k}: ${number(node.vertices)}`;
      if (row >= 12 && wide > 7 * label.length + 6) root.append(svg("text", {x: x0 + 4, y: top + row / 2 + 4, "aria-hidden": "true"}, label));
      const share = node.vertices > 1 ? (2 * node.edges) / node.vertices / (node.vertices - 1) : 0;
      return [node.node, [`k = ${node.k}: ${plural(node.vertices, "vertex", "vertices")}`, plural(node.edges, "edge", "edges"), `${percent(share)} of all possible`],
              {x: x0 + 0.5, y: top + 0.5, width: Math.max(1, wide - 0.5), height: row, tabindex: wide > 12 ? "0" : null}];
    }));
  });
  return element;
}

/**
 * Boxes along the axis of sizes, in the necessary number of rows. A box is {number, from, to, row, shade, lines}; `boxesOf(plot)` makes
 * them, in pixels, for the plot of the chart above: {x, left, right}. `pick(i)` is called with the number of a box, or with null.
 */
export function sizeStrip(label, boxesOf, pick) {
  const element = pickable("icicle strip", pick);
  element.draw = (plot, width) => {
    const boxes = boxesOf(plot);
    const height = rowHeight * (1 + Math.max(0, ...boxes.map((box) => box.row))) + 4;
    const root = canvas(width, height + axisHeight, {role: "group", "aria-label": label});
    root.append(...axisBelow(plot.x, {label: "vertices in the set, s", integers: true}, height));
    element.fill(root, boxes.map((box) => [box.number, box.lines, {
      x: box.from, y: 2 + rowHeight * box.row, width: Math.max(0.5, box.to - box.from - 0.5), height: rowHeight - 2,
      style: `fill-opacity:${(0.08 + 0.85 * box.shade).toFixed(3)}`, tabindex: box.to - box.from > 14 ? "0" : null}]));
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
      lines: [`dense layer ${i + 1}: the ${plural(layer.s, "densest vertex", "densest vertices")}`, linesOf(layer), "no set of this size has more"],
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
      boxes.push({number: i, row, from, to: from + wide - 1, shade: shadeOf(set, most),
                  lines: [`locally densest set of ${plural(set.s, "vertex", "vertices")}`, linesOf(set), "no set that meets it is denser"]});
    });
    return boxes;
  };
}
