// The page of a comparison: methods on graphs, or on problems of least squares.

import {extent} from "d3-array";

import {lineChart, logSwitch, saveButton, spans, swatch} from "./chart.js";
import {at, choice, densities, fact, fileNameOf, hideTip, html, nameOf, number, pageDocument, percent, plural, seconds} from "./element.js";
import {sortedTable} from "./table.js";

const data = pageDocument();
const ofGraphs = data.command === "compare";
const placeWord = ofGraphs ? "graph" : "panel";
const cases = ofGraphs ? data.graphs : data.panels;
const labels = data.methods.map((method) => String(method.label));
const asObjects = ({keys, rows}) => rows.map((row) => Object.fromEntries(keys.map((key, i) => [key, row[i]])));

const scores = asObjects(data.aggregates.methods);
const instances = new Map(asObjects(data.aggregates.instances).map((one) => [`${one[placeWord]} ${one.s}`, one]));
const cellKey = (place, s, method) => `${place} ${s} ${method}`;
const cells = asObjects(data.aggregates.cells).map((cell) => ({...cell, place: cell[placeWord]}));
const cellByKey = new Map(cells.map((cell) => [cellKey(cell.place, cell.s, cell.method), cell]));
const cellAt = (place, s, method) => cellByKey.get(cellKey(place, s, method));
const places = [...cases.keys()];
const methodsOf = places.map((place) => [...labels.keys()].filter((method) => cases[place].sizes.some((s) => cellAt(place, s, method))));
const sizesOf = cases.map((one) => [...one.sizes].sort((a, b) => a - b));
const timeSizes = [...new Set(cells.filter((cell) => cell.trace.length > 0).map((cell) => cell.s))].sort((a, b) => a - b);
const isWhole = (cell) => cell.complete && cell.cut_short === 0;
const cutRuns = cells.reduce((sum, cell) => sum + cell.cut_short, 0);
const someBroken = !cells.every(isWhole);
const bestWord = ofGraphs ? "largest" : "least";
const isWeighted = (place) => ofGraphs && cases[place].weighted;

const fileName = (what) => fileNameOf(cases.length === 1 ? cases[0].name : "comparison", what);
const caseFile = (place, what) => (cases.length === 1 ? fileName(what) : fileName(`${place + 1}-${what}`));

// --- numbers as words -------------------------------------------------------------------------------------

/** For graphs the share of the largest objective, for least squares the excess over the least. */
function relativeWords(relative) {
  if (relative === null || relative === undefined) return "-";
  if (ofGraphs) return relative < 1 && relative >= 0.99995 ? "99.99 %" : percent(relative);
  if (relative < 1 + 5e-7) return "best";
  return relative >= 2 ? `\u00d7 ${number(relative, 3)}` : `+${percent(relative - 1)}`;
}

