// Tables that sort by a click on a heading.

import {button, csv, download, html, number} from "./element.js";

const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", {numeric: true}));

/**
 * A table. Columns are {title, value(row): number | string | null, cell?(row): Node | string, left?,
 * meaning?}.
 * Options: caption; file: name of the CSV to offer; pick(row), picked(row): for rows that can be chosen; dim(row): true for dimmed rows;
 * page: number of rows shown at first; order: {column, falling}, the order at first.
 * The element has `show(rows)`, and `mark()` to apply a changed picked or dim.
 */
export function sortedTable(columns, options) {
  const page = options.page || 100;
  let rows = [];
  let order = options.order || null;
  let most = page;
  const body = html("tbody");
  const more = html("p", {class: "note more"});
  const headings = columns.map((column, i) => {
    const name = html("button", {type: "button", title: column.meaning || null, onclick: () => sortBy(i)}, column.title);
    return html("th", {scope: "col", class: column.left ? "left" : null}, name);
  });
  const table = html("table", {}, html("caption", {class: "away"}, options.caption), html("thead", {}, html("tr", {}, ...headings)), body);
  const tools = html("div", {class: "tools"});
  if (options.file) {
    tools.append(button("Download CSV", () => {
      download(options.file, csv([columns.map((column) => column.title), ...rows.map((row) => columns.map((column) => column.value(row)))]), "text/csv");
    }));
  }
  const element = html("div", {class: "table"},
                       html("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": options.caption}, table), more, tools);

  function sortBy(i) {
    const falling = order && order.column === i ? !order.falling : !columns[i].left;
    order = {column: i, falling};
    draw();
  }

  function sorted() {
    if (!order) return rows;
    const {value} = columns[order.column];
    const sign = order.falling ? -1 : 1;
    const known = (row) => value(row) !== null && value(row) !== undefined;
    return rows.filter(known).sort((a, b) => sign * compare(value(a), value(b))).concat(rows.filter((row) => !known(row)));
  }

  function line(row) {
    const cells = columns.map((column, i) => {
      const shown = (column.cell || column.value)(row) ?? "-";
      return html(i === 0 ? "th" : "td", {scope: i === 0 ? "row" : null, class: column.left ? "left" : null}, typeof shown === "number" ? number(shown) : shown);
    });
    const made = html("tr", {}, ...cells);
    made.row = row;
    if (options.pick) {
      made.classList.add("pick");
      made.addEventListener("click", (event) => {
        if (!event.target.closest("button, a")) options.pick(row);
      });
    }
    return made;
  }

  function draw() {
    headings.forEach((heading, i) => {
      const state = !order || order.column !== i ? "none" : order.falling ? "descending" : "ascending";
      heading.setAttribute("aria-sort", state);
    });
    body.replaceChildren(...sorted().slice(0, most).map(line));
    more.replaceChildren();
    if (rows.length > most) {
      more.append(`${number(rows.length - most)} more `, html("button", {type: "button", onclick: () => {
        most = rows.length;
        draw();
      }}, "Show all"));
    }
    element.mark();
  }

  element.show = (all) => {
    rows = all;
    most = page;
    draw();
  };
  element.mark = () => {
    for (const one of body.children) {
      if (options.picked) {
        const picked = options.picked(one.row);
        one.classList.toggle("picked", picked);
        if (picked) one.setAttribute("aria-current", "true");
        else one.removeAttribute("aria-current");
      }
      if (options.dim) one.classList.toggle("dim", options.dim(one.row));
    }
  };
  return element;
}
