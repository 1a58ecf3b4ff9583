// The list of one's sheets is kept for the moments without a connection, as the sheets are.

import { keepForOffline } from "./offline.js";

keepForOffline({ worker: document.querySelector("script[data-worker]").dataset.worker });