function objectiveWords(place, value) {
  if (!ofGraphs) return number(value, 7);
  return isWeighted(place) || !Number.isFinite(value) || Number.isInteger(value) ? number(value) : value.toLocaleString("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});
}

const unit = (place) => (!ofGraphs ? "" : isWeighted(place) ? "weight " : "");
const units = (place) => (ofGraphs && !isWeighted(place) ? " edges" : "");
const sizeWords = (s) => (s > 0 ? `s = ${number(s)}` : "");
const withSize = (text, s) => (s > 0 ? `${text}, ${sizeWords(s)}` : text);
const brokenWords = (cell) => [cell.complete ? null : "starts are missing", cell.cut_short > 0 ? `${plural(cell.cut_short, "run was", "runs were")} cut short` : null].filter(Boolean);

function cellWords(cell) {
  const best = cell.best === cell.average ? "" : `, best ${objectiveWords(cell.place, cell.best)}`;
  const words = [`${withSize(labels[cell.method], cell.s)}: ${unit(cell.place)}${objectiveWords(cell.place, cell.average)}${units(cell.place)}${cell.runs > 1 ? " on average" : ""}${best}`];
  words.push(`${relativeWords(cell.relative)}${ofGraphs ? " of the largest found" : cell.relative < 1 + 5e-7 ? "" : " above the least found"}, ${seconds(cell.mean_seconds)}`);
  return words.concat(brokenWords(cell));
}

// --- the measures of the figures against size -------------------------------------------------------------

const measures = ofGraphs ? densities : {
  objective: {label: "objective", of: (s, value) => value},
  excess: {label: "above the least, in %", of: (s, value, cell) => (cell.relative === null ? NaN : 100 * Math.max(0, cell.relative - 1))},
};
const labelOf = (measure, place) => (isWeighted(place) ? measure.weighted : measure.label);

// --- state of the page --------------------------------------------------------------------------------------

const view = {s: timeSizes[Math.floor(timeSizes.length / 2)], place: 0, value: "average", measure: Object.keys(measures)[0], logSizes: false, logTimes: false,
              hidden: new Set(), picked: new Set()};
const charts = [];
const tables = [];

const stepsBack = (method) => view.hidden.has(method) || (view.picked.size > 0 && !view.picked.has(method));
const dimSeries = (series) => series.style !== undefined && stepsBack(series.style);
const dimRow = (row) => row.method !== null && stepsBack(row.method);
const shownMethods = (place) => methodsOf[place].filter((method) => !view.hidden.has(method));
const toggle = (set, method) => set.delete(method) || set.add(method);
const methodName = (method) => html("span", {class: "method"}, swatch({style: method}), nameOf(labels[method], 48));

function markAll() {
  for (const one of [...charts, ...tables]) one.mark();
}

function redrawAll() {
  for (const one of charts) one.draw();
  markAll();
}

/** A figure with the chart of `spec`. A file of it has the legend of methods(). */
function figure(heading, words, aside, spec, file, methods) {
  const chart = lineChart(spec, {dim: dimSeries});
  charts.push(chart);
  const entries = () => methods().map((method) => ({style: method, name: labels[method].slice(0, 60)}));
  const save = saveButton(chart, file, entries, {"aria-label": `Save as SVG: ${words.slice(0, 100)}`});
  return Object.assign(html("figure", {}, html("figcaption", {}, heading, html("span", {}, aside), save), chart), {chart});
}

// --- the legend ---------------------------------------------------------------------------------------------

function legend() {
  const list = html("ul", {class: "keys", "aria-label": "Methods"});
  const clear = () => {
    view.picked.clear();
    view.hidden.clear();
    change();
  };
  const reset = html("button", {type: "button", class: "reset", onclick: clear}, "Show all");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    hideTip();
    clear();
  });
  const keys = labels.map((label, method) => {
    const box = html("input", {type: "checkbox", checked: true, "aria-label": `show ${label.slice(0, 100)}`, onchange: () => {
      toggle(view.hidden, method);
      view.picked.delete(method);
      change();
    }});
    const name = html("button", {type: "button", "data-method": method, onclick: () => {
      toggle(view.picked, method);
      view.hidden.delete(method);
      change();
    }}, swatch({style: method}), nameOf(label, 48));
    list.append(html("li", {}, box, name));
    return {box, name};
  });
  list.append(html("li", {}, reset));
  function change() {
    keys.forEach(({box, name}, method) => {
      box.checked = !view.hidden.has(method);
      name.setAttribute("aria-pressed", String(view.picked.has(method)));
    });
    reset.hidden = view.picked.size + view.hidden.size === 0;
    redrawAll();
  }
  reset.hidden = true;
  at("legend").append(list, html("p", {class: "note"}, "Click a name to highlight the method in every figure and table; clear its box to hide the method in the figures."));
}

// --- summary ------------------------------------------------------------------------------------------------

const ranked = [...scores].sort((a, b) => (a.mean_rank ?? Infinity) - (b.mean_rank ?? Infinity) || 0);
const methodColumn = {title: "method", left: true, value: (row) => labels[row.method], cell: (row) => methodName(row.method)};

