// Keeps a match's page, or a version's, up to date while something goes on. Without this the page
// reloads itself. data-plays of a version stands among its facts.

import { followPanel } from "../tournaments/js/panel.js";

const plays = document.getElementById("plays-now");

followPanel({
  event: "state",
  shown(fresh) {
    if (plays) plays.textContent = fresh.dataset.plays;
  },
});
