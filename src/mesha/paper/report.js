"use strict";
// Figures open in a dialog; there the viewBox is the camera.
(() => {
  const dialog = document.getElementById("zoom");
  const stage = dialog.querySelector(".stage");
  const fingers = new Map();
  let svg = null, home = null, view = null;

  const show = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);

  // Pixels to the picture's units, as preserveAspectRatio "meet" has it.
  const unit = () => {
    const box = stage.getBoundingClientRect();
    return Math.max(view.w / box.width, view.h / box.height);
  };
  const at = (x, y) => {
    const box = stage.getBoundingClientRect(), u = unit();
    return { x: view.x + view.w / 2 + (x - box.left - box.width / 2) * u,
             y: view.y + view.h / 2 + (y - box.top - box.height / 2) * u };
  };
  const zoom = (x, y, factor) => {
    const w = Math.min(home.w * 1.5, Math.max(home.w / 40, view.w * factor));
    const f = w / view.w, p = at(x, y);
    view = { x: p.x - (p.x - view.x) * f, y: p.y - (p.y - view.y) * f, w, h: view.h * f };
    show();
  };

  for (const button of document.querySelectorAll(".zoomable")) {
    button.addEventListener("click", () => {
      const shown = [...button.querySelectorAll("svg")].find((s) => s.getClientRects().length) ||
                    button.querySelector("svg");
      svg = shown.cloneNode(true);
      const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
      home = { x, y, w, h };
      view = { ...home };
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      stage.replaceChildren(svg);
      fingers.clear();
      dialog.showModal();
    });
  }
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  stage.addEventListener("dblclick", () => { view = { ...home }; show(); });
  stage.addEventListener("wheel", (e) => {
    e.preventDefault();
    zoom(e.clientX, e.clientY, Math.exp(e.deltaY * 0.0015));
  }, { passive: false });
  stage.addEventListener("pointerdown", (e) => {
    stage.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  });
  stage.addEventListener("pointermove", (e) => {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const now = { x: e.clientX, y: e.clientY };
    if (fingers.size === 1) {
      const u = unit();
      view.x -= (now.x - before.x) * u;
      view.y -= (now.y - before.y) * u;
      show();
    } else {
      const [other] = [...fingers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
      const far = (p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
      zoom((now.x + other.x) / 2, (now.y + other.y) / 2, far(before) / far(now));
    }
    fingers.set(e.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel"])
    stage.addEventListener(end, (e) => fingers.delete(e.pointerId));
})();
