// Copy commands and tokens, and filter the list of bots.

async function copy(field) {
  getSelection().selectAllChildren(field);
  try {
    await navigator.clipboard.writeText(field.textContent);
    return true;
  } catch {
    return document.execCommand("copy"); // pages without https have no clipboard
  }
}

for (const field of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => (button.textContent = (await copy(field)) ? "Copied" : "Press Ctrl+C"));
  field.after(button);
}

const filter = document.getElementById("filter-bots");
if (filter) {
  filter.parentElement.hidden = false;
  filter.addEventListener("input", () => {
    for (const row of document.querySelectorAll("tr[data-bot]"))
      row.hidden = !row.dataset.bot.includes(filter.value.trim()) && !row.querySelector(":checked");
  });
  filter.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
}
