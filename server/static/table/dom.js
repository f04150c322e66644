// Elements of the page, made without markup in strings.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = 500;

export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "value") node.value = node.defaultValue = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

function present(children) {
  return children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

// A part that opens and closes; `note` is told which, at once: a browser's own `toggle` may come after a redraw.
export function folding(isOpen, note, attributes, summary, ...children) {
  const heading = el("summary", {click: () => note(!fold.open)}, summary);
  const fold = el("details", {...attributes, open: isOpen, toggle: () => fold.isConnected && note(fold.open)});
  return fill(fold, heading, ...children);
}

// What is pressed in a panel stays as it is until it is let go: were it drawn anew in between, no click would come of it.
export function pressIn(root, released) {
  const press = {isDown: false};
  root.addEventListener("pointerdown", ({target}) => {
    // A list that opens may keep for itself that it was let go.
    press.isDown = Boolean(target.closest(".panel")) && !target.closest("select");
  });
  // The click comes right after the pointer is let go.
  const letGo = () =>
    setTimeout(() => {
      press.isDown = false;
      released();
    });
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, letGo);
  return press;
}

// When the next picture was drawn, or soon where none is: a page that nobody looks at draws nothing.
export function pictured() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN);
  });
}

// A label over its control; `at` is the field that a refusal may name.
export function field(name, control, {at = null, hint = null} = {}) {
  return el(
    "label",
    {class: "field", "data-at": at},
    el("span", {class: "field-name"}, name),
    control,
    hint && el("span", {class: "hint"}, hint),
  );
}

export function button(text, click, attributes = {}) {
  return el("button", {type: "button", click, ...attributes}, text);
}

export function select(options, value, change, attributes = {}) {
  const control = el(
    "select",
    {change: () => change(control.value || null), ...attributes},
    options.map(([word, label]) => el("option", {value: word}, label)),
  );
  control.value = value ?? "";
  return control;
}

// Puts the focus back where it was after a part of the page was drawn anew: controls are known by their data-key. What
// was typed and not taken yet stays; a field in which nothing was typed is selected again, as if one had just come to it.
export function keepingFocus(node, redraw) {
  const active = document.activeElement;
  const key = node.contains(active) ? active.closest("[data-key]")?.dataset.key : null;
  redraw();
  const control = key ? node.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  control?.focus({preventScroll: true});
  if (control?.matches("input[type=text], input[type=number]") && control !== active) keepTyped(control, active);
}

function keepTyped(control, before) {
  if (before.value === before.defaultValue) control.select();
  else control.value = before.value;
}
