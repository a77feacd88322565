#include "report/compare/style.hpp"

namespace lode::detail {

std::string comparison_style() {
  return R"(:root{--heat:0 104 168}
@media screen and (prefers-color-scheme:dark){:root{--heat:93 178 238}}
.keys{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .9rem;margin:2.2rem 0 0;padding:.55rem 0;list-style:none;background:var(--paper);border-bottom:1px solid var(--rule);font-size:.85rem}
.keys li{display:flex;align-items:center}
.keys button{display:flex;align-items:center;margin:0;padding:.15rem .35rem;border:1px solid transparent;border-radius:.35rem;background:none;color:inherit;font:inherit}
.js .keys button{cursor:pointer}.js .keys button:hover{background:var(--rule)}
.keys button[aria-pressed=true]{border-color:var(--base);background:var(--rule);font-weight:620}
.keys button:focus-visible,.keys input:focus-visible{outline:2px solid var(--series-0);outline-offset:1px}
.keys input{display:none;margin:0 .1rem 0 0;accent-color:var(--muted)}.js .keys input{display:block}
.keys .reset{display:none}.js .keys .reset.on{display:flex;color:var(--muted);text-decoration:underline}
.how{display:none}.js .how{display:block}
.dim{opacity:.13}.off{display:none}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:2rem 2.6rem;margin-top:1.2rem}
.figures.one{grid-template-columns:1fr}
.group{margin-top:2.4rem;font-size:1.02rem;font-weight:620}.group+.figures{margin-top:.6rem}
.figures figure{margin:0;min-width:0}
h3{overflow-wrap:anywhere}
h3 span{color:var(--muted);font-weight:400;margin-left:.6em}
.chart .point:hover .mark{stroke-width:2}
.heat{width:auto}.heat td,.heat thead th{text-align:center}
.heat td{min-width:4.6rem;border:2px solid var(--paper);border-radius:.3rem;padding:.38rem .5rem}
.heat thead th{padding:.3rem .35rem}.heat .tall{height:9.5rem}
.heat .tall span{writing-mode:vertical-rl;transform:rotate(180deg);max-height:9rem;overflow:hidden;text-overflow:ellipsis}
.heat tbody th,.scores tbody th,.numbers tbody th{text-align:left;padding-left:0}
.heat tbody th{border:0}.scores th:first-child,.numbers th:first-child{text-align:left}
.numbers b{font-weight:650}
.h6{background:rgb(var(--heat)/.95);color:var(--paper)}.h5{background:rgb(var(--heat)/.55)}
.h4{background:rgb(var(--heat)/.38)}.h3{background:rgb(var(--heat)/.26)}.h2{background:rgb(var(--heat)/.16)}
.h1{background:rgb(var(--heat)/.08)}.h0{background:rgb(var(--heat)/.03)}
.heat td{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.steps{display:flex;flex-wrap:wrap;gap:.25rem;margin:.9rem 0 0;padding:0;list-style:none;font-size:.8rem}
.steps li{padding:.15rem .6rem;border-radius:.3rem;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.choice{position:absolute;opacity:0;pointer-events:none}
.choices{display:flex;flex-wrap:wrap;gap:.35rem;margin-top:.9rem;font-size:.85rem}
.choices label{padding:.15rem .65rem;border:1px solid var(--rule);border-radius:1rem;cursor:pointer;font-variant-numeric:tabular-nums}
.choices label:hover{border-color:var(--base)}
.chosen{display:none}
.tip{position:fixed;z-index:9;left:0;top:0;max-width:min(22rem,80vw);padding:.35rem .6rem;border-radius:.35rem;background:var(--ink);color:var(--paper);font-size:.8rem;line-height:1.35;pointer-events:none;visibility:hidden;overflow-wrap:anywhere}
.tip.on{visibility:visible}
@media screen and (max-width:40rem){.keys{position:static}.figures{gap:1.8rem}}
@media print{.keys{position:static}.keys input,.keys .reset,.how,.tip{display:none!important}.figures{grid-template-columns:1fr 1fr}.choices{display:none}}
)";
}

std::string_view comparison_script() {
  return R"js((function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");
  var all = function (selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); };

  // Methods: hidden ones, those picked out by a click, and the one under the pointer.
  var hidden = {}, lit = {}, over = null;
  var parts = all("[data-series]");
  var boxes = all(".keys input"), names = all(".keys button[data-key]"), reset = document.querySelector(".keys .reset");
  function draw() {
    var some = over !== null || Object.keys(lit).length > 0;
    parts.forEach(function (part) {
      var key = part.getAttribute("data-series");
      part.classList.toggle("off", key in hidden);
      part.classList.toggle("dim", some && !(key in lit) && key !== over);
    });
    names.forEach(function (name) {
      name.setAttribute("aria-pressed", name.getAttribute("data-key") in lit ? "true" : "false");
    });
    boxes.forEach(function (box) { box.checked = !(box.getAttribute("data-key") in hidden); });
    reset.classList.toggle("on", Object.keys(lit).length + Object.keys(hidden).length > 0);
  }
  function clear() { hidden = {}; lit = {}; over = null; draw(); }
  names.forEach(function (name) {
    var key = name.getAttribute("data-key");
    name.addEventListener("click", function () {
      if (key in lit) { delete lit[key]; } else { lit[key] = true; delete hidden[key]; }
      over = null;
      draw();
    });
    name.addEventListener("mouseenter", function () { over = key in hidden ? null : key; draw(); });
    name.addEventListener("mouseleave", function () { over = null; draw(); });
  });
  boxes.forEach(function (box) {
    var key = box.getAttribute("data-key");
    box.addEventListener("change", function () {
      if (box.checked) { delete hidden[key]; } else { hidden[key] = true; delete lit[key]; }
      draw();
    });
  });
  reset.addEventListener("click", clear);

  // Hover texts: taken from the titles, which browsers show late or not at all.
  all(".point").forEach(function (point) {
    var title = point.querySelector("title");
    if (title) { point.setAttribute("data-tip", title.textContent); point.removeChild(title); }
  });
  all("[title]").forEach(function (cell) {
    cell.setAttribute("data-tip", cell.getAttribute("title"));
    cell.removeAttribute("title");
  });
  var tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("role", "status");
  document.body.appendChild(tip);
  document.addEventListener("mousemove", function (event) {
    var at = event.target && event.target.closest ? event.target : null;
    var line = at && at.closest(".chart .series");
    if (at && !at.closest(".keys")) {
      var key = line ? line.getAttribute("data-series") : null;
      if (key !== over) { over = key; draw(); }
    }
    var source = at && at.closest("[data-tip]");
    tip.classList.toggle("on", Boolean(source));
    if (!source) { return; }
    var text = source.getAttribute("data-tip");
    if (tip.textContent !== text) { tip.textContent = text; }
    var x = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
    var below = event.clientY + 18, above = event.clientY - tip.offsetHeight - 12;
    var y = below + tip.offsetHeight > window.innerHeight ? above : below;
    tip.style.transform = "translate(" + Math.max(4, x) + "px," + Math.max(4, y) + "px)";
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { tip.classList.remove("on"); clear(); }
  });
})();
)js";
}

}  // namespace lode::detail
