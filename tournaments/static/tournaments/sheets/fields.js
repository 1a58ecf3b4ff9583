// The form's large fields. Each returns its element and how to show an error at it.

import { h } from "./dom.js";
import { button } from "./pieces.js";
import { t } from "./texts.js";

function errorAt(id) {
  return h("p", { class: "field-error", id: `${id}-error`, hidden: true });
}

function shower(error, inputs) {
  return (message) => {
    error.textContent = message ?? "";
    error.hidden = !message;
    for (const input of inputs) {
      if (message) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  };
}

const wholePart = (text) => Math.trunc(Number(text) || 0);

/** One of a few, all visible: radio buttons as large as buttons. */
export function choice({ id, legend, options, value, onChange }) {
  const error = errorAt(id);
  const inputs = options.map(([key]) =>
    h("input", {
      type: "radio",
      name: id,
      id: `${id}-${key}`,
      value: key,
      checked: key === value,
      "aria-describedby": error.id,
      onchange: () => onChange(key),
    }),
  );
  const element = h(
    "fieldset",
    { class: "choice", id },
    h("legend", {}, legend),
    h(
      "div",
      { class: `choice-row choice-${options.length}` },
      options.map(([, text], index) => h("label", {}, inputs[index], h("span", {}, text))),
    ),
    error,
  );
  return { element, input: inputs[0], showError: shower(error, inputs) };
}

/** A small count with a button on either side. */
export function stepper({ id, label, side, value, most, onChange }) {
  const error = errorAt(id);
  const input = h("input", {
    id,
    class: "input step-value",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 3,
    value,
    "aria-label": `${label}: ${side}`,
    "aria-describedby": error.id,
    oninput: () => onChange(input.value), // as typed: what is no number is said, not cut off
    onfocus: () => input.select(),
    onblur: () => input.value === "" && set("0"),
    onkeydown: (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (step) {
        event.preventDefault();
        add(step);
      }
    },
  });
  const set = (text) => {
    input.value = text;
    onChange(text);
  };
  const add = (step) => set(String(Math.min(most, Math.max(0, wholePart(input.value) + step))));
  const stepButton = (name, step, sign) =>
    h(
      "button",
      {
        type: "button",
        class: "step",
        id: `${id}-${name}`,
        "aria-label": t(`one_${name}`, { what: `${label}, ${side}` }),
        onclick: () => add(step),
      },
      sign,
    );
  const element = h(
    "div",
    { class: "stepper-field" },
    h("span", { class: "field-name", "aria-hidden": "true" }, label),
    h(
      "div",
      { class: "stepper" },
      stepButton("fewer", -1, "−"),
      input,
      stepButton("more", 1, "+"),
    ),
    error,
  );
  return { element, input, showError: shower(error, [input]) };
}

/** A number of points, with the tile calculator beside it. */
export function pointsField({ id, label, side, value, onChange, onCalculate }) {
  const error = errorAt(id);
  const input = h("input", {
    id,
    class: "input points-value",
    inputmode: "numeric",
    pattern: "[0-9]*",
    autocomplete: "off",
    maxlength: 5,
    value,
    "aria-describedby": error.id,
    oninput: () => onChange(input.value), // as typed: what is no number is said, not cut off
  });
  const set = (text) => {
    if (input.value !== text) input.value = text;
    onChange(text);
  };
  const element = h(
    "div",
    { class: "points-field" },
    h("label", { for: id }, label, h("span", { class: "visually-hidden" }, ` (${side})`)),
    h(
      "div",
      { class: "points-row" },
      input,
      button(`${id}-tiles`, t("count_tiles"), () => onCalculate(set), {
        tone: "secondary",
        label: t("count_tiles_of", { what: `${label}, ${side}` }),
      }),
    ),
    error,
  );
  return { element, input, set, showError: shower(error, [input]) };
}

/** A line in people's own words. */
export function wordsField({ id, label, help, value, onChange }) {
  const error = errorAt(id);
  const input = h("input", {
    id,
    class: "input",
    maxlength: 200,
    autocomplete: "off",
    value,
    "aria-describedby": `${id}-help ${error.id}`,
    oninput: () => onChange(input.value),
  });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("p", { class: "helptext", id: `${id}-help` }, help),
    input,
    error,
  );
  return { element, input, showError: shower(error, [input]) };
}
