// The slider over the sizes, on the axis of the chart above it.

import {minIndex} from "d3-array";

import {canvas, html, number, plural, svg} from "./element.js";

const steps = 10000;

/**
 * Options: sizes, increasing; jumps: sizes at which many members leave; words(i): label for screen readers; pick(i).
 * The element has `draw(plot, width)` and `show(i)`.
 */
export function sizeSlider(options) {
  const {sizes} = options;
  const range = html("input", {type: "range", min: 0, max: steps, step: 1, "aria-label": "size of the set"});
  const strip = html("div", {class: "ticks", "aria-hidden": "true"});
  const element = html("div", {class: "slider"}, range, strip);
  let at = 0;
  let positions = sizes.map((_, i) => (sizes.length > 1 ? (steps * i) / (sizes.length - 1) : 0));

  const nearest = (position) => minIndex(positions, (one) => Math.abs(one - position));
  const go = (i) => {
    const next = Math.max(0, Math.min(sizes.length - 1, i));
    if (next !== at) options.pick(next);
  };
  range.addEventListener("input", () => go(nearest(Number(range.value))));
  range.addEventListener("change", () => element.show(at));
  range.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.round(sizes.length / 10));
    const moves = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: page, PageDown: -page, Home: -sizes.length, End: sizes.length};
    if (!(event.key in moves)) return;
    event.preventDefault();
    go(at + moves[event.key]);
  });

  element.show = (i) => {
    at = i;
    range.value = String(Math.round(positions[i]));
    range.setAttribute("aria-valuetext", options.words(i));
  };
  element.draw = (plot, width) => {
    const span = plot.right - plot.left || 1;
    positions = sizes.map((s) => (steps * (plot.x(s) - plot.left)) / span);
    range.style.marginLeft = `${plot.left - 8}px`;
    range.style.width = `${span + 16}px`;
    const root = canvas(width, 14);
    sizes.forEach((s, i) => {
      const jump = options.jumps.has(i);
      root.append(svg("path", {class: jump ? "jump" : "base", d: `M${plot.x(s)},0v${jump ? 12 : 6}`}));
    });
    strip.replaceChildren(root);
    element.show(at);
  };
  if (sizes.length < 2) range.disabled = true;
  element.append(html("p", {class: "note"}, options.jumps.size > 0
    ? `Long marks: ${plural(options.jumps.size, "size", "sizes")} of ${number(sizes.length)} at which another set takes over.`
    : "No size at which another set takes over: each set extends the previous one."));
  return element;
}