function scoreTable() {
  const table = sortedTable([
    methodColumn,
    {title: "mean rank", value: (row) => row.mean_rank, cell: (row) => number(row.mean_rank, 3), meaning: "equal averages share the mean of their ranks"},
    {title: "wins", value: (row) => row.wins},
    {title: "best found", value: (row) => row.best_found},
    {title: "instances", value: (row) => row.instances},
    {title: ofGraphs ? "relative" : "excess", value: (row) => row.relative, cell: (row) => relativeWords(row.relative)},
    {title: "mean time", value: (row) => row.mean_seconds, cell: (row) => (row.mean_seconds === null ? "-" : seconds(row.mean_seconds))},
  ], {caption: "Methods by mean rank", file: fileName("methods.csv"), dim: dimRow});
  table.show(ranked);
  tables.push(table);
  return table;
}

// --- figures against size -----------------------------------------------------------------------------------

function sizeSpec(place) {
  const measure = measures[view.measure];
  const sizes = sizesOf[place];
  const value = (cell) => measure.of(cell.s, cell.average, cell);
  const series = shownMethods(place).map((method) => {
    const points = sizes.map((s) => cellAt(place, s, method)).filter(Boolean).map((cell) => ({
      x: cell.s, y: value(cell), hollow: !isWhole(cell), apart: !isWhole(cell),
      tip: [...cellWords(cell), ofGraphs ? `${labelOf(measure, place)} ${number(value(cell), 4)}` : ""].filter(Boolean)}));
    return {name: labels[method], style: method, line: "straight", marks: points.length <= 80 ? "all" : "none", points};
  });
  if (ofGraphs) {
    series.push({name: "upper bound", kind: "bound", line: "straight", marks: "none", points: sizes.map((s) => instances.get(`${place} ${s}`))
      .filter((one) => one && one.bound !== null).map((one) => ({
        x: one.s, y: measure.of(one.s, one.bound), tip: [`${sizeWords(one.s)}: no set has more than ${number(one.bound)}`, `bound ${one.bound_rule}`]}))});
  }
  return {
    title: `${labelOf(measure, place)} against ${ofGraphs ? "size" : "the number of nonzeros"}, ${cases[place].name}`.slice(0, 160),
    description: `Each method's average over its starts${ofGraphs ? " and the upper bound" : ""}; the numbers are in the table below`,
    x: {label: ofGraphs ? "vertices in the set, s" : "nonzeros, s", integers: true, scale: sizes[0] > 0 && sizes[sizes.length - 1] > 20 * sizes[0] ? "log" : "linear"},
    y: {label: labelOf(measure, place), scale: view.logSizes ? "log" : "linear", zero: ofGraphs || view.measure === "excess"},
    series, height: cases.length === 1 ? 420 : 320,
  };
}

const sizesLogByThemselves = () => view.measure !== "excess" && places.some((place) => spans(
  cells.filter((cell) => cell.place === place).map((cell) => measures[view.measure].of(cell.s, cell.average, cell)), ofGraphs ? 50 : 3));

function sizeFigures() {
  const several = places.filter((place) => ofGraphs || sizesOf[place].length > 1);
  at("sizes-section").hidden = several.length === 0 || cells.length === 0;
  if (at("sizes-section").hidden) return;
  view.logSizes = sizesLogByThemselves();
  const log = logSwitch(view, "logSizes", redrawAll);
  const measureChoice = choice("measure", Object.entries(measures).map(([key, one]) => [key, places.every(isWeighted) ? one.weighted : one.label]), view.measure, (key) => {
    view.measure = key;
    view.logSizes = sizesLogByThemselves();
    log.show(view.logSizes);
    redrawAll();
  });
  at("sizes-tools").append(measureChoice, log);
  const drawn = several.map((place) => figure(nameOf(cases[place].name, 60), cases[place].name,
    ofGraphs ? `${plural(cases[place].vertices, "vertex", "vertices")}, ${plural(cases[place].edges, "edge", "edges")}` : "",
    () => sizeSpec(place), () => caseFile(place, `${view.measure}.svg`), () => shownMethods(place)));
  at("sizes").append(html("div", {class: several.length === 1 ? "figures one" : "figures"}, ...drawn));
}

