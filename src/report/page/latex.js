// Tables for papers.

const signs = {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "$<$", ">": "$>$", "\u00b5": "$\\mu$", "\u00d7": "$\\times$",
               "\u2020": "$^\\dagger$", "\u2265": "$\\geq$"};

/** Text with LaTeX's special characters escaped. */
function latexText(text) {
  return String(text).replace(/[\\~^<>{}$&#_%\u00b5\u00d7\u2020\u2265]/g, (sign) => signs[sign] || `\\${sign}`)
    .replace(/\p{Cc}/gu, " ");
}

/** A table in the style of booktabs: columns are {title, left?}, lines are lists of texts. */
export function latexTable(columns, lines) {
  const row = (cells) => `${cells.map(latexText).join(" & ")} \\\\\n`;
  return `% needs \\usepackage{booktabs}\n\\begin{tabular}{${columns.map((column) => (column.left ? "l" : "r")).join("")}}\n\\toprule\n`
    + `${row(columns.map((column) => column.title))}\\midrule\n${lines.map(row).join("")}\\bottomrule\n\\end{tabular}\n`;
}
