// Methods that are picked out or hidden, and values under the pointer.

import {hideTip, showTip} from "./element.js";

const root = document.documentElement;
root.classList.add("js");
const all = (selector) => [...document.querySelectorAll(selector)];

// Methods: hidden ones, those picked out by a click, and the one under the pointer.
const hidden = new Set();
const lit = new Set();
let over = null;
const parts = all("[data-series]");
const boxes = all(".keys input");
const names = all(".keys button[data-key]");
const reset = document.querySelector(".keys .reset");

function draw() {
  const some = over !== null || lit.size > 0;
  for (const part of parts) {
    const key = part.dataset.series;
    part.classList.toggle("off", hidden.has(key));
    part.classList.toggle("dim", some && !lit.has(key) && key !== over);
  }
  for (const name of names) name.setAttribute("aria-pressed", String(lit.has(name.dataset.key)));
  for (const box of boxes) box.checked = !hidden.has(box.dataset.key);
  reset.classList.toggle("on", lit.size + hidden.size > 0);
}

function pointAt(key) {
  if (key === over) return;
  over = key;
  draw();
}

function clear() {
  hidden.clear();
  lit.clear();
  over = null;
  draw();
}

for (const name of names) {
  const {key} = name.dataset;
  name.addEventListener("click", () => {
    if (!lit.delete(key)) {
      lit.add(key);
      hidden.delete(key);
    }
    over = null;
    draw();
  });
  name.addEventListener("mouseenter", () => pointAt(hidden.has(key) ? null : key));
  name.addEventListener("mouseleave", () => pointAt(null));
}
for (const box of boxes) {
  const {key} = box.dataset;
  box.addEventListener("change", () => {
    if (box.checked) {
      hidden.delete(key);
    } else {
      hidden.add(key);
      lit.delete(key);
    }
    draw();
  });
}
reset.addEventListener("click", clear);

// Hover texts: taken from the titles, which browsers show late or not at all.
for (const point of all(".point")) {
  const title = point.querySelector("title");
  if (!title) continue;
  point.dataset.tip = title.textContent;
  title.remove();
}
for (const cell of all("[title]")) {
  cell.dataset.tip = cell.title;
  cell.removeAttribute("title");
}
document.addEventListener("mousemove", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (at && !at.closest(".keys")) {
    const line = at.closest(".chart .series");
    pointAt(line ? line.dataset.series : null);
  }
  const source = at && at.closest("[data-tip]");
  if (source) showTip([source.dataset.tip], event.clientX, event.clientY);
  else hideTip();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  hideTip();
  clear();
});