// --- figures against time -----------------------------------------------------------------------------------

const [leastMoment = 1e-6, lastMoment = 1] = extent(cells.flatMap((cell) => [cell.trace[0]?.[0], cell.mean_seconds]).filter((one) => one > 0));
const firstMoment = 10 ** Math.floor(Math.log10(leastMoment));

function timeSpec(place) {
  const {s} = view;
  const series = shownMethods(place).map((method) => cellAt(place, s, method)).filter((cell) => cell && cell.trace.length > 0).map((cell) => {
    const points = cell.trace.map(([when, value]) => ({x: Math.max(firstMoment, when), y: value, tip: [`${labels[cell.method]}: ${objectiveWords(place, value)} after ${seconds(when)}`]}));
    const last = points[points.length - 1];
    const end = {x: Math.max(last.x, cell.mean_seconds === null ? 0 : cell.mean_seconds), y: last.y, hollow: !isWhole(cell),
                 tip: [...cellWords(cell), `the best after ${seconds(cell.mean_seconds_to_best)}`]};
    return {name: labels[cell.method], style: cell.method, line: "step", marks: "last", points: [...points, end]};
  });
  return {
    title: withSize(`Objective against time, ${String(cases[place].name).slice(0, 100)}`, s), description: `The ${bestWord} objective known to each method as time passes, mean over its starts`,
    x: {label: "time", scale: "log", seconds: true, domain: [firstMoment, lastMoment]},
    y: {label: !ofGraphs ? "objective" : isWeighted(place) ? "weight inside" : "edges inside", scale: view.logTimes ? "log" : "linear"}, series, height: 300,
  };
}

const timeFigures = [];

function showTimes() {
  if (timeSizes.length === 0) return;
  const {s} = view;
  const shown = new Set(cells.filter((cell) => cell.s === s && cell.trace.length > 0).map((cell) => cell.place));
  for (const [place, one] of timeFigures.entries()) {
    one.hidden = !shown.has(place);
    one.querySelector("figcaption span").textContent = sizeWords(s);
    one.chart.draw();
  }
  at("times").classList.toggle("one", shown.size === 1);
}

function makeTimes() {
  at("times-section").hidden = timeSizes.length === 0;
  if (timeSizes.length === 0) return;
  view.logTimes = !ofGraphs && spans(cells.flatMap((cell) => cell.trace.map(([, value]) => value)), 3);
  if (timeSizes.length > 1) {
    at("times-tools").append(choice("size", timeSizes.map((s) => [s, `s = ${number(s)}`]), view.s, (s) => {
      view.s = Number(s);
      showTimes();
    }));
  }
  at("times-tools").append(logSwitch(view, "logTimes", redrawAll));
  timeFigures.push(...cases.map((one, place) => figure(nameOf(one.name, 60), one.name, sizeWords(view.s), () => timeSpec(place),
                                                       () => caseFile(place, `time-${view.s}.svg`), () => shownMethods(place))));
  at("times").append(...timeFigures);
}

// --- performance profile ------------------------------------------------------------------------------------

