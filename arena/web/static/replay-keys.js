// Keys and swipes of a replay.

const KEYS = [
  ["ArrowRight", "→", "next card", "next"],
  ["ArrowLeft", "←", "card before", "before"],
  ["Shift+ArrowRight", "Shift →", "next trick", "nextTrick"],
  ["Shift+ArrowLeft", "Shift ←", "trick before", "trickBefore"],
  ["PageDown", "Page down", "next hand", "nextHand"],
  ["PageUp", "Page up", "hand before", "handBefore"],
  ["Home", "Home", "to the deal", "first"],
  ["End", "End", "to the score", "last"],
  ["a", "a", "all hands", "seeAll"],
  ["?", "?", "these keys", "help"],
];
const FAR = 40; // pixels

function isTyping(target) {
  return target.matches?.("select, textarea, input:not([type=range])");
}

/** Listen to keys, and list them in *help*. A digit shows what the seat of that number knew. */
export function keysOf(moves, help) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || isTyping(event.target)) return;
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const found = KEYS.find(([key]) => key === name);
    if (!found && !/^[0-9]$/.test(event.key)) return;
    event.preventDefault();
    if (found) moves[found[3]]();
    else moves.see(Number(event.key));
  });
  const list = document.createElement("dl");
  list.className = "facts";
  for (const [, key, what] of [...KEYS, ["", "0 1 2 ...", "what that seat knew"]]) {
    const shown = document.createElement("kbd");
    shown.textContent = key;
    const term = document.createElement("dt");
    term.append(shown);
    const told = document.createElement("dd");
    told.textContent = what;
    list.append(term, told);
  }
  const title = document.createElement("h2");
  title.textContent = "Keys";
  const form = document.createElement("form");
  form.method = "dialog";
  const close = document.createElement("button");
  close.textContent = "Close";
  form.append(close);
  help.setAttribute("aria-label", "Keys");
  help.append(title, list, form);
}

/** Listen to swipes over *element*: to the left is the next card. */
export function swipesOf(element, moves) {
  let begun = null;
  element.addEventListener("pointerdown", (event) => (begun = event.clientX));
  element.addEventListener("pointerup", (event) => {
    const far = begun === null ? 0 : event.clientX - begun;
    begun = null;
    if (Math.abs(far) >= FAR) moves[far < 0 ? "next" : "before"]();
  });
  element.addEventListener("pointercancel", () => (begun = null));
}
