// The fields of one hand, with subtotals and breakdown that follow every keystroke.

import { breakdownRows } from "./breakdown.js";
import { openCalculator } from "./calculator.js";
import { h, show } from "./dom.js";
import { asksForMuertoRack, sheetOf } from "./draft.js";
import { choice, pointsField, stepper } from "./fields.js";
import { MUERTO, scoreSide } from "./score.js";
import { gain, t } from "./texts.js";

const MOST_CANASTAS = 14;

export class HandForm {
  /** `onChange()` is called after every change of the draft. */
  constructor({ state, draft, onChange }) {
    this.state = state;
    this.draft = draft;
    this.onChange = onChange;
    this.fields = new Map(); // by the path that the server uses
    this.general = h("p", { class: "field-error", id: "hand-error", role: "alert", hidden: true });
    const closer = this.closer();
    this.parts = [0, 1].map((index) => this.side(index));
    const sides = this.parts.map(({ element }) => element);
    this.element = h("div", { class: "hand-form" }, closer, this.general, h("div", { class: "hand-sides" }, sides));
    this.refresh();
  }

  closer() {
    const [first, second] = this.state.sides;
    const field = choice({
      id: "f-closed",
      legend: t("who_closed"),
      options: [["0", first], ["none", t("nobody")], ["1", second]],
      value: this.draft.closer,
      onChange: (value) => {
        this.draft.closer = value;
        this.closedAlone();
        this.changed();
      },
    });
    this.fields.set("sides.0.closed", field);
    this.fields.set("sides.1.closed", field);
    return field.element;
  }

  /** Who plays alone and closed holds nothing: no need to type the nought. */
  closedAlone() {
    this.draft.sides.forEach(({ racks }, index) => {
      const field = this.fields.get(`sides.${index}.rack_points.0`);
      if (racks.length > 1) return;
      if (this.draft.closer === String(index)) field.set("0");
      else if (racks[0] === "0") field.set("");
    });
  }

  side(index) {
    const { draft, state } = this;
    const side = draft.sides[index];
    const name = state.sides[index];
    const at = (path, field) => {
      this.fields.set(`sides.${index}.${path}`, field);
      return field.element;
    };
    const canastas = (key, label) =>
      at(`${label}`, stepper({
        id: `f-${index}-${key}`, label: t(label), side: name, value: side[key], most: MOST_CANASTAS,
        onChange: (text) => { side[key] = text; this.changed(); },
      }));
    const number = (key, label, read, write) =>
      pointsField({
        id: `f-${index}-${key}`, label, side: name, value: read(),
        onChange: (text) => { write(text); this.changed(); },
        onCalculate: (set) => openCalculator({
          rules: state.rules.values, title: `${label} · ${name}`, counts: side.tiles[key] ?? {},
          onDone: (sum, counts) => { side.tiles[key] = counts; set(String(sum)); },
        }),
      });
    const muerto = at("muerto", choice({
      id: `f-${index}-muerto`, legend: t("muerto"), value: side.muerto,
      options: MUERTO.map((key) => [key, t(`muerto_${key}`)]),
      onChange: (value) => { side.muerto = value; this.changed(); },
    }));
    const laid = at("laid_points", number("laid", t("laid_points"), () => side.laid, (text) => { side.laid = text; }));
    const racks = side.racks.map((_, rack) =>
      at(`rack_points.${rack}`, number(`rack-${rack}`, t("rack_of", { name: state.names[index][rack] }), () => side.racks[rack], (text) => { side.racks[rack] = text; })));
    const which = choice({
      id: `f-${index}-muerto-rack`, legend: t("muerto_rack"),
      value: side.muerto_rack === null ? null : String(side.muerto_rack),
      options: state.names[index].map((player, rack) => [String(rack), player]),
      onChange: (value) => { side.muerto_rack = Number(value); this.changed(); },
    });
    at("muerto_rack", which);
    const subtotal = h("output", { class: "side-subtotal" });
    const rows = h("tbody");
    const element = h("section", { class: `side-card side-${index}`, "aria-labelledby": `side-${index}-name` },
      h("header", { class: "side-head" }, h("h3", { id: `side-${index}-name` }, name), subtotal),
      h("div", { class: "stepper-row" }, canastas("pure", "pure_canastas"), canastas("impure", "impure_canastas")),
      muerto,
      which.element,
      h("div", { class: "points-grid" }, laid, racks),
      h("table", { class: "breakdown" }, h("caption", { class: "visually-hidden" }, t("breakdown_of", { side: name })), rows),
    );
    return { element, subtotal, rows, which: which.element };
  }

  /** The points so far; a muerto about which nothing was said yet is not counted either way. */
  scores() {
    const sheet = sheetOf(this.draft);
    return sheet.sides.map((side, index) => {
      const score = scoreSide(this.state.rules.values, side);
      if (this.draft.sides[index].muerto !== null) return score;
      const lines = score.lines.filter(({ code }) => code !== "muerto_not_played");
      return { ...score, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
    });
  }

  refresh() {
    this.scores().forEach((score, index) => {
      const { subtotal, rows, which } = this.parts[index];
      subtotal.textContent = gain(score.total);
      which.hidden = !asksForMuertoRack(this.draft.sides[index]);
      show(rows, breakdownRows(score, this.state.names[index]));
    });
  }

  changed() {
    this.refresh();
    this.onChange();
  }

  /** Put each reason at its field; returns the first field concerned. */
  showErrors(errors) {
    const messages = new Map();
    for (const { field, message } of errors) {
      const target = this.fieldAt(field.replace(/^(sheet|tiles)\./, ""));
      messages.set(target, messages.has(target) ? `${messages.get(target)} ${message}` : message);
    }
    for (const field of new Set(this.fields.values())) field.showError(messages.get(field));
    this.general.textContent = messages.get(null) ?? "";
    this.general.hidden = !messages.has(null);
    return [...this.fields.values()].find((field) => messages.has(field))?.input ?? null;
  }

  fieldAt(path) {
    const found = this.fields.get(path) ?? this.fields.get(`${path}.0`) ?? null;
    const isHidden = path.endsWith(".muerto_rack") && found?.element.hidden;
    return isHidden ? this.fields.get(path.replace(/_rack$/, "")) : found;
  }
}
