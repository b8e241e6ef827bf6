// Stepping through the paths of a formula: the state is marked in the picture, in the lanes and in the table, and told.

function stepper(section, drawing, graph, agents, tell) {
  const paths = drawing.paths;
  if (paths.length === 0) return null;
  let at = { path: 0, step: 0 };

  const panel = document.createElement("div");
  panel.className = "steps";
  panel.tabIndex = 0;
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", "Steps; arrow keys, Home and End go from state to state");
  const tools = document.createElement("div");
  tools.className = "tools";
  const told = document.createElement("output");
  told.setAttribute("aria-live", "polite");
  const place = document.createElement("span");
  place.className = "at";
  const button = (text, title, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.title = title;
    made.setAttribute("aria-label", title);
    made.addEventListener("click", act);
    tools.append(made);
  };
  const last = () => paths[at.path].nodes.length - 1;
  const first = () => go(at.path, 0);
  const back = () => go(at.path, Math.max(0, at.step - 1));
  const end = () => go(at.path, last());
  // After the last state of an infinite path comes the one where it goes on.
  const next = () => go(at.path, at.step < last() ? at.step + 1 : (paths[at.path].back ?? last()));
  button("«", "First state (Home)", first);
  button("‹", "Back (left arrow)", back);
  button("›", "Next (right arrow)", next);
  button("»", "Last state (End)", end);
  tools.append(place);
  if (paths.length > 1) {
    const choice = document.createElement("select");
    choice.setAttribute("aria-label", "Path");
    paths.forEach((path, number) => choice.append(new Option(path.title, number)));
    choice.addEventListener("change", () => go(Number(choice.value), 0));
    tools.append(choice);
    panel.choice = choice;
  }
  const keys = document.createElement("span");
  keys.className = "keys";
  keys.textContent = "← → Home End";
  tools.append(keys);
  panel.append(tools, told);
  section.querySelector(".views").prepend(panel);

  function go(path, step) {
    at = { path, step };
    if (panel.choice) panel.choice.value = String(path);
    show();
    announce();
  }

  // Others than the page may follow its steps.
  function announce() {
    tell(paths[at.path].nodes[at.step], at.path, at.step);
  }

  // What is said about a step: what was done, and what changed.
  function sentence() {
    const path = paths[at.path];
    const off = agents.hidden();
    const node = drawing.nodes[path.nodes[at.step]];
    const parts = [];
    if (at.step > 0) {
      const moves = path.moves[at.step - 1].filter(([agent]) => !off.has(String(agent)));
      if (moves.length > 0) parts.push("After " + moves.map(([, name, action]) => name + ": " + action).join(", "));
      const before = drawing.nodes[path.nodes[at.step - 1]];
      const known = new Set(before.values.flatMap(([agent, , list]) => list.map((value) => agent + " " + value)));
      const changed = node.values.filter(([agent]) => !off.has(String(agent))).flatMap(([agent, name, list]) =>
        list.filter((value) => !known.has(agent + " " + value)).map((value) => name + "." + value));
      parts.push(changed.length > 0 ? "now " + changed.join(", ") : "nothing changes");
    } else {
      parts.push("Start of the path");
    }
    if (at.step === last() && path.back !== null) parts.push("then back to " + drawing.nodes[path.nodes[path.back]].name + ", for ever");
    parts[0] = parts[0].charAt(0).toUpperCase() + parts[0].slice(1);
    return parts.concat(node.notes).join("; ") + ".";
  }

  function show() {
    const path = paths[at.path];
    const number = path.nodes[at.step];
    const node = drawing.nodes[number];
    place.textContent = last() === 0 ? node.name : `${node.name} · step ${at.step} of ${last()}`;
    const where = last() === 0 ? node.name : `${node.name}, step ${at.step} of ${last()}`;
    told.textContent = `${where}. ${sentence()}`;
    for (const row of section.querySelectorAll("tr.here")) row.classList.remove("here");
    for (const holder of section.querySelectorAll(`[data-trace="${path.trace}"]`)) {
      const row = holder.querySelector(`tr[data-step="${at.step}"]`);
      row?.classList.add("here");
      const lane = at.step > 0 ? holder.querySelector(`tr[data-move="${at.step - 1}"]`) : null;
      lane?.classList.add("here");
    }
    if (!graph) return;
    graph.svg.querySelectorAll(".here").forEach((element) => element.classList.remove("here"));
    const element = graph.node(number);
    if (!element) return;
    element.classList.add("here");
    if (at.step > 0) {
      const from = path.nodes[at.step - 1];
      const edges = graph.svg.querySelectorAll(`.edge.step[data-from="${from}"][data-to="${number}"]`);
      edges.forEach((edge) => edge.classList.add("here"));
    }
    if (panel.moved) graph.reveal(element);
    panel.moved = true;
  }

  // The step that shows a state, on the current path if possible.
  function find(number) {
    const order = [at.path, ...paths.keys()];
    const path = order.find((candidate) => paths[candidate].nodes.includes(number));
    if (path !== undefined) go(path, paths[path].nodes.indexOf(number));
    return path !== undefined;
  }

  for (const row of section.querySelectorAll("tr[data-step]")) {
    const trace = Number(row.closest("[data-trace]").dataset.trace);
    const path = paths.findIndex((candidate) => candidate.trace === trace);
    if (path >= 0) row.addEventListener("click", () => go(path, Number(row.dataset.step)));
  }
  const actions = { ArrowRight: next, ArrowLeft: back, ArrowDown: next, ArrowUp: back, Home: first, End: end };
  // Elsewhere on the page, up, down, Home and End move the page as usual.
  const everywhere = ["ArrowRight", "ArrowLeft"];
  function key(event, inside) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    const act = actions[event.key];
    if (!act || !(inside || everywhere.includes(event.key))) return false;
    act();
    return true;
  }
  return { key, show, find, announce, panel };
}

