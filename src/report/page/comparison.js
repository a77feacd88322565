// Methods that are picked out or hidden, and values under the pointer.
(function () {
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
