// The drawing of a set: its vertices and edges, or the matrix of a large set.

import {button, download, hideTip, html, number, onWidth, plural, showTip} from "./element.js";

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Mark radius: less than half the distance to the nearest vertex for four of five vertices, in a square of this side. */
function radiusFor(set, side) {
  const nearest = set.x.map((x, i) => Math.min(1, ...set.x.map((other, j) => (i === j ? 1 : Math.hypot(x - other, set.y[i] - set.y[j])))));
  nearest.sort((a, b) => a - b);
  return Math.max(2.5, Math.min(11, 0.45 * side * (nearest[Math.floor(nearest.length / 5)] || 1)));
}

const nothingNear = -1;
const border = 28;  // pixels around the vertices, for a mark and the name above it

/** Moves and zooms a picture: wheel, drag, two fingers, the keys + - 0 and arrows. */
class View {
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.changed = changed;
    this.pointers = new Map();
    this.way = 0;  // pixels moved by the pointers since the first press
    this.reset();
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !document.activeElement.isSameNode(canvas)) return;  // the wheel scrolls the page unless the picture has the focus
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetX, event.offsetY);
    }, {passive: false});
    canvas.addEventListener("pointerdown", (event) => {
      if (this.pointers.size === 0) this.way = 0;
      this.pointers.set(event.pointerId, event);
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("dblclick", (event) => this.zoom(2, event.offsetX, event.offsetY));
  }

  reset() {
    this.scale = 1;
    this.left = 0;
    this.top = 0;
  }

  get dragging() {
    return this.pointers.size > 0;
  }

  /** True if the press that has just ended moved the picture; it is then no click. */
  get dragged() {
    return this.way > 4;
  }

  zoom(factor, x, y) {
    const scale = Math.max(1, Math.min(24, this.scale * factor));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    if (scale === 1) this.reset();
    this.changed();
  }

  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const others = [...this.pointers.values()].filter((one) => one.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    this.way += Math.hypot(event.offsetX - before.offsetX, event.offsetY - before.offsetY);
    if (others.length === 1) {
      const [other] = others;
      const distance = (a) => Math.hypot(a.offsetX - other.offsetX, a.offsetY - other.offsetY) || 1;
      this.zoom(distance(event) / distance(before), other.offsetX, other.offsetY);
    } else if (others.length === 0 && this.scale > 1) {
      this.left += event.offsetX - before.offsetX;
      this.top += event.offsetY - before.offsetY;
      this.changed();
    }
  }

  key(event) {
    const middle = this.canvas.clientWidth / 2;
    const steps = {ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40]};
    if (event.key === "+" || event.key === "=") this.zoom(1.3, middle, middle);
    else if (event.key === "-") this.zoom(1 / 1.3, middle, middle);
    else if (event.key === "0") {
      this.reset();
      this.changed();
    } else if (event.key in steps && this.scale > 1) {
      this.left += steps[event.key][0];
      this.top += steps[event.key][1];
      this.changed();
    } else return;
    event.preventDefault();
  }
}

/**
 * The drawing of one set at a time. Options: pick(place): called for a clicked vertex; dim(place): true for dimmed vertices.
 * A set is {s, members: places in `names`, names, degrees (inside), x, y, ends: places of edges, matrix}.
 */
