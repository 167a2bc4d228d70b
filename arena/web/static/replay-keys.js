// Keys and swipes of a replay.

import { make } from "./replay-table.js";

const KEYS = [
  ["ArrowRight", "→", "next card", "next"],
  ["ArrowLeft", "←", "previous card", "before"],
  ["Shift+ArrowRight", "Shift →", "next trick", "nextTrick"],
  ["Shift+ArrowLeft", "Shift ←", "previous trick", "trickBefore"],
  ["PageDown", "Page down", "next hand", "nextHand"],
  ["PageUp", "Page up", "previous hand", "handBefore"],
  ["Home", "Home", "go to the deal", "first"],
  ["End", "End", "go to the score", "last"],
  ["m", "m", "next card that cost points", "nextMistake"],
  ["a", "a", "show all hands", "seeAll"],
  ["?", "?", "list these keys", "help"],
];
const FAR = 40; // pixels

function isTyping(target) {
  return target.matches?.("select, textarea, input:not([type=range])");
}

/** Listen to keys, and list them in *help*. A digit shows what the seat of that number knew. */
export function bindKeys(moves, help) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || isTyping(event.target)) return;
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const move = KEYS.find(([key]) => key === name);
    if (!move && !/^[0-9]$/.test(event.key)) return;
    event.preventDefault();
    if (move) moves[move[3]]();
    else moves.see(Number(event.key));
  });
  const list = make("dl", "facts");
  for (const [, key, what] of [...KEYS, ["", "0 1 2 ...", "show only what that seat knew"]]) {
    list.append(make("dt", "", make("kbd", "", key)), make("dd", "", what));
  }
  help.setAttribute("aria-label", "Keys");
  help.append(make("h2", "", "Keys"), list, Object.assign(make("form", "", make("button", "", "Close")), { method: "dialog" }));
}

/** Listen to swipes over *element*; a swipe to the left shows the next card. */
export function bindSwipes(element, moves) {
  let start = null;
  element.addEventListener("pointerdown", (event) => (start = event.clientX));
  element.addEventListener("pointerup", (event) => {
    const far = start === null ? 0 : event.clientX - start;
    start = null;
    if (Math.abs(far) >= FAR) moves[far < 0 ? "next" : "before"]();
  });
  element.addEventListener("pointercancel", () => (start = null));
}
