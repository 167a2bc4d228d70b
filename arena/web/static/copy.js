// Add a button that copies to each command, token and piece of code.

async function copy(field) {
  getSelection().selectAllChildren(field);
  try {
    await navigator.clipboard.writeText(field.textContent);
    return true;
  } catch {
    return document.execCommand("copy"); // pages without https have no clipboard
  }
}

for (const field of document.querySelectorAll("[data-copy], .text pre")) {
  const button = document.createElement("button"), box = document.createElement("div");
  Object.assign(button, { type: "button", className: "plain", textContent: "Copy" });
  box.className = "code";
  button.addEventListener("click", async () => {
    button.textContent = (await copy(field)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (button.textContent = "Copy"), 3000);
  });
  field.replaceWith(box);
  box.append(field, button);
}
