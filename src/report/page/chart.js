// Line charts: SVG, with scales and shapes of d3.

import {extent, least} from "d3-array";
import {scaleLinear, scaleLog} from "d3-scale";
import {area, curveLinear, curveStepAfter, line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle} from "d3-shape";

import {button, canvas, checkbox, download, hideTip, html, number, onWidth, seconds, showTip, svg} from "./element.js";

const margin = {left: 68, right: 14, top: 12, bottom: 42};

const marks = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];

/** The look of a series: grey with one of four marks for a kind, else one of eight colours with one of four marks. */
const lookOf = ({kind, mark = 0, style: i}) => (kind ? {name: kind, shape: symbol().type(marks[mark]).size(100)}
  : {name: `s${i % 8}`, colour: `--c:var(--series-${i % 8})`, shape: symbol().type(marks[(i + Math.floor(i / 8)) % 4]).size(50), dashed: i >= 8});

/** The line and mark of a series, with the mark at (x, 0). */
function sample(series, x, attributes) {
  const {name, colour, shape, dashed} = lookOf(series);
  return svg("g", {...attributes, class: name, style: colour},
             series.line === "none" ? null : svg("path", {class: `line${dashed ? " dashed" : ""}`, d: `M0,0H${2 * x}`}),
             series.marks === "none" ? null : svg("path", {class: "mark", d: shape(), transform: `translate(${x},0)`}));
}

/** The line and mark of a series, for legends. */
export const swatch = (series) => svg("svg", {class: "swatch chart", viewBox: "0 0 28 16", "aria-hidden": "true"}, sample(series, 13, {transform: "translate(1,8)"}));

/** The least and the largest value of an axis, or null. */
function ends(series, axis, of) {
  const values = series.flatMap((one) => one.points.map(of)).concat(axis.domain || []);
  const [first, high] = extent(values.filter((value) => Number.isFinite(value) && (axis.scale !== "log" || value > 0)));
  if (first === undefined) return null;
  const low = axis.zero && axis.scale !== "log" ? Math.min(0, first) : first;
  if (low < high) return [low, high];
  return axis.scale === "log" ? [low / 2, high * 2] : [low - 1, high + 1];
}

/** A scale from the ends of an axis to pixels. */
const scaleOf = (axis, domain, range) => (axis.scale === "log" ? scaleLog() : scaleLinear()).domain(domain).range(range);

/** About `wanted` ticks; a log scale has more and labels only some of them. */
function ticksOf(scale, axis, wanted) {
  const label = scale.tickFormat(wanted);
  return scale.ticks(wanted).filter((tick) => label(tick) !== "" && (!axis.integers || Number.isInteger(tick)));
}

/** A short label for an axis: 0.5, 2,000, 50K, 2.5M. */
function tickText(axis, value) {
  if (axis.seconds) return seconds(value);
  return Math.abs(value) < 1e4 ? number(value, 4) : value.toLocaleString("en-US", {notation: "compact", maximumSignificantDigits: 4});
}

/** The line, the ticks and the label of an axis below a plot. */
function axisBelow(x, axis, bottom) {
  const [left, right] = x.range();
  const parts = [svg("path", {class: "base", d: `M${left},${bottom}H${right}`}),
                 svg("text", {x: (left + right) / 2, y: bottom + 36, "text-anchor": "middle"}, axis.label)];
  let last = -Infinity;
  for (const tick of ticksOf(x, axis, Math.max(2, Math.floor((right - left) / 90)))) {
    const text = tickText(axis, tick);
    if (x(tick) - last < 7 * text.length + 10) continue;
    last = x(tick);
    parts.push(svg("path", {class: "base", d: `M${last},${bottom}v5`}), svg("text", {x: last, y: bottom + 18, "text-anchor": "middle"}, text));
  }
  return parts;
}

/** True if the largest of the positive values exceeds the least more than `factor` times, which suits a log axis. */
export function spans(values, factor) {
  const [low, high] = extent(values.filter((value) => value > 0));
  return high > factor * low;
}