export function setDrawing(options) {
  const canvas = html("canvas", {tabindex: "0", role: "img", class: "drawing"});
  const note = html("p", {class: "note"});
  const element = html("div", {class: "drawing-box"}, canvas, note);
  let set = null;
  let lit = null;     // place of the picked vertex
  let over = nothingNear;  // number in the set of the vertex under the pointer
  let side = 0;
  let asked = false;
  const radii = new Map();  // radii of the vertices, by size
  const view = new View(canvas, () => redraw());

  function redraw() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      paint();
    });
  }

  const place = (i) => {
    const inner = side - 2 * border;
    return [border + inner * set.x[i], border + inner * set.y[i]].map((value, axis) => value * view.scale + (axis === 0 ? view.left : view.top));
  };

  const around = (i) => {
    const near = new Set([i]);
    for (const j of set.edgesOf[i]) near.add(j);
    return near;
  };

  function paintGraph(pen) {
    const picked = over !== nothingNear ? over : set.numbers.has(lit) ? set.numbers.get(lit) : nothingNear;
    const near = picked === nothingNear ? null : around(picked);
    const quiet = (i) => (near ? !near.has(i) : options.dim(set.members[i]));
    const at = set.members.map((_, i) => place(i));
    const edges = set.pairs.length / 2;
    pen.strokeStyle = colour("--ink");
    pen.lineWidth = edges > 4000 ? 0.6 : 1;
    const strokes = (alpha, wanted) => {
      pen.globalAlpha = alpha;
      pen.beginPath();
      for (let e = 0; e < set.pairs.length; e += 2) {
        const a = set.pairs[e];
        const b = set.pairs[e + 1];
        if (!wanted(a, b)) continue;
        pen.moveTo(at[a][0], at[a][1]);
        pen.lineTo(at[b][0], at[b][1]);
      }
      pen.stroke();
    };
    const plain = Math.max(0.06, Math.min(0.4, 120 / Math.sqrt(edges + 1) / 40));
    if (near) {
      strokes(plain / 4, (a, b) => a !== picked && b !== picked);
      pen.strokeStyle = colour("--series-1");
      strokes(0.8, (a, b) => a === picked || b === picked);
    } else {
      strokes(plain / 4, (a, b) => quiet(a) || quiet(b));
      strokes(plain, (a, b) => !quiet(a) && !quiet(b));
    }
    const radius = set.radius * (side / 560) * Math.min(1.8, Math.sqrt(view.scale));
    const fresh = colour("--series-2");
    const usual = colour("--series-0");
    for (let i = 0; i < at.length; ++i) {
      pen.globalAlpha = quiet(i) ? 0.22 : 1;
      pen.beginPath();
      if (set.entered.has(set.members[i])) pen.rect(at[i][0] - radius, at[i][1] - radius, 2 * radius, 2 * radius);
      else pen.arc(at[i][0], at[i][1], radius, 0, 2 * Math.PI);
      pen.fillStyle = i === picked ? colour("--series-1") : set.entered.has(set.members[i]) ? fresh : usual;
      pen.fill();
      pen.lineWidth = 1;
      pen.strokeStyle = colour("--paper");
      pen.stroke();
    }
    pen.globalAlpha = 1;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    const room = at.length <= 40 || view.scale > 3;
    for (let i = 0; i < at.length; ++i) {
      if (!(room && !quiet(i)) && i !== picked && !(near && near.has(i) && near.size <= 30)) continue;
      const text = String(set.names[i]).slice(0, 24);
      pen.lineWidth = 3;
      pen.strokeStyle = colour("--paper");
      pen.fillStyle = colour("--ink");
      const half = pen.measureText(text).width / 2 + 2;
      const middle = Math.max(half, Math.min(side - half, at[i][0]));
      const line = Math.max(12, at[i][1] - radius - 3);
      pen.strokeText(text, middle, line);
      pen.fillText(text, middle, line);
    }
  }

  function cellShade(row, column) {
    const {ranges, edges} = set.matrix;
    const count = edges[(row * (row + 1)) / 2 + column];
    const width = (r) => Math.ceil(((r + 1) * set.s) / ranges) - Math.ceil((r * set.s) / ranges);
    const pairs = row === column ? (width(row) * (width(row) - 1)) / 2 : width(row) * width(column);
    return {count, pairs, share: pairs > 0 ? count / pairs : 0};
  }

  function paintMatrix(pen) {
    const {ranges} = set.matrix;
    const cell = ((side - 4) / ranges) * view.scale;
    pen.fillStyle = colour("--series-0");
    for (let row = 0; row < ranges; ++row) {
      for (let column = 0; column <= row; ++column) {
        const {share} = cellShade(row, column);
        if (share === 0) continue;
        pen.globalAlpha = 0.08 + 0.92 * Math.sqrt(share);
        pen.fillRect(2 + view.left + column * cell, 2 + view.top + row * cell, cell + 0.3, cell + 0.3);
        if (row !== column) pen.fillRect(2 + view.left + row * cell, 2 + view.top + column * cell, cell + 0.3, cell + 0.3);
      }
    }
    pen.globalAlpha = 1;
    pen.strokeStyle = colour("--base");
    pen.strokeRect(0.5, 0.5, side - 1, side - 1);
  }

  function paint() {
    if (side === 0 || !set) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = side * ratio;
    canvas.height = side * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    if (set.pairs) paintGraph(pen);
    else if (set.matrix) paintMatrix(pen);
    canvas.dataset.painted = String(set.s);
  }

  function nearest(event) {
    let best = nothingNear;
    let least = 400;
    set.members.forEach((_, i) => {
      const [x, y] = place(i);
      const distance = (x - event.offsetX) ** 2 + (y - event.offsetY) ** 2;
      if (distance < least) {
        least = distance;
        best = i;
      }
    });
    return best;
  }

  function hoverMatrix(event) {
    const {ranges} = set.matrix;
    const cell = ((side - 4) / ranges) * view.scale;
    const cells = [(event.offsetX - 2 - view.left) / cell, (event.offsetY - 2 - view.top) / cell].map(Math.floor);
    if (Math.min(...cells) < 0 || Math.max(...cells) >= ranges) return hideTip();
    const [row, column] = [Math.max(...cells), Math.min(...cells)];
    const {count, pairs} = cellShade(row, column);
    const span = (r) => `${number(Math.ceil((r * set.s) / ranges) + 1)} to ${number(Math.ceil(((r + 1) * set.s) / ranges))}`;
    return showTip([`members ${span(row)} and ${span(column)}`, `${plural(count, "edge", "edges")} of ${number(pairs)} possible`], event.clientX, event.clientY);
  }

  canvas.addEventListener("pointermove", (event) => {
    if (!set || view.dragging) return;
    if (!set.pairs) {
      if (set.matrix) hoverMatrix(event);
      return;
    }
    const now = nearest(event);
    if (now !== over) {
      over = now;
      redraw();
    }
    canvas.dataset.over = now === nothingNear ? "" : String(set.names[now]).slice(0, 200);
    if (now === nothingNear) hideTip();
    else showTip([String(set.names[now]), `${plural(set.degrees[now], "edge", "edges")} inside the set`], event.clientX, event.clientY);
  });
  canvas.addEventListener("pointerleave", () => {
    hideTip();
    canvas.dataset.over = "";
    if (over !== nothingNear) {
      over = nothingNear;
      redraw();
    }
  });
  canvas.addEventListener("click", (event) => {
    if (set && set.pairs && !view.dragged) {
      const i = nearest(event);
      options.pick(i === nothingNear ? null : set.members[i]);
    }
  });

  /** The drawing as SVG, without highlights. */
  function file() {
    const r = radiusFor(set, 1000).toFixed(1);
    const at = set.members.map((_, i) => [20 + 960 * set.x[i], 20 + 960 * set.y[i]].map((v) => v.toFixed(1)));
    const parser = new XMLSerializer();
    const out = [];
    for (let e = 0; e < set.pairs.length; e += 2) {
      const [a, b] = [at[set.pairs[e]], at[set.pairs[e + 1]]];
      out.push(`<path d="M${a[0]},${a[1]}L${b[0]},${b[1]}"/>`);
    }
    const titles = set.names.map((name) => parser.serializeToString(document.createTextNode(String(name))));
    const dots = at.map(([x, y], i) => `<circle cx="${x}" cy="${y}" r="${r}"><title>${titles[i]}</title></circle>`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">\n` +
           `<g stroke="#1b1f24" stroke-opacity="0.3">${out.join("\n")}</g>\n<g fill="#0068a8" stroke="#fff">${dots.join("\n")}</g>\n</svg>\n`;
  }

  const save = button("Save as SVG", () => download(`set-${set.s}.svg`, file(), "image/svg+xml"));
  const whole = button("Whole picture", () => {
    view.reset();
    redraw();
  });
  element.append(html("div", {class: "tools"}, whole, save));

  element.show = (now) => {
    const other = !set || set.s !== now.s;
    set = now;
    over = nothingNear;
    if (other) view.reset();
    set.numbers = new Map(set.members.map((member, i) => [member, i]));
    const drawn = Boolean(set.pairs || set.matrix);
    canvas.hidden = !drawn;
    save.hidden = !set.pairs;
    whole.hidden = !drawn;
    canvas.setAttribute("aria-label", set.words);
    note.textContent = set.note;
    if (set.pairs) {
      if (!radii.has(set.s)) radii.set(set.s, radiusFor(set, 560));
      set.radius = radii.get(set.s);
      set.edgesOf = set.members.map(() => []);
      for (let e = 0; e < set.pairs.length; e += 2) {
        set.edgesOf[set.pairs[e]].push(set.pairs[e + 1]);
        set.edgesOf[set.pairs[e + 1]].push(set.pairs[e]);
      }
    }
    redraw();
  };
  /** The names of the vertices shown, with their positions in pixels of the canvas. */
  element.places = () => set.names.map((name, i) => [name, place(i)]);
  element.light = (member) => {
    lit = member;
    redraw();
  };
  element.redraw = redraw;
  onWidth(element, (width) => {
    side = Math.min(width, 560);
    canvas.style.width = `${side}px`;
    canvas.style.height = `${side}px`;
    redraw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  return element;
}
