// Copying and sending the link, where the browser can; the link itself is on the page anyway.

const link = document.getElementById("share-link");
const copy = document.getElementById("share-copy");
const send = document.getElementById("share-send");
const said = document.getElementById("share-said");

if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.value);
    copy.textContent = copy.dataset.done;
    said.textContent = copy.dataset.done;
  });
}
if (send && navigator.share) {
  send.hidden = false;
  send.addEventListener("click", () => {
    navigator.share({ title: send.dataset.title, url: link.value }).catch(() => undefined);
  });
}
link?.addEventListener("focus", () => link.select());
