// Draw chips, bags and victory tokens, and write cards in text.

const SVG = "http://www.w3.org/2000/svg";
const MOST_DRAWN = 24; // of one kind; the number is next to them

/** Return an element with a class and children; texts are text. */
export function make(name, className = "", ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CODES = /\b([2-9TJQKA])([SHDC])\b|\b([SHDC])(?= as trump)|\b(spades|hearts|diamonds|clubs)\b/;

/** Return a suit's sign in its colour, after a rank if there is one. */
export function sign(suit, rank = "") {
  return make("span", `face face-${suit}`, `${rank === "T" ? "10" : rank}${SIGNS[suit] ?? ""}`);
}

/** Return *text* as a list of children in which cards such as TD and names of suits have their signs. */
export function inCards(text) {
  const parts = [];
  let rest = text.replaceAll(/(?<!\w)-(?=\d)/g, "−");
  for (let found = CODES.exec(rest); found; found = CODES.exec(rest)) {
    const [whole, rank, suit, trump, name] = found;
    parts.push(rest.slice(0, found.index));
    if (name) parts.push(`${name} `, sign(name[0].toUpperCase()));
    else parts.push(sign(suit ?? trump, rank ?? ""));
    rest = rest.slice(found.index + whole.length);
  }
  return [...parts, rest];
}

/** Return cards in text, as 10♦ K♠. */
export function writeCards(codes) {
  return inCards(codes.join(" ").replaceAll(/X([1-3])/g, "joker $1"));
}

function drawing(className, label, width, height) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of [["class", className], ["role", "img"], ["aria-label", label], ["viewBox", `0 0 ${width} ${height}`]]) svg.setAttribute(key, value);
  svg.style.setProperty("--ratio", String(width / height));
  const title = document.createElementNS(SVG, "title");
  title.textContent = label;
  svg.append(title);
  return svg;
}

function shape(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
}

/** Return a pile for each colour of chips, with one disc per chip. */
export function piles(chips) {
  const row = make("span", "piles");
  for (const [color, count] of chips) {
    const drawn = Math.min(count, MOST_DRAWN);
    const height = 12 + 4 * drawn;
    const pile = drawing(`pile pile-${color}`, `${count} ${color} ${count === 1 ? "chip" : "chips"}`, 26, height);
    for (let place = 0; place < drawn; place += 1) {
      const y = height - 7 - 4 * place;
      shape(pile, "path", { d: `M2 ${y - 3}v4a11 4.5 0 0 0 22 0v-4`, class: "rim" });
      shape(pile, "ellipse", { cx: 13, cy: y - 3, rx: 11, ry: 4.5, class: "top" });
    }
    row.append(pile);
  }
  return row;
}

/** Return a filled bag for each trick beyond a bid, and outlines up to *limit*. */
export function bags(count, limit) {
  const width = Math.min(Math.max(count, limit), MOST_DRAWN);
  const row = drawing("bags", `${count} of ${limit} bags`, 13 * width, 16);
  for (let place = 0; place < width; place += 1) {
    shape(row, "path", { d: `M${13 * place + 4} 4h5l-1.2 2.2c4 2.6 4.4 8.8-1.3 8.8s-5.3-6.2-1.3-8.8zM${13 * place + 4} 1.5h5`, class: place < count ? "bag" : "bag is-missing" });
  }
  return row;
}

/** Return a track of the tally board: a seat's score after each hand, from *low* to *high*. */
export function track(name, scores, low, high, target) {
  const line = Object.assign(make("div", "track"), { role: "img", ariaLabel: `${name}: score ${scores.at(-1)}${target ? ` of ${target}` : ""}` });
  const set = (className, score) => {
    const mark = make("span", className);
    mark.style.setProperty("--at", String((score - low) / (high - low || 1)));
    line.append(mark);
  };
  set("start", 0);
  if (target) set("goal", target);
  for (const score of scores.slice(0, -1)) set("hole", score);
  set("peg", scores.at(-1));
  return line;
}

/** Return the victory tokens of a series: a filled one for each game won. */
export function tokens(won, needed) {
  const width = Math.min(needed, MOST_DRAWN);
  const row = drawing("tokens", `${won} of ${needed} games won`, 17 * width, 16);
  for (let place = 0; place < width; place += 1) {
    shape(row, "path", { transform: `translate(${17 * place} 0)`, d: "M8 .8l2.2 4.7 5.1.6-3.8 3.5 1 5.1L8 12.1l-4.5 2.6 1-5.1L.7 6.1l5.1-.6z", class: place < won ? "token" : "token is-missing" });
  }
  return row;
}
