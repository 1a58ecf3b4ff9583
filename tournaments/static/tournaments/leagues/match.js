// Keeps the page of a match up to date, but for its forms: nobody loses what is half written. They
// are told to be out of date instead. And "Another game" adds a row without asking the server.

import { followPanel } from "../js/panel.js";

const panel = document.getElementById("match-panel");
const changed = document.getElementById("match-changed");
const madeFrom = panel.dataset.revision;

followPanel({
  event: "state",
  askAgain: 0,
  shown(fresh) {
    changed.hidden = fresh.dataset.state === madeFrom;
  },
});

for (const list of document.querySelectorAll(".games-rows")) {
  const form = list.closest("form");
  form.addEventListener("click", (event) => {
    if (event.target.name !== "more") return;
    event.preventDefault();
    addRow(list, form);
  });
}

/** One more row like the last, without what was chosen there. */
function addRow(list, form) {
  const number = list.children.length;
  const row = list.lastElementChild.cloneNode(true);
  for (const errors of row.querySelectorAll(".errorlist")) errors.remove();
  for (const field of row.querySelectorAll("select")) {
    const label = row.querySelector(`label[for="${field.id}"]`);
    field.name = field.name.replace(/\d+$/, number);
    field.id = field.id.replace(/\d+$/, number);
    field.selectedIndex = 0;
    field.removeAttribute("aria-invalid");
    label.htmlFor = field.id;
  }
  for (const name of row.querySelectorAll("[data-game]")) {
    name.textContent = name.textContent.replace(/\d+/, number + 1);
  }
  list.append(row);
  form.elements.rows.value = number + 1;
  row.querySelector("select").focus();
}
