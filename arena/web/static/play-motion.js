// Settings of a practice table, kept by the browser, and cards that fly.

const KEY = "arena-play";
const SPEEDS = { slow: 900, normal: 450, fast: 180, off: 0 }; // milliseconds between two cards

/** Return the kept settings: the *speed* of cards, and whether a *lone* legal card plays itself. */
export function readSettings() {
  try {
    return { speed: "normal", lone: false, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { speed: "normal", lone: false };
  }
}

export function keepSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* a browser may refuse to keep them */ }
}

/** Return the milliseconds between two cards; 0 if nothing moves. */
export function pace() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[readSettings().speed] ?? SPEEDS.normal;
}

function offset(from, to) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  return `translate(${x}px, ${y}px) scale(${Math.min(1, from.height / to.height)})`;
}

/** Let *element* fly to its place from *from*, the place of another element. */
export function flyFrom(element, from, time) {
  const card = element.firstElementChild;
  card.animate([{ transform: offset(from, card.getBoundingClientRect()) }, { transform: "none" }], { duration: time, easing: "ease-out" });
}

/** Let *elements* fly to the place *to*, and stay there unseen. */
export function flyTo(elements, to, time) {
  for (const { firstElementChild: card } of elements) {
    const there = `${offset(to, card.getBoundingClientRect())} scale(.3)`;
    card.animate([{ transform: "none", opacity: 1 }, { transform: there, opacity: 0 }], { duration: time, easing: "ease-in", fill: "forwards" });
  }
}
