// The page of a density report: a slider over the sizes, and the set at each of them.

import {extent, minIndex} from "d3-array";
import {scaleLinear, scaleLog} from "d3-scale";

import {lineChart, logSwitch, saveButton, spans, swatch} from "./chart.js";
import {forceLayout, inUnitSquare, setDrawing} from "./drawing.js";
import {addressWords, announce, at, button, checkbox, choice, copy, csv, densities, download, fact, fileNameOf, html, nameOf, number, pageDocument, percent,
        plural, seconds, writeAddress} from "./element.js";
import {sortedTable} from "./table.js";

const report = pageDocument();
const {graph, members} = report;
const weighted = graph.weighted;
const results = [...report.results].sort((a, b) => a.s - b.s);
const layers = report.dense_layers;
const fileName = (what) => fileNameOf(graph.name, what);
const coreOf = (member) => (members.core_numbers.length > 0 ? members.core_numbers[member] : null);
const densityOf = (set) => (weighted ? set.weight_per_pair : set.edge_density);
const degreeOf = (set) => (weighted ? set.average_strength : set.average_degree);

// --- the three measures ---------------------------------------------------------------------------------

const measures = Object.fromEntries(Object.entries(densities).map(([key, one]) => [key, {...one, label: weighted ? one.weighted : one.label}]));

const view = {at: 0, vertex: null, measure: "density", log: null, shown: new Set(["bound", "layers", "local"])};

// --- changes from each size to the next -----------------------------------------------------------------

/** For each size: the members that entered or left since the previous set, and the size since which each member belongs. */
function comparedSets() {
  const since = new Map();
  let before = null;
  return results.map((result) => {
    const last = before;
    before = result.members ? new Set(result.members) : null;
    if (!before) {
      since.clear();
      return null;
    }
    const left = [...(last || [])].filter((member) => !before.has(member));
    for (const member of left) since.delete(member);
    for (const member of before) if (!since.has(member)) since.set(member, result.s);
    const entered = last ? result.members.filter((member) => !last.has(member)) : [];
    return {entered, left, from: result.members.map((member) => since.get(member)), known: last !== null, now: before};
  });
}
const changes = comparedSets();

// --- the curve --------------------------------------------------------------------------------------------

const looks = {
  bound: {label: "upper bound", kind: "bound", line: "straight", marks: "none", count: results.length},
  layers: {label: "dense layers", kind: "quiet", mark: 1, line: "none", marks: "all", count: layers.length},
  local: {label: "locally densest sets", kind: "quiet", mark: 3, line: "none", marks: "all", count: report.locally_densest.length},
};
const boundOf = (result) => (result.bound === null ? NaN : result.bound);

function words(result) {
  const inside = weighted ? `weight ${number(result.weight)} on ${plural(result.edges, "edge", "edges")}` : plural(result.edges, "edge", "edges");
  const proof = result.proven_optimal ? "proven optimal" : `at most ${number(result.bound)}, gap ${percent(result.gap)}`;
  return `s = ${number(result.s)}: ${inside}, ${proof}`;
}

/** The axis of sizes: of the figure, and of the slider below it. */
function sizeAxis() {
  const [low, high] = extent(results, (result) => result.s);
  return {scale: high > 20 * low ? "log" : "linear", domain: [low, high]};
}

