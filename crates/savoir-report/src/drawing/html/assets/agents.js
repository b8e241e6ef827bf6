// Ticking an agent away hides its lines, columns and details; the other lines of a box move up.

const LINE_HEIGHT = 16;

function agentSwitches(root) {
  const boxes = [...root.querySelectorAll("[data-agent-box]")];
  const field = root.querySelector(".switches");
  const panel = root.querySelector(".details");
  const hidden = () => new Set(boxes.filter((box) => !box.checked).map((box) => box.dataset.agentBox));

  function apply() {
    const off = hidden();
    for (const element of root.querySelectorAll("[data-agent]")) {
      element.classList.toggle("off", off.has(element.dataset.agent));
    }
    for (const group of root.querySelectorAll("g.lines")) {
      const lines = [...group.querySelectorAll("text")];
      const top = Math.min(...lines.map((line) => Number(line.dataset.y ?? line.getAttribute("y"))));
      let shown = 0;
      for (const line of lines) {
        line.dataset.y ??= line.getAttribute("y");
        if (!line.classList.contains("off")) {
          line.setAttribute("y", top + LINE_HEIGHT * shown);
          shown += 1;
        }
      }
    }
    panel.hidden = true;
  }

  // By name, as the end of an address says it.
  function hide(names) {
    for (const box of boxes) box.checked = !names.includes(box.parentElement.textContent.trim());
    apply();
  }

  if (field) field.hidden = false;
  boxes.forEach((box) => box.addEventListener("change", apply));
  const propositions = root.querySelector("[data-propositions-box]");
  if (propositions) {
    propositions.checked = root.classList.contains("propositions");
    propositions.addEventListener("change", () => root.classList.toggle("propositions", propositions.checked));
  }
  return { hidden, hide, apply };
}