/** The switch of the log axis of view[key]. */
export const logSwitch = (view, key, act) => checkbox(["log axis"], view[key], (checked) => {
  view[key] = checked;
  act();
}, {class: "switch"});

/**
 * A chart as wide as its container.
 *
 * spec(): {title, description, x: axis, y: axis, series, height}
 * axis: {label, scale: "linear" | "log", integers, zero, domain, seconds}
 * series: {name, style | kind: "bound" | "quiet" and mark: 0 to 3, line: "straight" | "step" | "none", marks: "all" | "none" | "last",
 * points: [{x, y, tip, hollow, apart: a mark outside the line, key}], below?(point): lower edge of a band}
 * Options: cursor: draws a line at `setCursor(x)`; pick(key): called for a chosen point; dim(series): true for dimmed series.
 * The element has `draw()`, `setCursor(x)`, and `mark()` to apply a changed dim.
 */
export function lineChart(spec, options = {}) {
  const element = html("div", {class: "chart-box"});
  let cursor = null;
  let width = 0;
  let points = [];
  let cursorLine = null;
  let halo = null;
  let groups = [];

  function placeCursor() {
    if (!cursorLine || !element.plot) return;
    const shown = cursor !== null && Number.isFinite(cursor);
    cursorLine.setAttribute("visibility", shown ? "visible" : "hidden");
    if (shown) cursorLine.setAttribute("transform", `translate(${element.plot.x(cursor)},0)`);
  }

  function seriesPaths(one, x, y) {
    const fits = (p) => Number.isFinite(x(p.x)) && Number.isFinite(y(p.y));
    const drawn = one.points.filter(fits);
    const look = lookOf(one);
    const group = svg("g", {class: `series ${look.name}`, style: look.colour, "data-series": one.name});
    const curve = one.line === "step" ? curveStepAfter : curveLinear;
    if (one.below) {
      const floor = y.range()[0];
      const band = area().x((p) => x(p.x)).y1((p) => y(p.y)).y0((p) => (Number.isFinite(y(one.below(p))) ? y(one.below(p)) : floor)).curve(curve);
      group.append(svg("path", {class: "area", d: band(drawn) || ""}));
    }
    if (one.line !== "none" && drawn.length > 0) {
      const path = line().x((p) => x(p.x)).y((p) => y(p.y)).curve(curve);
      group.append(svg("path", {class: `line${look.dashed ? " dashed" : ""}`, d: path(drawn.filter((p) => !p.apart)) || ""}));
    }
    const marked = one.marks === "all" ? drawn : one.marks === "last" ? drawn.slice(-1) : drawn.filter((p) => p.apart);
    for (const p of marked) {
      group.append(svg("path", {class: `mark${p.hollow ? " hollow" : ""}`, d: look.shape(), transform: `translate(${x(p.x)},${y(p.y)})`}));
    }
    for (const p of drawn) if (p.tip) points.push({left: x(p.x), top: y(p.y), point: p, series: one});
    return group;
  }

  element.draw = () => {
    if (width === 0) return;
    const what = spec();
    const height = Math.min(what.height || 340, Math.max(240, width * 0.75));
    const box = {right: width - margin.right, bottom: height - margin.bottom};
    const root = canvas(width, height, {role: "img", "aria-label": `${what.title}. ${what.description}`});
    const xEnds = ends(what.series, what.x, (p) => p.x);
    const yEnds = ends(what.series, what.y, (p) => p.y);
    points = [];
    groups = [];
    cursorLine = null;
    if (!xEnds || !yEnds) {
      root.append(svg("text", {class: "none", x: width / 2, y: height / 2, "text-anchor": "middle"}, "no data"));
      element.replaceChildren(root);
      return;
    }
    const x = scaleOf(what.x, xEnds, [margin.left, box.right]);
    const y = scaleOf(what.y, yEnds, [box.bottom, margin.top]);
    if (!what.y.domain) y.nice(6);
    for (const tick of ticksOf(y, what.y, 6)) {
      root.append(svg("path", {class: "rule", d: `M${margin.left},${y(tick)}H${box.right}`}),
                  svg("text", {x: margin.left - 8, y: y(tick) + 4, "text-anchor": "end"}, tickText(what.y, tick)));
    }
    root.append(...axisBelow(x, what.x, box.bottom),
                svg("text", {transform: `translate(13,${(margin.top + box.bottom) / 2}) rotate(-90)`, "text-anchor": "middle"}, what.y.label));
    groups = [...what.series].reverse().map((one) => ({one, group: seriesPaths(one, x, y)}));
    root.append(...groups.map(({group}) => group));
    cursorLine = svg("path", {class: "cursor", d: `M0,${margin.top}V${box.bottom}`});
    halo = svg("circle", {class: "halo", r: 7, visibility: "hidden"});
    root.append(cursorLine, halo);
    element.plot = {x, y};
    element.replaceChildren(root);
    placeCursor();
    element.mark();
  };

  function nearest(event) {
    const root = element.firstElementChild;
    if (!root) return null;
    const box = root.getBoundingClientRect();
    const px = event.clientX - box.left;
    const py = event.clientY - box.top;
    const distance = (one) => (one.left - px) ** 2 * 2 + (one.top - py) ** 2;
    const best = least([...points].reverse(), distance);  // the element drawn last is on top
    return best && distance(best) <= 1600 ? best : null;
  }

  function leave() {
    hideTip();
    if (halo) halo.setAttribute("visibility", "hidden");
  }
  element.addEventListener("pointermove", (event) => {
    const one = nearest(event);
    if (!one || !halo) return leave();
    halo.setAttribute("cx", one.left);
    halo.setAttribute("cy", one.top);
    halo.setAttribute("visibility", "visible");
    return showTip([].concat(one.point.tip), event.clientX, event.clientY);
  });
  element.addEventListener("pointerleave", leave);
  if (options.pick) {
    element.classList.add("picks");
    element.addEventListener("click", (event) => {
      const one = nearest(event);
      if (one && one.point.key !== undefined) options.pick(one.point.key);
      else if (options.pickAt && element.plot) {
        const box = element.getBoundingClientRect();
        options.pickAt(element.plot.x.invert(event.clientX - box.left));
      }
    });
  }
  element.mark = () => {
    if (options.dim) for (const {one, group} of groups) group.classList.toggle("dim", options.dim(one));
  };
  element.setCursor = (x) => {
    cursor = x;
    placeCursor();
  };
  onWidth(element, (now) => {
    width = now;
    element.draw();
  });
  return element;
}