function curveSpec() {
  const measure = measures[view.measure];
  const value = (s, weight) => measure.of(s, weight);
  const best = new Map(results.map((result) => [result.s, value(result.s, result.weight)]));
  const series = [{
    name: "best", style: 0, line: "straight", marks: results.length <= 80 ? "all" : "none",
    points: results.map((result, i) => ({x: result.s, y: best.get(result.s), hollow: !result.proven_optimal, key: i,
                                         tip: [words(result), `${measure.label} ${number(best.get(result.s), 4)}`, `found by ${result.method}`]})),
  }];
  if (view.shown.has("bound")) {
    series.push({name: looks.bound.label, ...looks.bound, below: (p) => best.get(p.x),
                 points: results.map((result, i) => ({x: result.s, y: value(result.s, boundOf(result)), key: i,
                                                      tip: [`s = ${number(result.s)}: no set has more than ${number(result.bound)}`, `bound ${result.bound_rule}`]}))});
  }
  const {scale, domain} = sizeAxis();
  const [low, high] = domain;
  const inRange = (set) => set.s >= low && set.s <= high;
  const marked = (id, list, what) => ({name: looks[id].label, ...looks[id], points: list.filter(inRange).map((set) => ({
    x: set.s, y: value(set.s, set.weight), tip: [`${what} of ${plural(set.s, "vertex", "vertices")}`, `${plural(set.edges, "edge", "edges")}, ${measures.degree.label} ${number(degreeOf(set), 5)}`]}))});
  if (view.shown.has("layers")) series.push(marked("layers", layers, "dense layer"));
  if (view.shown.has("local")) series.push(marked("local", report.locally_densest, "locally densest set"));
  return {
    title: `${measure.label} against size`,
    description: "The best set found of every size, filled where it is proven optimal, and the upper bound that no set exceeds. The table of sizes has the numbers.",
    x: {label: "vertices in the set, s", scale, integers: true, domain},
    y: {label: measure.label, scale: view.log ? "log" : "linear", zero: true, integers: view.measure === "weight" && !weighted},
    series, height: 400,
  };
}

const logByItself = () => spans(results.map((result) => measures[view.measure].of(result.s, result.weight)), 50);

// --- the members of the set -------------------------------------------------------------------------------

const rowsOf = (i) => {
  const result = results[i];
  if (!result.members) return [];
  return result.members.map((member, j) => {
    const inside = weighted ? result.weights_inside[j] : result.degrees_inside[j];
    const all = weighted ? members.strengths[member] : members.degrees[member];
    return {member, name: members.vertices[member], inside, outside: all - inside, core: coreOf(member), from: changes[i].from[j]};
  });
};

const memberTable = sortedTable([
  {title: "vertex", left: true, value: (row) => row.name, cell: (row) => html("button", {type: "button", class: "link", onclick: () => pickVertex(row.member)}, nameOf(row.name, 40))},
  {title: weighted ? "weight inside" : "degree inside", value: (row) => row.inside, meaning: "edges to other members"},
  {title: weighted ? "weight outside" : "degree outside", value: (row) => row.outside, meaning: "edges to other vertices"},
  {title: "core number", value: (row) => row.core, meaning: weighted ? "of the graph without its weights" : "largest k such that the k-core holds the vertex"},
  {title: "member from s", value: (row) => row.from, meaning: "from this size on it is in every set up to this one"},
], {caption: "Members of the set", page: 40, order: {column: 1, falling: true}, picked: (row) => row.member === view.vertex});

const sizeTable = sortedTable([
  {title: "s", value: (row) => row.s},
  {title: "edges", value: (row) => row.edges},
  ...(weighted ? [{title: "weight", value: (row) => row.weight}] : []),
  {title: weighted ? "weight per pair" : "edge density", value: (row) => densityOf(row), cell: (row) => number(densityOf(row), 4)},
  {title: weighted ? "average strength" : "average degree", value: (row) => degreeOf(row), cell: (row) => number(degreeOf(row), 5)},
  {title: "upper bound", value: (row) => row.bound, cell: (row) => number(row.bound)},
  {title: "gap", value: (row) => row.gap, cell: (row) => (row.proven_optimal ? "optimal" : percent(row.gap))},
  {title: "bound", left: true, value: (row) => row.bound_rule},
  {title: "components", value: (row) => row.components},
  {title: "method", left: true, value: (row) => row.method},
  {title: "time", value: (row) => row.seconds.solve, cell: (row) => seconds(row.seconds.solve)},
], {caption: "Best sets by size", file: fileName("sizes.csv"), page: 60, pick: (row) => pickSize(results.indexOf(row)), picked: (row) => row === results[view.at]});

// --- the drawing --------------------------------------------------------------------------------------------

const drawing = setDrawing({pick: (member) => pickVertex(member)});

