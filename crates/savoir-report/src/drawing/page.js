"use strict";
// Ticking an agent away hides its lines, columns and details; the other lines of a box move up.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const boxes = [...document.querySelectorAll("[data-agent-box]")];
  const panel = document.getElementById("details");
  const lineHeight = 16;

  const hidden = () => new Set(boxes.filter((box) => !box.checked).map((box) => box.dataset.agentBox));

  function apply() {
    const off = hidden();
    for (const element of document.querySelectorAll("[data-agent]")) {
      element.classList.toggle("off", off.has(element.dataset.agent));
    }
    for (const group of document.querySelectorAll("g.lines")) {
      const lines = [...group.querySelectorAll("text")];
      const top = Math.min(...lines.map((line) => Number(line.dataset.y ?? line.getAttribute("y"))));
      let shown = 0;
      for (const line of lines) {
        line.dataset.y ??= line.getAttribute("y");
        if (!line.classList.contains("off")) {
          line.setAttribute("y", top + lineHeight * shown);
          shown += 1;
        }
      }
    }
    panel.hidden = true;
  }

  function describe(node) {
    const off = hidden();
    const values = node.values.filter(([agent]) => !off.has(String(agent)));
    const lines = values.map(([, name, list]) => name + ": " + list.join(", "));
    return [node.name, ...lines, ...node.notes].join("\n");
  }

  for (const section of document.querySelectorAll("[data-drawing]")) {
    const nodes = data[Number(section.dataset.drawing)];
    const edges = [...section.querySelectorAll(".edge")];
    for (const element of section.querySelectorAll(".node")) {
      const number = element.dataset.node;
      element.addEventListener("mouseenter", () => {
        panel.textContent = describe(nodes[Number(number)]);
        panel.hidden = false;
        element.classList.add("near");
        for (const edge of edges) {
          edge.classList.toggle("faint", edge.dataset.from !== number && edge.dataset.to !== number);
        }
      });
      element.addEventListener("mouseleave", () => {
        panel.hidden = true;
        element.classList.remove("near");
        edges.forEach((edge) => edge.classList.remove("faint"));
      });
    }
  }

  // An address that ends in #hide=A,B opens the page without these agents.
  const wanted = new URLSearchParams(location.hash.slice(1)).get("hide");
  for (const name of wanted ? wanted.split(",") : []) {
    for (const box of boxes.filter((box) => box.parentElement.textContent.trim() === name)) {
      box.checked = false;
    }
  }
  boxes.forEach((box) => box.addEventListener("change", apply));
  apply();
})();
