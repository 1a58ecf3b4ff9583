// Buttons that only make sense with a script, and are hidden without one.
// data-print prints the page; data-copy copies the value of the field it names.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    });
  }
}