function pairsOf(result) {
  const numbers = new Map(result.members.map((member, i) => [member, i]));
  const {ends, weights = []} = report.drawn_edges;
  const pairs = [];
  for (let e = 0; 2 * e < ends.length; ++e) {
    const [a, b] = [numbers.get(ends[2 * e]), numbers.get(ends[2 * e + 1])];
    if (a !== undefined && b !== undefined) pairs.push([a, b, Math.abs(weights[e] ?? 1)]);
  }
  const most = Math.max(...pairs.map((pair) => pair[2]));
  return pairs.map(([a, b, weight]) => [a, b, weighted ? Math.ceil((8 * weight) / most) / 2 : 1]);
}

const layouts = new Map();  // by result: the place of each member

/** The places of the members of a set. Members of the next smaller set begin at their places there, for similar drawings. */
function layoutOf(result) {
  if (!layouts.has(result)) {
    const smaller = results.filter((other) => other.drawn && other.s < result.s).reduce((a, b) => (a && a.s >= b.s ? a : b), null);
    const before = smaller ? layoutOf(smaller) : new Map();
    const places = forceLayout(result.members.map((member) => before.get(member)), pairsOf(result));
    layouts.set(result, new Map(result.members.map((member, k) => [member, places[k]])));
  }
  return layouts.get(result);
}

function showDrawing(i) {
  const result = results[i];
  const set = {s: result.s, members: result.members || [], names: (result.members || []).map((member) => members.vertices[member]),
               entered: new Set(changes[i] ? changes[i].entered : [])};
  set.words = `Drawing of the set of ${plural(result.s, "vertex", "vertices")} with ${plural(result.edges, "edge", "edges")} in ${plural(result.components, "part", "parts")}; the table of members lists its vertices`;
  if (result.drawn) {
    const layout = layoutOf(result);
    Object.assign(set, inUnitSquare(result.members.map((member) => layout.get(member))), {pairs: pairsOf(result)});
    set.note = `${weighted ? "Wider edges have more weight. " : ""}${set.entered.size > 0 ? "Green squares: vertices that enter at this size." : ""}`;
  } else {
    set.note = "Sets of up to 300 vertices are drawn, as far as the page has room.";
  }
  drawing.show(set);
}

// --- the chosen size ------------------------------------------------------------------------------------------

function setFacts(result) {
  const possible = (result.s * (result.s - 1)) / 2;
  const cores = result.smallest_core_number === null ? "-"
    : result.smallest_core_number === result.largest_core_number ? number(result.smallest_core_number)
    : `${number(result.smallest_core_number)} to ${number(result.largest_core_number)}`;
  return [
    fact("edges inside", number(result.edges), `of ${number(possible)}`),
    weighted ? fact("weight inside", number(result.weight)) : null,
    fact(measures.density.label, number(densityOf(result), 4)),
    fact(measures.degree.label, number(degreeOf(result), 5)),
    fact("upper bound", number(result.bound), result.bound_rule),
    fact("gap", result.proven_optimal ? "proven optimal" : percent(result.gap),
         !(result.proven_optimal && result.optimality_tolerance > 0) ? null
           : `within ${number(result.optimality_tolerance, 3)}`),
    fact("core numbers", cores, weighted ? "without weights" : null),
    fact("connected parts", number(result.components)),
    fact("found by", result.method, seconds(result.seconds.to_best)),
  ];
}

function nameList(list, most = 12) {
  const out = [];
  list.slice(0, most).forEach((member, i) => out.push(i > 0 ? ", " : "", html("button", {type: "button", class: "link", onclick: () => pickVertex(member)}, nameOf(members.vertices[member], 30))));
  if (list.length > most) out.push(` and ${number(list.length - most)} more`);
  return out;
}