/** For each method the ratios (at least 1) between its averages and the best objectives of complete cases and sizes, increasing. */
const factors = labels.map((_, method) => cells.filter((cell) => cell.method === method && cell.rank !== null).map((cell) => {
  const factor = cell.relative === null ? Infinity : ofGraphs ? 1 / cell.relative : cell.relative;
  return factor <= 1 + 1e-9 ? 1 : factor;
}).sort((a, b) => a - b));
const [, largestFactor = 1] = extent(factors.flat().filter(Number.isFinite));
function profileSpec() {
  const end = largestFactor > 1 ? largestFactor : 1.1;
  const series = labels.map((label, method) => ({label, method, list: factors[method]})).filter(({method, list}) => list.length > 0 && !view.hidden.has(method)).map(({label, method, list}) => {
    const share = (factor) => list.filter((one) => one <= factor).length / list.length;
    const points = [...new Set([1, ...list.filter(Number.isFinite), end])].map((factor) => ({x: factor, y: share(factor),
      tip: [`${label}: ${percent(share(factor))} of ${plural(list.length, "instance", "instances")} within a factor ${number(factor, 4)}`]}));
    return {name: label, style: method, line: "step", marks: points.length <= 40 ? "all" : "none", points};
  });
  return {
    title: "Performance profile", description: "The share of instances on which each method's average is within a factor of the best objective that any run found",
    x: {label: `within this factor of the ${bestWord} objective`, scale: end > 5 ? "log" : "linear", domain: [1, end]}, y: {label: "share of instances", domain: [0, 1]}, series, height: 360,
  };
}

function makeProfile() {
  at("profile-section").hidden = factors.flat().length === 0;
  if (factors.flat().length === 0) return;
  at("profile").append(figure("", "performance profile", "", profileSpec, () => fileName("profile.svg"), () => [...labels.keys()].filter((method) => !view.hidden.has(method))));
}

// --- numbers ------------------------------------------------------------------------------------------------

const values = {
  average: {label: "average", of: (cell) => cell.average, words: (cell) => objectiveWords(cell.place, cell.average), best: "wins"},
  best: {label: `${bestWord} of the starts`, of: (cell) => cell.best, words: (cell) => objectiveWords(cell.place, cell.best), best: "best_found"},
  relative: {label: ofGraphs ? "share of the largest" : "excess", of: (cell) => cell.relative, words: (cell) => relativeWords(cell.relative), best: "wins"},
  rank: {label: "rank", of: (cell) => cell.rank, words: (cell) => number(cell.rank, 4)},
  time: {label: "mean time", of: (cell) => cell.mean_seconds, words: (cell) => seconds(cell.mean_seconds)},
};

function numberCell(place, s, row) {
  if (row.method === null) return number(row.bounds.get(s));
  const cell = cellAt(place, s, row.method);
  if (!cell) return "-";
  const value = values[view.value];
  const isBest = cell[value.best] && value.of(cell) !== null;
  return html(isBest ? "b" : "span", {title: cellWords(cell).join("; ")}, `${value.words(cell)}${isBest ? "*" : ""}${isWhole(cell) ? "" : "\u2020"}`);
}

let numbersTable = null;

function showNumbers() {
  const {place} = view;
  const bounds = new Map(sizesOf[place].map((s) => [s, instances.get(`${place} ${s}`)?.bound]));
  const rows = methodsOf[place].map((method) => ({method}));
  if (ofGraphs && (view.value === "average" || view.value === "best")) rows.push({method: null, bounds});
  const first = {title: "method", left: true, value: (row) => (row.method === null ? "upper bound" : labels[row.method]), cell: (row) => (row.method === null ? "upper bound" : methodName(row.method))};
  const columns = sizesOf[place].map((s) => {
    const of = (row) => {
      if (row.method === null) return bounds.get(s);
      const cell = cellAt(place, s, row.method);
      return cell ? values[view.value].of(cell) : null;
    };
    return {title: s > 0 ? `s = ${s}` : "objective", value: of, cell: (row) => numberCell(place, s, row)};
  });
  const table = sortedTable([first, ...columns], {caption: `${values[view.value].label} by method and size, ${cases[place].name}`.slice(0, 200), dim: dimRow,
                                                  file: caseFile(place, `${view.value}.csv`)});
  if (numbersTable) tables.splice(tables.indexOf(numbersTable), 1);
  numbersTable = table;
  tables.push(table);
  at("numbers").replaceChildren(html("h3", {}, nameOf(cases[place].name, 60), `: ${ofGraphs && values[view.value].best && view.value !== "relative" ? `${labelOf(measures.weight, place)}, ` : ""}${values[view.value].label}`), table);
  table.show(rows);
}

