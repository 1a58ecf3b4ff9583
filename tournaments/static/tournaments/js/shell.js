// The header's menus are <details> and work without this. With it they also close when they should:
// on Escape (focus goes back to the button) and when the visitor turns elsewhere.
const openMenus = () => document.querySelectorAll(".site-header details[open]");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    const held = menu.contains(document.activeElement);
    menu.open = false;
    if (held) menu.querySelector("summary").focus();
  }
});

for (const kind of ["pointerdown", "focusin"]) {
  document.addEventListener(kind, (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
}
