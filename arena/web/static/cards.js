// Draw playing cards: `card("TD")` and `back()` return an <svg> element. Needs cards.css.
// Codes are those of records: a rank of 23456789TJQKA and a suit of SDCH, or X1, X2, X3.

const SVG = "http://www.w3.org/2000/svg";
const RANKS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { S: "spades", D: "diamonds", C: "clubs", H: "hearts" };
const PIPS = { // each in a square of 20
  S: "M10 0C13 5 20 8 20 13.2C20 18 14.2 19 11.3 15.3C11.4 17.5 12.2 19 13.7 20H6.3C7.8 19 8.6 17.5 8.7 15.3C5.8 19 0 18 0 13.2C0 8 7 5 10 0Z",
  D: "M10 0C12.5 4 15.5 7.5 19 10C15.5 12.5 12.5 16 10 20C7.5 16 4.5 12.5 1 10C4.5 7.5 7.5 4 10 0Z",
  C: "M10 0A4.7 4.7 0 0 1 13.6 7.7A4.7 4.7 0 1 1 11.3 14.6C11.4 17 12.2 19 13.7 20H6.3C7.8 19 8.6 17 8.7 14.6A4.7 4.7 0 1 1 6.4 7.7A4.7 4.7 0 0 1 10 0Z",
  H: "M10 20C8 15.5 0 12 0 5.6C0 2.2 2.5 0 5.3 0C7.5 0 9.2 1.3 10 3.4C10.8 1.3 12.5 0 14.7 0C17.5 0 20 2.2 20 5.6C20 12 12 15.5 10 20Z",
  X: "M10 0L12.9 6.9L20 7.6L14.6 12.5L16.2 20L10 16L3.8 20L5.4 12.5L0 7.6L7.1 6.9Z",
};
const FIGURES = { // solid parts, then lines; each in 56 by 76: a cap with a plume, a tiara above long hair, a crown and a beard
  J: ["M8 27C7 13 20 9 32 12C42 14 47 20 46 27ZM35 12C38 -1 49 -5 55 3C57 9 52 13 47 12C50 16 44 20 38 17ZM8 29H14V43C14 47 11 49 7 48C9 44 8 36 8 29ZM40 29H46C46 36 45 44 47 48C43 49 40 47 40 43ZM0 76C0 64 9 58 19 57L27 66L35 57C45 58 54 64 54 76Z",
    "M14 29V42C14 60 40 60 40 42V29M22 49C25 51 29 51 32 49"],
  Q: ["M14 18L10 4L19 10L27 0L35 10L44 4L40 18ZM27 20C10 20 4 32 5 46C6 56 3 62 0 66C8 68 15 64 16 58C12 50 11 40 15 33C22 33 31 31 36 27C37 31 43 34 40 44C40 52 38 55 38 58C39 64 46 68 54 66C51 62 48 56 49 46C50 32 44 20 27 20ZM2 76C4 67 12 64 19 62C22 67 32 67 35 62C42 64 50 67 52 76Z",
    "M15 36V42C15 62 39 62 39 42V32M23 51C26 53 28 53 31 51"],
  K: ["M8 24L2 3L16 13L27 0L38 13L52 3L46 24ZM12 40C17 45 22 41 27 44C32 41 37 45 42 40C42 58 36 66 27 69C18 66 12 58 12 40ZM0 76C0 66 6 60 13 58C16 66 21 70 27 72C33 70 38 66 41 58C48 60 54 66 54 76Z",
    "M12 27V40M42 27V40M8 20H46"],
};

function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent ? parent.appendChild(element) : element;
}

function blank(kind, label) {
  const svg = add(null, "svg", { viewBox: "0 0 100 140", class: `playing-card ${kind}`, role: "img", "aria-label": label });
  add(svg, "rect", { class: "edge", x: 2, y: 2, width: 96, height: 136, rx: 11 });
  return svg;
}

/** Return a card in words: "ten of diamonds". */
export function cardName(code) {
  if (code[0] === "X") return `joker ${code[1]}`;
  return `${RANKS[code[0]] ?? code[0]} of ${SUITS[code[1]]}`;
}

/** Return a card as an <svg>: its back unless `faceUp`; `legal` lifts it. */
export function card(code, { faceUp = true, legal = false } = {}) {
  if (!faceUp) return back();
  const suit = code[0] === "X" ? "X" : code[1];
  const svg = blank(`suit-${suit}${legal ? " is-legal" : ""}`, cardName(code));
  const rank = add(svg, "text", { x: 9, y: 56 });
  rank.textContent = suit === "X" ? code : code[0] === "T" ? "10" : code[0];
  if (rank.textContent.length > 1) {
    rank.setAttribute("textLength", 37); // as wide as a card shows in a full hand on a phone
    rank.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  add(svg, "path", { d: PIPS[suit], transform: "translate(11 68) scale(1.5)" });
  const figure = FIGURES[code[0]];
  if (!figure) add(svg, "path", { d: PIPS[suit], transform: "translate(45 83) scale(2.3)" });
  else {
    const court = add(svg, "g", { class: "court", transform: "translate(43 65.5) scale(.93)" });
    add(court, "path", { d: figure[0] });
    add(court, "path", { class: "line", d: `${figure[1]}M21 37V38M33 37V38` });
  }
  return svg;
}

/** Return a card face down. */
export function back() {
  const svg = blank("is-back", "face-down card");
  for (let line = 0; line < 5; line += 1) {
    add(svg, "path", { class: "weave", d: `M${20 + 15 * line} 18L${20 + 15 * line} 122M15 ${24 + 23 * line}L85 ${24 + 23 * line}` });
  }
  return svg;
}
