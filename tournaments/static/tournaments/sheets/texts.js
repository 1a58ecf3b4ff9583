// Every sentence comes from the server, translated (tournaments/sheet_texts.py).

export function readJson(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

const texts = readJson("sheet-texts") ?? {};
const language = document.documentElement.lang || "en";
const plural = new Intl.PluralRules(language);
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const signed = new Intl.NumberFormat(language, {
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });

/** The text of that name with its values filled in; `n` chooses between one and more. */
export function t(name, values = {}) {
  let text = texts[name];
  if (text === undefined) throw new Error(`There is no text “${name}”`);
  if (typeof text === "object") text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/%\((\w+)\)s/g, (_, key) => {
    const value = values[key];
    return typeof value === "number" ? points(value) : String(value);
  });
}

export const hasText = (name) => name in texts;
export const points = (number) => whole.format(number).replace("-", "−");
export const gain = (number) => signed.format(number).replace("-", "−");

/** When something was written, in the reader's own time. */
export function moment(iso) {
  return iso ? clock.format(new Date(iso)) : "";
}
