// Filter the list of bots.

const filter = document.getElementById("filter-bots");
if (filter) {
  filter.parentElement.hidden = false;
  filter.addEventListener("input", () => {
    for (const row of document.querySelectorAll("tr[data-bot]"))
      row.hidden = !row.dataset.bot.includes(filter.value.trim()) && !row.querySelector(":checked");
  });
  filter.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
}
