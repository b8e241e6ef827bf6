// A page: one formula at a time, chosen from the contents; pointing at a state shows all its values.

function describe(node, off) {
  const values = node.values.filter(([agent]) => !off.has(String(agent)));
  const lines = values.map(([, name, list]) => name + ": " + list.join(", "));
  const holding = node.holding ? ["holds: " + node.holding] : [];
  return [node.name, ...lines, ...node.notes, ...holding].join("\n");
}

function pointing(root, section, drawing, agents, steps, tell) {
  const panel = root.querySelector(".details");
  const edges = [...section.querySelectorAll(".edge")];
  for (const element of section.querySelectorAll(".node")) {
    const number = element.dataset.node;
    element.addEventListener("mouseenter", () => {
      panel.textContent = describe(drawing.nodes[Number(number)], agents.hidden());
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
    element.addEventListener("click", () => {
      // A state that is on no path, as in a strategy, can be looked at, but it has no step.
      if (!steps?.find(Number(number))) tell(Number(number), null, null);
    });
  }
}

// Tells those who listen which state is looked at: the event `savoir:step`, which bubbles from the section of its formula.
// The step of a state that is on no path is null.
function announcer(section, drawing) {
  const { drawing: number } = section.dataset;
  return (node, path, step) => {
    const { state } = drawing.nodes[node];
    const detail = { state, node, path, step, drawing: Number(number), key: section.id };
    section.dispatchEvent(new CustomEvent("savoir:step", { bubbles: true, detail }));
  };
}

// Shows a page in an element. What is returned ends that: `unmount` takes away what listens outside of the element.
function mount(root, data) {
  const life = new AbortController();
  const { signal } = life;
  const agents = agentSwitches(root);
  const sections = [...root.querySelectorAll("[data-drawing]")];
  const parts = sections.map((section) => {
    const drawing = data.drawings[Number(section.dataset.drawing)];
    const figure = section.querySelector("figure.graph");
    const graph = figure ? graphView(figure, signal) : null;
    const tell = announcer(section, drawing);
    const steps = section.querySelector(".beside") ? stepper(section, drawing, graph, agents, tell) : null;
    pointing(root, section, drawing, agents, steps, tell);
    const announce = () => (steps ? steps.announce() : drawing.nodes.length > 0 && tell(0, null, null));
    return { section, graph, steps, announce };
  });
  let all = false;
  let current = null;
  let announced = null;

  function choose(part) {
    current = part;
    for (const other of parts) other.section.hidden = !all && other !== part;
    root.classList.toggle("single", !all);
    for (const link of root.querySelectorAll(".contents a")) {
      if (link.hash === "#" + part.section.id) {
        link.setAttribute("aria-current", "true");
        const list = link.closest(".contents");
        list.scrollTop = link.offsetTop - list.offsetTop - 30;
      } else {
        link.removeAttribute("aria-current");
      }
    }
    for (const shown of parts.filter((candidate) => !candidate.section.hidden)) {
      shown.graph?.open();
      shown.steps?.show();
    }
    if (part !== announced) part.announce();
    announced = part;
  }

  // An address may end in the formula to show and in agents to hide: #f2&hide=A,B.
  function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const named = parts.find((part) => wanted.has(part.section.id));
    const surprising = parts.find((part) => part.section.dataset.judgement === "unexpected");
    if (wanted.has("hide")) agents.hide(wanted.get("hide").split(","));
    if (parts.length > 0) choose(named ?? current ?? surprising ?? parts.find((part) => part.graph) ?? parts[0]);
    if (named && !all) window.scrollTo(0, 0);
  }

  const contents = root.querySelector("nav");
  if (contents) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Show all";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      all = !all;
      button.setAttribute("aria-pressed", String(all));
      button.textContent = all ? "Show one" : "Show all";
      choose(current);
    });
    contents.append(button);
  }
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target.isContentEditable || event.target.closest?.("select, textarea, input:not([type=checkbox])");
    // A page may be shown beside other things, and be hidden for a while.
    if (event.defaultPrevented || isTyped || root.getClientRects().length === 0) return;
    const inside = parts.find((part) => part.steps && part.section.contains(event.target));
    const part = inside ?? current;
    if (part?.steps?.key(event, inside !== undefined)) event.preventDefault();
  }, { signal });
  window.addEventListener("hashchange", follow, { signal });
  agents.apply();
  follow();
  return { unmount: () => life.abort() };
}

globalThis.savoir = { mount };
const own = document.getElementById("data");
const root = document.querySelector(".savoir");
if (own && root) mount(root, JSON.parse(own.textContent));
