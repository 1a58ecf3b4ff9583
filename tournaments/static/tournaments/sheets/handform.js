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
  constructor({ view, draft, onChange }) {
    this.view = view;
    this.draft = draft;
    this.onChange = onChange;
    this.fields = new Map(); // by the path that the server uses
    this.general = h("p", { class: "field-error", id: "hand-error", role: "alert", hidden: true });
    const closer = this.closer();
    this.parts = [0, 1].map((index) => this.side(index));
    const sides = this.parts.map(({ element }) => element);
    this.element = h(
      "div",
      { class: "hand-form" },
      closer,
      this.general,
      h("div", { class: "hand-sides" }, sides),
    );
    this.refresh();
  }

  closer() {
    const [first, second] = this.view.sides;
    const field = choice({
      id: "f-closed",
      legend: t("who_closed"),
      options: [
        ["0", first],
        ["none", t("nobody")],
        ["1", second],
      ],
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
      if (racks.length > 1) return;
      const field = this.fields.get(`sides.${index}.rack_points.0`);
      if (this.draft.closer === String(index)) field.set("0");
      else if (racks[0] === "0") field.set("");
    });
  }

  side(index) {
    const name = this.view.sides[index];
    const which = this.muertoRack(index);
    const subtotal = h("output", { class: "side-subtotal" });
    const rows = h("tbody");
    const caption = t("breakdown_of", { side: name });
    const element = h(
      "section",
      { class: `side-card side-${index}`, "aria-labelledby": `side-${index}-name` },
      h("header", { class: "side-head" }, h("h3", { id: `side-${index}-name` }, name), subtotal),
      h(
        "div",
        { class: "stepper-row" },
        this.canastas(index, "pure"),
        this.canastas(index, "impure"),
      ),
      this.muerto(index),
      which,
      h("div", { class: "points-grid" }, this.laid(index), this.racks(index)),
      h(
        "table",
        { class: "breakdown" },
        h("caption", { class: "visually-hidden" }, caption),
        rows,
      ),
    );
    return { element, subtotal, rows, which };
  }

  canastas(index, kind) {
    const side = this.draft.sides[index];
    const field = stepper({
      id: `f-${index}-${kind}`,
      label: t(`${kind}_canastas`),
      side: this.view.sides[index],
      value: side[kind],
      most: MOST_CANASTAS,
      onChange: (text) => {
        side[kind] = text;
        this.changed();
      },
    });
    return this.place(index, `${kind}_canastas`, field);
  }

  muerto(index) {
    const side = this.draft.sides[index];
    const field = choice({
      id: `f-${index}-muerto`,
      legend: t("muerto"),
      options: MUERTO.map((key) => [key, t(`muerto_${key}`)]),
      value: side.muerto,
      onChange: (value) => {
        side.muerto = value;
        this.changed();
      },
    });
    return this.place(index, "muerto", field);
  }

  muertoRack(index) {
    const side = this.draft.sides[index];
    const field = choice({
      id: `f-${index}-muerto-rack`,
      legend: t("muerto_rack"),
      options: this.view.names[index].map((player, rack) => [String(rack), player]),
      value: side.muerto_rack === null ? null : String(side.muerto_rack),
      onChange: (value) => {
        side.muerto_rack = Number(value);
        this.changed();
      },
    });
    return this.place(index, "muerto_rack", field);
  }

  laid(index) {
    const side = this.draft.sides[index];
    const field = this.points(index, "laid", t("laid_points"), side.laid, (text) => {
      side.laid = text;
    });
    return this.place(index, "laid_points", field);
  }

  racks(index) {
    const { racks } = this.draft.sides[index];
    return racks.map((points, rack) => {
      const label = t("rack_of", { name: this.view.names[index][rack] });
      const field = this.points(index, `rack-${rack}`, label, points, (text) => {
        racks[rack] = text;
      });
      return this.place(index, `rack_points.${rack}`, field);
    });
  }

  points(index, key, label, value, write) {
    const { tiles } = this.draft.sides[index];
    const side = this.view.sides[index];
    const calculate = (set) =>
      openCalculator({
        rules: this.view.rules.values,
        title: `${label} · ${side}`,
        counts: tiles[key] ?? {},
        onDone: (sum, counts) => {
          tiles[key] = counts;
          set(String(sum));
        },
      });
    const onChange = (text) => {
      write(text);
      this.changed();
    };
    const id = `f-${index}-${key}`;
    return pointsField({ id, label, side, value, onChange, onCalculate: calculate });
  }

  place(index, path, field) {
    this.fields.set(`sides.${index}.${path}`, field);
    return field.element;
  }

  /** The points so far; a muerto about which nothing was said yet is not counted either way. */
  scores() {
    return sheetOf(this.draft).sides.map((side, index) => {
      const score = scoreSide(this.view.rules.values, side);
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
      show(rows, breakdownRows(score, this.view.names[index]));
    });
  }

  changed() {
    this.refresh();
    this.onChange();
  }

  /** Put each reason at its field; returns the first input concerned. */
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