function changeWords(i) {
  const change = changes[i];
  if (!change || !change.known) return [html("p", {class: "note"}, i === 0 ? "The smallest size of this report." : "The page does not have the set of the previous size.")];
  const before = results[i - 1].s;
  const lines = [html("p", {}, html("b", {}, `${plural(change.entered.length, "vertex enters", "vertices enter")}`), ` after s = ${number(before)}: `, ...nameList(change.entered))];
  lines.push(change.left.length === 0 ? html("p", {}, html("b", {}, "None leaves"), `: this set contains the set of ${number(before)}.`)
    : html("p", {}, html("b", {}, `${plural(change.left.length, "vertex leaves", "vertices leave")}`), ": ", ...nameList(change.left)));
  return lines;
}

/** The frequency of each value of an attribute in the set and in the graph. */
function attributeCounts(result) {
  if (!result.members) return [];
  return members.attributes.map((attribute) => {
    const inGraph = new Map(attribute.counts.map((count) => [count.value, count.vertices]));
    const counts = new Map();
    for (const member of result.members) {
      const value = attribute.values[member];
      counts.set(value, (counts.get(value) || 0) + 1);
    }
    const share = (count, of) => percent(Math.round((1000 * count) / of) / 1000);
    const rows = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const most = rows.slice(0, 8).map(([value, count]) => html("li", {}, value === "" ? html("i", {}, "none") : nameOf(value, 40),
      html("span", {}, `${number(count)} = ${share(count, result.s)}; graph ${share(inGraph.get(value), graph.vertices)}`)));
    return html("div", {class: "attribute"}, html("h3", {}, nameOf(attribute.name, 40)), html("ul", {}, ...most),
                rows.length > 8 ? html("p", {class: "note"}, `and ${plural(rows.length - 8, "value", "values")} more`) : null);
  });
}

let slider = null;
let curve = null;

/** From a size to a position of the slider, which is in line with the figure. */
const sliderPlace = () => {
  const {scale, domain} = sizeAxis();
  return (scale === "log" ? scaleLog() : scaleLinear()).domain(domain).range([0, 1000]);
};

function moveByKey(event) {
  const page = Math.max(1, Math.round(results.length / 10));
  const move = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: page, PageDown: -page, Home: -results.length, End: results.length}[event.key];
  if (!move) return;
  event.preventDefault();
  pickSize(Math.max(0, Math.min(results.length - 1, view.at + move)));
}

function showVertex() {
  drawing.light(view.vertex);
  memberTable.mark();
  const place = at("vertex");
  if (view.vertex === null) return place.replaceChildren();
  const member = view.vertex;
  const sizes = results.filter((result, i) => changes[i] && changes[i].now.has(member)).map((result) => result.s);
  const here = changes[view.at] && changes[view.at].now.has(member);
  const text = [html("b", {}, nameOf(members.vertices[member])), ` has ${plural(members.degrees[member], "neighbour", "neighbours")}`,
                weighted ? ` and strength ${number(members.strengths[member])}` : "", coreOf(member) === null ? "" : `, core number ${number(coreOf(member))}`,
                `. It is in ${plural(sizes.length, "set", "sets")} of ${number(results.length)}: s = ${sizes.slice(0, 20).map((s) => number(s)).join(", ")}${sizes.length > 20 ? ", ..." : ""}. `,
                here ? "" : "It is not in the set shown. "];
  const go = sizes.length > 0 && !here ? html("button", {type: "button", onclick: () => pickSize(results.findIndex((one) => one.s === sizes[0]))}, `Go to s = ${number(sizes[0])}`) : null;
  const clear = html("button", {type: "button", onclick: () => pickVertex(null)}, "Clear");
  return place.replaceChildren(html("p", {}, ...text, go, " ", clear));
}

function showSize() {
  performance.mark("show");
  const result = results[view.at];
  at("set-title").textContent = result.proven_optimal ? `Densest set of ${plural(result.s, "vertex", "vertices")}, proven` : `Best set found, ${plural(result.s, "vertex", "vertices")}`;
  at("set-facts").replaceChildren(...setFacts(result).filter(Boolean));
  at("changes").replaceChildren(...changeWords(view.at));
  at("attributes").replaceChildren(...attributeCounts(result));
  memberTable.show(rowsOf(view.at));
  at("members-left-out").hidden = Boolean(result.members);
  showDrawing(view.at);
  if (curve) curve.setCursor(result.s);
  if (slider) {
    slider.value = String(sliderPlace()(result.s));
    slider.setAttribute("aria-valuetext", words(result));
  }
  sizeTable.mark();
  showVertex();
  performance.measure("show", "show");
}

