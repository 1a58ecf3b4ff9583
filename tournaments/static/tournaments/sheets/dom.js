// Small helpers around the document. Text always goes in as text: names may hold anything.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false));
  return element;
}

/** An HTML element: attributes, listeners (onclick …), then its children. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Show other children in a container. Whoever stood with the keyboard on one of them, or had a part
 * unfolded, finds it again by its id.
 */
export function show(container, ...children) {
  const focused = container.contains(document.activeElement) ? document.activeElement.id : "";
  const unfolded = [...container.querySelectorAll("details[open][id]")].map(({ id }) => id);
  container.replaceChildren();
  fill(container, {}, children);
  for (const id of unfolded) {
    const again = document.getElementById(id);
    if (again && container.contains(again)) again.open = true;
  }
  if (focused) stay(container, document.getElementById(focused));
}

/** Keep the keyboard where it was, or at least near: at the heading of what was there. */
function stay(container, again) {
  const near = again ?? container.querySelector("h2") ?? document.querySelector("h1");
  letFocus(near);
  near.focus({ preventScroll: true });
}

/** A heading takes the focus only if it is told to; one that had it may have been drawn anew. */
function letFocus(element) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
}

/** Move the reader to a heading or a field. */
export function goTo(element) {
  if (!element) return;
  letFocus(element);
  element.focus();
  element.scrollIntoView({ block: "nearest" });
}
