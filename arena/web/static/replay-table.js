// Draw a step of a replay: the seats around the table, with all cards or with one seat's knowledge.

import { back, card } from "./cards.js";

const SVG = "http://www.w3.org/2000/svg";
const SUITS = { S: "spades", D: "diamonds", C: "clubs", H: "hearts" };
const SIDES = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"], 5: ["bottom", "left", "top-left", "top-right", "right"] };
const CHIPS = [["blue", 10], ["red", 5], ["white", 1]];

function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/** Return the chips for an amount of dollars. */
function coins(dollars) {
  const row = make("span", "coins");
  let left = dollars;
  for (const [color, each] of CHIPS) {
    const count = Math.floor(left / each);
    left -= count * each;
    if (!count) continue;
    const coin = document.createElementNS(SVG, "svg");
    coin.setAttribute("viewBox", "0 0 20 20");
    coin.setAttribute("class", `coin coin-${color}`);
    coin.setAttribute("role", "img");
    coin.setAttribute("aria-label", `${color} chips:`);
    for (const [radius, kind] of [[9, ""], [5.5, "ring"]]) {
      const circle = document.createElementNS(SVG, "circle");
      for (const [key, value] of [["cx", 10], ["cy", 10], ["r", radius], ["class", kind]]) circle.setAttribute(key, value);
      coin.append(circle);
    }
    row.append(coin, String(count));
  }
  return row;
}

function fan(cards, hidden, className = "fan") {
  return make("div", className, ...cards.map((code) => card(code)), ...Array.from({ length: hidden }, back));
}

/** Return a seat's cards that the viewer knows, and the number of others, without the card that the step plays. */
function handOf(step, seat, viewer) {
  const known = [...(viewer < 0 ? step.seats[seat].cards : step.sights[viewer].cards[seat])];
  let hidden = step.seats[seat].cards.length - known.length;
  if (step.kind === "play" && step.seat === seat) {
    const at = known.indexOf(step.cards[0]);
    if (at >= 0) known.splice(at, 1);
    else hidden -= 1;
  }
  return [known, hidden];
}

/** Lift the cards that the step discards or gives. */
function lift(hand, step, known) {
  const left = [...step.cards];
  known.forEach((code, at) => {
    const index = left.indexOf(code);
    if (index < 0) return;
    left.splice(index, 1);
    hand.children[at].classList.add("is-moved");
  });
}

/** Return a thinking time as a list with one element; [] for "". */
export function timeLabel(time) {
  return time ? [make("span", "took", time)] : [];
}

function whole(points) {
  return String(points).replace("-", "−");
}

function place(step, players, seat, viewer, around, times, steps) {
  const state = step.seats[seat];
  const name = make("div", "", make("b", "", players[seat]));
  name.title = players[seat];
  if (step.declarer === seat && step.trump) name.append(" ", make("span", "role", "declarer"));
  const tricks = step.trick || state.tricks ? `${state.tricks} ${state.tricks === 1 ? "trick" : "tricks"}` : "";
  const words = step.pot === null ? [tricks, `score ${whole(state.score)}`, state.says] : [tricks, state.says, `$${whole(state.score)}`];
  const tags = make("div", "tag", [`seat ${seat}`, ...words].filter(Boolean).join(" · "), " ");
  if (step.pot !== null) tags.append(coins(state.score));
  if (step.kind !== "play") tags.append(...timeLabel(times.get(seat)));
  const [known, hidden] = handOf(step, seat, viewer);
  const hand = fan(known, hidden);
  // A viewer that did not see which cards went must not learn it from cards that it knows.
  const sees = viewer < 0 || !step.sights[viewer].missed;
  if (sees && ["discard", "give"].includes(step.kind) && step.seat === seat) lift(hand, step, known);
  const side = SIDES[players.length][around];
  const element = make("div", `place seat-${around} at-${side}${step.seat === seat ? " is-acting" : ""}`, make("div", "place-head", name, tags), hand);
  // A row that any step of the hand fills keeps its space at all steps, so that the page does not jump.
  if (steps.some((each) => each.seats[seat].meld)) element.append(labelFan(state.meld, state.shown));
  if (steps.some((each) => each.seats[seat].laid.length) && (viewer < 0 || seat === viewer)) {
    const laid = viewer < 0 ? state.laid : step.sights[viewer].laid;
    element.append(labelFan(laid.length ? "discards" : "", laid));
  }
  return element;
}

function labelFan(words, cards, hidden = 0) {
  const label = make("span", "fan-label", words.replace(/^melds .*: /, "melds: "));
  label.title = words;
  return make("div", "label-fan", label, fan(cards, hidden, "fan is-small"));
}

/** Return the trick: each card lies on its player's side, with its thinking time. */
function trick(step, players, nearest, times) {
  const seats = players.length;
  const row = make("div", "trick");
  for (let turn = 0; turn < seats; turn += 1) {
    const seat = (step.leader + turn) % seats;
    const isNew = step.kind === "play" && step.seat === seat;
    const code = isNew ? step.cards[0] : step.leader < 0 ? "" : step.seats[seat].card;
    if (!code) continue;
    const drawn = card(code);
    if (isNew) drawn.classList.add("is-new");
    const wins = step.winner === seat;
    const caption = make("figcaption", "", make("span", "hidden", `${players[seat]} `), ...(wins ? [make("b", "", "wins"), " "] : []), ...timeLabel(times.get(seat)));
    row.append(make("figure", `at-${SIDES[seats][(seat - nearest + seats) % seats]}${wins ? " is-winner" : ""}`, drawn, caption));
  }
  return row;
}

function fact(label, value) {
  return make("span", "", `${label} `, make("b", "", value));
}

function middle(step, players, viewer, nearest, times, steps) {
  const facts = make("div", "facts-line");
  if (step.trick) facts.append(fact("trick", String(step.trick)));
  if (step.bid > 0) facts.append(fact("bid", String(step.bid)));
  if (step.trump) facts.append(fact("trump", SUITS[step.trump]));
  if (step.pot !== null) facts.append(make("span", "", `kitty $${step.pot} `, coins(step.pot)));
  const area = make("div", "middle", facts, trick(step, players, nearest, times));
  const kitty = step.kitty ?? [];
  const seen = viewer < 0 ? kitty : step.sights[viewer].kitty;
  if (steps.some((each) => each.kitty?.length)) area.append(labelFan(!kitty.length ? "" : step.pot === null ? "kitty" : "widow", seen, kitty.length - seen.length));
  if (step.dummy.length) {
    const shown = viewer < 0 ? step.dummy.slice(step.turned.length) : [];
    area.append(labelFan(step.turned.length ? "dummy cards turned up" : "", step.turned));
    area.append(labelFan("dummy", shown, step.dummy.length - step.turned.length - shown.length));
  }
  return area;
}

/** Return the table at one of *steps*: all cards if *viewer* is -1, else that seat's knowledge; *times* are by seat. */
export function drawTable(step, players, viewer, times, steps = [step]) {
  const count = players.length;
  const nearest = Math.max(viewer, 0);
  const seats = players.map((_, seat) => place(step, players, seat, viewer, (seat - nearest + count) % count, times, steps));
  return make("div", `felt of-${count}`, ...seats, middle(step, players, viewer, nearest, times, steps));
}
