// The slider over the sizes, on the axis of the chart above it.

import {minIndex} from "d3-array";

import {html} from "./element.js";

const steps = 10000;

/**
 * Options: sizes, increasing; words(i): label for screen readers; pick(i).
 * The element has `draw(plot)` and `show(i)`.
 */
export function sizeSlider(options) {
  const {sizes} = options;
  const range = html("input", {type: "range", min: 0, max: steps, step: 1, disabled: sizes.length < 2, "aria-label": "size of the set"});
  const element = html("div", {class: "slider"}, range);
  let at = 0;
  let positions = sizes.map((_, i) => (sizes.length > 1 ? (steps * i) / (sizes.length - 1) : 0));

  const go = (i) => {
    const next = Math.max(0, Math.min(sizes.length - 1, i));
    if (next !== at) options.pick(next);
  };
  range.addEventListener("input", () => go(minIndex(positions, (one) => Math.abs(one - Number(range.value)))));
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
  element.draw = (plot) => {
    const span = plot.right - plot.left || 1;
    positions = sizes.map((s) => (steps * (plot.x(s) - plot.left)) / span);
    range.style.marginLeft = `${plot.left - 8}px`;
    range.style.width = `${span + 16}px`;
    element.show(at);
  };
  return element;
}
