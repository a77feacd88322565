// Elements of the page, its address, and formats of numbers. Text from the graph is only inserted as text.

const svgSpace = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element: html("p", {class: "note"}, "text", child, ...). Attributes such as "onclick" are listeners. */
export const html = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** An SVG element, as html(). */
export const svg = (tag, attributes = {}, ...children) => filled(document.createElementNS(svgSpace, tag), attributes, children);

/** An empty figure of this size in pixels. */
export const canvas = (width, height, attributes) => svg("svg", {class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, ...attributes});

/** A name and a value of a list of facts, with a note below. */
export const fact = (name, value, note = null) => html("div", {}, html("dt", {}, name), html("dd", {}, value, note ? html("small", {}, note) : null));

/** A vertex name, at most `most` characters of it, isolated from the text direction around it. */
export function nameOf(name, most = 60) {
  const text = String(name);
  const shown = text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
  return html("bdi", {title: text.length > most ? text.slice(0, 2000) : null}, shown);
}

/** 1,234,567; numbers that are not integers get `digits` digits. */
export function number(value, digits = 6) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "-";
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  const rounded = Number(value.toPrecision(digits));
  const small = rounded !== 0 && Math.abs(rounded) < 1e-4;
  return small ? rounded.toExponential() : rounded.toLocaleString("en-US", {maximumFractionDigits: 12});
}

export const percent = (share) => (share === null || !Number.isFinite(share) ? "-" : `${number(100 * share, 4)} %`);

export const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;

/** 10 us, 1.5 ms, 2 s. */
export function seconds(value) {
  if (value === null || value === undefined) return "-";
  if (value < 1e-3) return `${number(value * 1e6, 3)} \u00b5s`;
  if (value < 1) return `${number(value * 1e3, 3)} ms`;
  return `${number(value, 3)} s`;
}

/** One field of CSV, quoted if necessary. */
const field = (value) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csv = (rows) => rows.map((row) => `${row.map(field).join(",")}\n`).join("");

/** Offers a text as a file. */
export function download(name, text, type = "text/plain") {
  const link = html("a", {href: URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`})), download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Copies a text; without a clipboard for local pages, through a text field. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = html("textarea", {class: "away", "aria-hidden": "true"});
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** A button that confirms its action for a moment. */
export function button(label, act, attributes = {}) {
  const element = html("button", {type: "button", ...attributes}, label);
  element.addEventListener("click", async () => {
    const said = await act();
    if (!said) return;
    element.textContent = said;
    announce(said);
    setTimeout(() => (element.textContent = label), 1600);
  });
  return element;
}

/** Announces a sentence to screen readers. */
export function announce(text) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}

/** A box with a label; act(checked) is called for a change. The element has `show(checked)`. */
export function checkbox(words, checked, act, attributes = {}) {
  const box = html("input", {type: "checkbox", checked, onchange: () => act(box.checked)});
  const element = html("label", attributes, box, ...words);
  element.show = (value) => (box.checked = value);
  return element;
}

export const at = (id) => document.getElementById(id);

/** A name of a file: the name of a graph, and what the file holds. */
export const fileNameOf = (name, what) => `${String(name).replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60) || "graph"}-${what}`;

/** The measures of a set of s vertices; `weighted` is the label for graphs with weights. */
export const densities = {
  density: {label: "edge density", weighted: "weight per pair", of: (s, weight) => (s > 1 ? weight / ((s * (s - 1)) / 2) : 0)},
  degree: {label: "average degree", weighted: "average strength", of: (s, weight) => (2 * weight) / s},
  weight: {label: "edges inside", weighted: "weight inside", of: (s, weight) => weight},
};

/** Buttons of which one is pressed: options are [value, label]. */
export function choice(label, options, chosen, act) {
  const group = html("div", {class: "choice", role: "group", "aria-label": label});
  const show = (value) => {
    for (const one of group.children) one.setAttribute("aria-pressed", String(one.dataset.value === String(value)));
  };
  for (const [value, words] of options) {
    group.append(html("button", {type: "button", "data-value": value, onclick: () => {
      show(value);
      act(value);
    }}, words));
  }
  show(chosen);
  group.show = show;
  return group;
}

// --- the address of a report: #s=77&v=123 ----------------------------------------------------------------

/** The parameters in the address. */
export const addressWords = () => new URLSearchParams(window.location.hash.slice(1));

/** Writes the address, without a new entry in the history. */
export function writeAddress(state) {
  const known = Object.entries(state).filter(([, value]) => value !== null && value !== undefined);
  const address = `#${new URLSearchParams(known)}`;
  if (address === window.location.hash) return;
  try {
    window.history.replaceState(null, "", address);
  } catch {
    // A page embedded in another one, as in a notebook, has no address.
  }
}

// --- tips at the pointer ------------------------------------------------------------------------------

let tip = null;

/** Shows lines of text next to a point of the window, or hides them. */
export function showTip(lines, x, y) {
  if (!tip) {
    tip = html("div", {class: "tip", "aria-hidden": "true"});
    document.body.append(tip);
  }
  tip.classList.toggle("on", Boolean(lines));
  if (!lines) return;
  tip.replaceChildren(...lines.map((text) => html("div", {}, html("bdi", {}, text.slice(0, 200)))));
  const left = Math.min(x + 14, window.innerWidth - tip.offsetWidth - 8);
  const below = y + 18;
  const top = below + tip.offsetHeight > window.innerHeight ? y - tip.offsetHeight - 12 : below;
  tip.style.transform = `translate(${Math.max(4, left)}px,${Math.max(4, top)}px)`;
}

export const hideTip = () => showTip(null);

/** The document that the page shows. */
export function pageDocument() {
  return JSON.parse(document.getElementById("document").textContent);
}

/** Calls back with the width of an element, at the next frame and whenever it changes. */
export function onWidth(element, act) {
  let last = 0;
  new ResizeObserver(() => {
    const width = Math.floor(element.clientWidth);
    if (width === last || width === 0) return;
    last = width;
    requestAnimationFrame(() => act(width));  // the drawing may change other widths
  }).observe(element);
}
