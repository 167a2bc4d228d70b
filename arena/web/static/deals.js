// Compares each seed that was told with its commitment, in the browser itself.
const button = document.getElementById("check");

async function sha256(hex) {
  const bytes = Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function check() {
  let kept = 0;
  const broken = [];
  for (const row of document.querySelectorAll("tr[data-seed]")) {
    if (!row.dataset.seed) continue;
    if ((await sha256(row.dataset.seed)) === row.dataset.commitment) kept += 1;
    else broken.push(row.cells[0].textContent);
  }
  const told = broken.length ? `NOT KEPT for board ${broken.join(", ")}` : `${kept} of ${kept} kept`;
  document.getElementById("checked").textContent = told;
}

// Browsers lend their cryptography to secure pages alone: HTTPS, or this machine.
if (button && window.crypto?.subtle) {
  button.hidden = false;
  button.addEventListener("click", check);
}
