// Draw the cards of /style.

import { back, card } from "./cards.js";

for (const place of document.querySelectorAll("[data-cards]")) {
  place.replaceChildren(...place.dataset.cards.split(" ").map((code) => (code === "back" ? back() : card(code, { legal: code === place.dataset.legal }))));
}
