// The picture of a formula: it fits the window, and can be moved and made larger or smaller.

const READABLE = 0.62;

function graphView(figure, signal) {
  const frame = figure.querySelector(".picture");
  const svg = frame.querySelector("svg");
  const [whole, tall] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
  const view = { x: 0, y: 0, scale: 1 };
  let moved = false;

  const room = () => ({ width: frame.clientWidth, height: Math.max(260, Math.round(window.innerHeight * 0.66)) });
  const between = (low, value, high) => Math.max(low, Math.min(value, high));

  function draw() {
    const { width, height } = room();
    if (width === 0) return;
    const shown = Math.min(height, Math.ceil(tall * Math.max(view.scale, 0.05)));
    const wide = width / view.scale;
    const high = shown / view.scale;
    // A picture that is smaller than the frame stands in its middle.
    view.x = wide >= whole ? (whole - wide) / 2 : between(-20, view.x, whole - wide + 20);
    view.y = high >= tall ? 0 : between(-20, view.y, tall - high + 20);
    svg.setAttribute("width", width);
    svg.setAttribute("height", shown);
    svg.setAttribute("viewBox", [view.x, view.y, wide, high].map((n) => n.toFixed(1)).join(" "));
    svg.dataset.scale = view.scale.toFixed(3);
  }

  function areaOf(element) {
    const rect = element.querySelector("rect");
    const value = (name) => Number(rect.getAttribute(name));
    const shift = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(element.parentElement.getAttribute("transform") ?? "");
    const [left, top] = shift ? [Number(shift[1]), Number(shift[2])] : [0, 0];
    return { x: value("x") + left, y: value("y") + top, width: value("width"), height: value("height") };
  }

  function whereToStart() {
    const first = [...svg.querySelectorAll(".node.initial, .node.root")].map(areaOf);
    if (first.length === 0) return { x: 0, y: 0, width: whole, height: tall };
    const [x, y] = [Math.min(...first.map((a) => a.x)), Math.min(...first.map((a) => a.y))];
    return { x, y, width: Math.max(...first.map((a) => a.x + a.width)) - x, height: 0 };
  }

  // Everything, if it can be read like that; otherwise the initial states at a size that can be read.
  function open() {
    const { width, height } = room();
    if (width === 0) return;
    const fit = Math.min(1, width / whole, height / tall);
    view.scale = fit;
    [view.x, view.y] = [0, 0];
    if (fit < READABLE) {
      const start = whereToStart();
      view.scale = Math.max(fit, between(READABLE, width / (start.width + 40), 0.9));
      const wide = width / view.scale;
      view.x = start.width + 40 <= wide ? start.x + start.width / 2 - wide / 2 : start.x - 20;
      view.y = start.y - 14;
    }
    draw();
  }

  function fitAll() {
    const { width, height } = room();
    view.scale = Math.min(1, width / whole, height / tall);
    draw();
  }

  function zoom(factor, at) {
    const { width, height } = room();
    const scale = between(Math.min(0.05, width / whole), view.scale * factor, 4);
    const point = at ?? { x: width / 2, y: Math.min(height, tall * view.scale) / 2 };
    view.x += point.x / view.scale - point.x / scale;
    view.y += point.y / view.scale - point.y / scale;
    view.scale = scale;
    moved = true;
    draw();
  }

  function pan(x, y) {
    view.x += x / view.scale;
    view.y += y / view.scale;
    moved = true;
    draw();
  }

  // Moves the picture as little as needed to see a state.
  function reveal(element) {
    const { width } = room();
    if (width === 0) return;
    const area = areaOf(element);
    const [wide, high] = [width / view.scale, Number(svg.getAttribute("height")) / view.scale];
    const along = (at, size, from, length) =>
      size > length - 20 || at < from + 10 ? Math.min(at - 10, from < at - 10 && size > length ? from : at - 10)
        : at + size > from + length - 10 ? at + size - length + 10 : from;
    view.x = along(area.x, area.width, view.x, wide);
    view.y = along(area.y, area.height, view.y, high);
    draw();
  }

  const button = (text, title, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.title = title;
    made.setAttribute("aria-label", /\w/.test(text) ? `${text}: ${title}` : title);
    made.addEventListener("click", act);
    return made;
  };
  const tools = document.createElement("div");
  tools.className = "tools";
  tools.append(
    button("+", "Larger", () => zoom(1.25)),
    button("−", "Smaller", () => zoom(0.8)),
    button("Fit", "Show the whole picture", fitAll),
    button("Start", "Back to the first states", open),
  );
  figure.prepend(tools);
  frame.classList.add("moves");
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Picture; plus and minus change its size, 0 shows all of it");

  let held = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button === 0) held = { x: event.clientX, y: event.clientY };
  });
  window.addEventListener("pointermove", (event) => {
    if (!held) return;
    frame.classList.add("held");
    pan(held.x - event.clientX, held.y - event.clientY);
    held = { x: event.clientX, y: event.clientY };
  }, { signal });
  window.addEventListener("pointerup", () => {
    held = null;
    frame.classList.remove("held");
  }, { signal });
  frame.addEventListener("wheel", (event) => {
    // Without a key, the wheel moves the page as it does everywhere.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, { x: event.clientX - box.left, y: event.clientY - box.top });
  }, { passive: false });
  const keys = {
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "0": fitAll,
    ArrowLeft: () => pan(-60, 0), ArrowRight: () => pan(60, 0), ArrowUp: () => pan(0, -60), ArrowDown: () => pan(0, 60),
  };
  frame.addEventListener("keydown", (event) => {
    // Where there are steps, arrows are for these, unless they come with the shift key.
    const free = !event.key.startsWith("Arrow") || event.shiftKey || !figure.closest("section").querySelector(".steps");
    if (keys[event.key] && free && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    }
  });
  const paper = () => {
    svg.setAttribute("viewBox", `0 0 ${whole} ${tall}`);
    svg.setAttribute("width", whole);
    svg.setAttribute("height", tall);
  };
  window.addEventListener("beforeprint", paper, { signal });
  window.addEventListener("afterprint", draw, { signal });
  window.addEventListener("resize", () => (moved ? draw() : open()), { signal });
  return { open, reveal, node: (number) => svg.querySelector(`.node[data-node="${Number(number)}"]`), svg };
}