function saveState() {
  if (results.length > 0) writeAddress({s: results[view.at].s, v: view.vertex === null ? null : members.vertices[view.vertex]});
}

const nearestSize = (s) => minIndex(results, (result) => Math.abs(result.s - s));

function pickSize(i) {
  if (i < 0) return;
  view.at = i;
  showSize();
  saveState();
  announce(words(results[i]));
}

function pickVertex(member) {
  view.vertex = member === view.vertex ? null : member;
  showVertex();
  saveState();
}

const placeOf = new Map(members.vertices.map((one, i) => [String(one), i]));

/** The place of a vertex among the members by name, or null. */
const memberNamed = (name) => placeOf.get(name) ?? null;

function search(text) {
  const name = text.trim();
  const said = at("search-said");
  said.textContent = "";
  if (name === "") return;
  const exact = memberNamed(name);
  if (exact !== null) {
    view.vertex = null;
    pickVertex(exact);
    return;
  }
  const lower = name.toLowerCase();
  const near = members.vertices.flatMap((one, i) => (String(one).toLowerCase().includes(lower) ? [i] : [])).slice(0, 8);
  said.replaceChildren(near.length > 0 ? "Which one? " : `No vertex of these sets is called ${name.slice(0, 60)}.`, ...nameList(near));
}

function readState() {
  const asked = addressWords();
  if (asked.has("s") && Number.isFinite(Number(asked.get("s")))) view.at = nearestSize(Number(asked.get("s")));
  if (asked.has("v")) view.vertex = memberNamed(asked.get("v"));
}

// --- the whole page -------------------------------------------------------------------------------------------

function graphFacts() {
  const list = [["vertices", number(graph.vertices)], ["edges", number(graph.edges)]];
  if (weighted) list.push(["total weight", number(graph.total_weight)]);
  list.push(["average degree", number(graph.average_degree, 4)], ["largest degree", number(graph.max_degree)]);
  const unknown = "not counted: the time was up";
  list.push(["degeneracy", graph.degeneracy === null ? unknown : number(graph.degeneracy)], ["components", graph.components === null ? unknown : number(graph.components)]);
  if (graph.components > 1) list.push(["largest component", number(graph.largest_component)]);
  if (graph.isolated > 0) list.push(["isolated vertices", number(graph.isolated)]);
  return list.map(([name, value]) => fact(name, value));
}

function legend() {
  const list = html("ul", {class: "keys", "aria-label": "What the figure shows"});
  const box = (id, label, picture) => html("li", {}, checkbox([picture, nameOf(label, 60)], view.shown.has(id), (checked) => {
    view.shown[checked ? "add" : "delete"](id);
    curve.draw();
  }));
  list.append(html("li", {}, swatch({style: 0}), "best set found (hollow: not proven optimal)"));
  for (const [id, look] of Object.entries(looks)) if (look.count > 0) list.append(box(id, look.label, swatch(look)));
  return list;
}

function drawCurve() {
  view.log = logByItself();
  const logBox = logSwitch(view, "log", () => curve.draw());
  const measure = choice("measure", Object.entries(measures).map(([key, one]) => [key, one.label]), view.measure, (key) => {
    view.measure = key;
    view.log = logByItself();
    logBox.show(view.log);
    curve.draw();
  });
  slider = html("input", {type: "range", min: 0, max: 1000, step: "any", disabled: results.length < 2, "aria-label": "size of the set", onkeydown: moveByKey,
                          oninput: () => pickSize(nearestSize(sliderPlace().invert(Number(slider.value))))});
  curve = lineChart(curveSpec, {
    pick: pickSize,
    pickAt: (s) => pickSize(nearestSize(s)),
  });
  at("curve").append(html("div", {class: "tools"}, measure, logBox, saveButton(curve, () => fileName(`${view.measure}.svg`))), curve, html("div", {class: "slider"}, slider), legend());
}

