// Keeps a page of a league up to date. Without this it shows how things stood when it was opened.

import { followPanel } from "../js/panel.js";

followPanel({ event: "state", askAgain: 0 });