function makeNumbers() {
  at("numbers-section").hidden = cells.length === 0;
  if (cells.length === 0) return;
  if (cases.length > 1) {
    at("numbers-tools").append(choice(placeWord, cases.map((one, place) => [place, String(one.name).slice(0, 40)]), view.place, (place) => {
      view.place = Number(place);
      showNumbers();
    }));
  }
  const keys = Object.keys(values).filter((key) => key !== "best" || data.starts > 1);
  at("numbers-tools").append(choice("value", keys.map((key) => [key, values[key].label]), view.value, (key) => {
    view.value = key;
    showNumbers();
  }));
}

// --- the whole page -------------------------------------------------------------------------------------------

function facts() {
  const list = [[ofGraphs ? "graphs" : "panels", number(cases.length)], ["methods", number(labels.length)], ["runs", number(data.finished_runs)], ["starts", number(data.starts)]];
  if (ofGraphs) list.push(["start rule", data.start_rule]);
  list.push(["first seed", String(data.seed)], ["limit per run", data.time_limit === null ? "none" : seconds(data.time_limit)]);
  return list.map(([name, value]) => fact(name, value));
}

function pageWords() {
  at("kind").textContent = ofGraphs ? "Densest s-vertex subgraphs compared" : "Least squares with discrete constraints, methods compared";
  at("title").append(...(!ofGraphs ? [nameOf(data.title, 200)] : cases.length === 1 ? ["Methods on ", nameOf(cases[0].name, 200)] : [`Methods on ${plural(cases.length, "graph", "graphs")}`]));
  at("summary").textContent = data.summary;
  at("meaning").textContent = data.meaning;
  const broken = someBroken ? ` Hollow marks apart from the lines: starts are missing, or a run was cut short${cutRuns > 0 ? `, as ${plural(cutRuns, "run was", "runs were")}` : ""}.` : "";
  at("sizes-title").textContent = ofGraphs ? "Density against size" : "Objective against sparsity";
  at("sizes-note").textContent = `Average over the starts of each method. Where methods agree, their marks coincide.${ofGraphs ? " No set lies above the dashed line, the upper bound." : " Less is better."}${broken}`;
  at("times-note").textContent = `The ${bestWord} objective known to each method, averaged over its starts; the mark is the mean end of the runs${someBroken ? ", hollow where starts are missing or a run was cut short" : ""}.`;
  at("profile-note").textContent = `For each factor: the share of instances (a ${placeWord} and a size) on which a method's average objective is within that factor of the ${bestWord} that any run found. `
    + "Higher is better; a curve's left end counts the instances on which the method always meets the best. Only instances with all runs count (E. D. Dolan, J. J. Mor\u00e9, 2002).";
  at("numbers-note").textContent = `Bold with *: the ${bestWord} of its size.${someBroken ? " With \u2020: starts are missing, or a run was cut short." : ""}`;
  const lines = [...data.left_out, `lode ${data.lode_version}, seed ${data.seed}, ${seconds(data.seconds.total)}`
    + `${data.resumed_runs > 0 ? `; ${number(data.resumed_runs)} of ${number(data.total_runs)} runs from an earlier session` : ""}${data.interrupted ? "; interrupted" : ""}.`];
  at("foot").append(...lines.map((line) => html("p", {}, line)));
}

function begin() {
  pageWords();
  at("facts").append(...facts());
  legend();
  at("scores").append(scoreTable());
  sizeFigures();
  makeTimes();
  makeProfile();
  makeNumbers();
  if (cells.length > 0) showNumbers();
  showTimes();
  redrawAll();
}

begin();
performance.mark("open");
document.documentElement.dataset.ready = "yes";