/** The swatches and names of a legend in lines below a chart, and the height of the whole. */
function fileLegend(entries, width, top) {
  let x = margin.left;
  let y = top + 10;
  const group = svg("g");
  for (const entry of entries) {
    const room = 44 + 7 * entry.name.length;
    if (x > margin.left && x + room > width) {
      x = margin.left;
      y += 18;
    }
    group.append(sample(entry, 13, {transform: `translate(${x},${y})`}), svg("text", {x: x + 32, y: y + 4}, entry.name));
    x += room;
  }
  return {group, height: y + 14};
}

/** The chart as a separate SVG file with its styles. `legend`: series for the lines below. */
function chartFile(element, legend) {
  const root = element.querySelector("svg");
  const {width, height} = root.viewBox.baseVal;
  const below = fileLegend(legend, width, height);
  if (legend.length > 0) root.append(below.group);  // for its styles
  const copy = root.cloneNode(true);
  const properties = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity", "paint-order", "text-anchor", "font-size", "font-family", "font-style"];
  const from = [root, ...root.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((one, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of properties) one.setAttribute(name, style.getPropertyValue(name));
    one.removeAttribute("class");
  });
  if (legend.length > 0) {
    below.group.remove();
    copy.setAttribute("height", below.height);
    copy.setAttribute("viewBox", `0 0 ${width} ${below.height}`);
  }
  copy.insertBefore(svg("title", {}, root.getAttribute("aria-label")), copy.firstChild);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** A button that saves the figure inside of an element: `file()` is its name, `legend()` as in chartFile. */
export const saveButton = (element, file, legend = () => [], attributes = {}) => button("Save as SVG",
  () => download(file(), chartFile(element, legend()), "image/svg+xml"), attributes);
