// Compare each published seed with its commitment, in the browser.

import { canHash, fromHex, sha256, toHex } from "./hashes.js";

const button = document.getElementById("check");

async function check() {
  let matches = 0;
  const mismatches = [];
  for (const row of document.querySelectorAll("tr[data-seed]")) {
    if (!row.dataset.seed) continue;
    if (toHex(await sha256(fromHex(row.dataset.seed))) === row.dataset.commitment) matches += 1;
    else mismatches.push(row.cells[0].textContent);
  }
  const result = mismatches.length ? `MISMATCH on board ${mismatches.join(", ")}` : `${matches} of ${matches} seeds match`;
  document.getElementById("checked").textContent = result;
}

if (button && canHash) {
  button.hidden = false;
  button.addEventListener("click", check);
}
