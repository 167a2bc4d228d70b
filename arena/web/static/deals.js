// Compares each seed that was told with its commitment, in the browser itself.

import { canHash, fromHex, sha256, toHex } from "./hashes.js";

const button = document.getElementById("check");

async function check() {
  let kept = 0;
  const broken = [];
  for (const row of document.querySelectorAll("tr[data-seed]")) {
    if (!row.dataset.seed) continue;
    if (toHex(await sha256(fromHex(row.dataset.seed))) === row.dataset.commitment) kept += 1;
    else broken.push(row.cells[0].textContent);
  }
  const told = broken.length ? `NOT KEPT for board ${broken.join(", ")}` : `${kept} of ${kept} kept`;
  document.getElementById("checked").textContent = told;
}

if (button && canHash) {
  button.hidden = false;
  button.addEventListener("click", check);
}
