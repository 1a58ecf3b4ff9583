// Sends a bot with a bar that shows how far it is, and brings back a refused form without losing
// the chosen file. Without this the form is sent as every form is.

const ENDINGS = [".py", ".zip"];
const CREATED = 201;

for (const form of document.querySelectorAll("form[data-upload]")) prepare(form);

function prepare(form) {
  const file = () => form.querySelector("input[type=file]");
  form.addEventListener("change", (event) => {
    if (event.target === file()) judge(form, file());
  });
  for (const [kind, over] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
    form.addEventListener(kind, (event) => {
      if (event.target === file()) file().classList.toggle("is-over", over);
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.sending || !judge(form, file())) return;
    send(form);
  });
}

/** Say at the field what the server would say; true if there is nothing to say. */
function judge(form, input) {
  const chosen = input.files[0];
  if (!chosen) return true; // the server says it
  const name = chosen.name.toLowerCase();
  const most = name.endsWith(".py") ? input.dataset.mostPythonBytes : input.dataset.mostBytes;
  let problem = "";
  if (!ENDINGS.some((ending) => name.endsWith(ending))) problem = form.dataset.wrongKind;
  else if (chosen.size > Number(most)) problem = form.dataset.tooLarge;
  complain(input, problem);
  return !problem;
}

function complain(input, problem) {
  const id = `${input.id}_error`;
  const described = (input.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  document.getElementById(id)?.remove();
  if (!problem) {
    input.removeAttribute("aria-invalid");
    input.setAttribute("aria-describedby", described.filter((each) => each !== id).join(" "));
    return;
  }
  const alert = document.createElement("div");
  alert.id = id;
  alert.setAttribute("role", "alert");
  const list = document.createElement("ul");
  list.className = "errorlist";
  const item = document.createElement("li");
  item.textContent = problem;
  list.append(item);
  alert.append(list);
  input.before(alert);
  input.setAttribute("aria-invalid", "true");
  if (!described.includes(id)) described.push(id);
  input.setAttribute("aria-describedby", described.join(" "));
  input.focus();
}

function send(form) {
  const state = form.querySelector("[data-upload-state]");
  const bar = state.querySelector("progress");
  const lost = form.querySelector("[data-upload-lost]");
  const button = form.querySelector("button[type=submit]");
  const request = new XMLHttpRequest();
  const idle = () => {
    delete form.dataset.sending;
    state.hidden = true;
    button.disabled = false;
  };
  form.dataset.sending = "yes";
  lost.hidden = true;
  state.hidden = false;
  bar.value = 0;
  button.disabled = true;
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) bar.value = (100 * event.loaded) / event.total;
    if (event.loaded === event.total) bar.removeAttribute("value"); // the server is reading it
  });
  request.addEventListener("load", () => {
    const place = request.getResponseHeader("Location");
    if (request.status === CREATED && place) {
      window.location.assign(place);
      return;
    }
    idle();
    if (!takeBack(form, request.responseText)) form.submit(); // a page of its own: show it
  });
  request.addEventListener("error", () => {
    idle();
    lost.hidden = false;
  });
  request.open("POST", form.action || window.location.href);
  request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
  request.send(new FormData(form));
}

/** Put the refused form in the place of this one, but keep the chosen file. */
function takeBack(form, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("form[data-upload]");
  if (!fresh) return false;
  const kept = form.querySelector("input[type=file]");
  const drawn = fresh.querySelector("input[type=file]");
  for (const name of ["aria-invalid", "aria-describedby", "autofocus"]) {
    if (drawn.hasAttribute(name)) kept.setAttribute(name, drawn.getAttribute(name));
    else kept.removeAttribute(name);
  }
  drawn.replaceWith(kept);
  fresh.querySelector("#file-lost")?.remove();
  form.replaceChildren(...fresh.childNodes);
  (form.querySelector("[aria-invalid=true]") ?? form.querySelector(".errorlist"))?.focus();
  return true;
}