const countsChart = (bins, key, what, wide) => {
  const tails = [];
  let left = bins.reduce((sum, bin) => sum + bin.vertices, 0);
  for (const bin of bins) {
    if (bin[key] > 0 || !wide) tails.push({x: bin[key], y: left, tip: [`${what} at least ${number(bin[key])}: ${plural(left, "vertex", "vertices")}`, `exactly: ${number(bin.vertices)}`]});
    left -= bin.vertices;
  }
  const high = tails.length > 0 ? tails[tails.length - 1].x : 1;
  return lineChart(() => ({
    title: `Vertices by ${what}`, description: `How many vertices have at least each ${what}`, height: 290,
    x: {label: `${what} at least`, scale: wide && high > 20 ? "log" : "linear", integers: true},
    y: {label: "vertices", scale: spans(tails.map((point) => point.y), 50) ? "log" : "linear", zero: true, integers: true},
    series: [{name: "vertices", style: 0, line: "straight", marks: tails.length <= 40 ? "all" : "none", points: tails}],
  }));
};

function drawRest() {
  if (report.degrees.length > 0) at("distributions").append(html("section", {}, html("h2", {}, "Degrees"), countsChart(report.degrees, "degree", "degree", true)));
  if (report.cores.length > 0) at("distributions").append(html("section", {}, html("h2", {}, "Cores"), countsChart(report.cores, "core_number", "core number", false)));
}

function setTools() {
  const names = () => (results[view.at].members || []).map((member) => members.vertices[member]);
  at("set-tools").append(
    button("Copy ids", async () => ((await copy(`${names().join("\n")}\n`)) ? `${plural(names().length, "id", "ids")} copied` : "not copied: the browser refuses")),
    button("Download CSV", () => {
      const head = ["vertex", weighted ? "weight_inside" : "degree_inside", weighted ? "weight_outside" : "degree_outside", "core_number", "member_from_s"];
      download(fileName(`set-${results[view.at].s}.csv`), csv([head, ...rowsOf(view.at).map((row) => [row.name, row.inside, row.outside, row.core, row.from])]), "text/csv");
    }),
    button("Copy link to this view", async () => ((await copy(window.location.href)) ? "link copied" : "not copied: the browser refuses")));
  const field = html("input", {type: "search", id: "search", placeholder: "id or name", autocomplete: "off", spellcheck: "false"});
  at("find").append(html("form", {role: "search", onsubmit: (event) => {
    event.preventDefault();
    search(field.value);
  }}, html("label", {for: "search"}, "Find a vertex "), field, html("button", {type: "submit"}, "Find")), html("p", {id: "search-said", "aria-live": "polite"}), html("div", {id: "vertex"}));
}

function footer() {
  const lines = [];
  if (graph.input) lines.push(html("p", {}, graph.input));
  const ended = {deadline: "; stopped by the time limit", interrupted: "; interrupted"}[report.stop_reason] || "";
  lines.push(html("p", {}, `lode ${report.lode_version}, seed ${report.seed}, ${seconds(report.seconds.total)}${ended}.`));
  for (const remark of report.left_out || []) lines.push(html("p", {}, remark));
  at("foot").append(...lines);
}

function begin() {
  at("title").append(nameOf(graph.name, 200));
  at("summary").textContent = report.summary;
  at("facts").append(...graphFacts());
  footer();
  if (results.length === 0) {
    for (const id of ["explore", "sizes"]) at(id).hidden = true;
    drawRest();
    return;
  }
  const richest = results.reduce((best, result, i) => (degreeOf(result) > degreeOf(results[best]) ? i : best), 0);
  view.at = richest;
  readState();
  at("drawing").append(drawing);
  at("members").append(memberTable);
  at("size-table").append(sizeTable);
  sizeTable.show(results);
  setTools();
  drawCurve();
  drawRest();
  window.addEventListener("hashchange", () => {
    view.vertex = null;
    readState();
    showSize();
  });
  showSize();
}

begin();
performance.mark("open");
document.documentElement.dataset.ready = "yes";
