// Draw a step of a replay: the seats around the table, with all cards or with one seat's knowledge.

import { back, card } from "./cards.js";

export const GLYPHS = { S: "♠", D: "♦", C: "♣", H: "♥" };
const SIDES = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"], 5: ["bottom", "left", "top-left", "top-right", "right"] };
const CHIPS = [["blue", 10], ["red", 5], ["white", 1]];

export function make(name, className, ...children) {
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
    row.append(make("i", `coin coin-${color}`), String(count), make("span", "hidden", ` ${color}`));
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

export function signed(points) {
  return `${points > 0 ? "+" : ""}${whole(points)}`;
}

function scoreOf(step, seat) {
  return `${step.pot === null ? "score " : "$"}${whole(step.seats[seat].score)}`;
}

function place(step, players, seat, viewer, around, times) {
  const state = step.seats[seat];
  const name = make("div", "", make("b", "", players[seat]));
  name.title = players[seat];
  if (step.declarer === seat && step.trump) name.append(" ", make("span", "role", "declarer"));
  const tricks = step.trick || state.tricks ? `${state.tricks} ${state.tricks === 1 ? "trick" : "tricks"}` : "";
  const tags = make("div", "tag", [tricks, state.says, meldOf(state), scoreOf(step, seat), `seat ${seat}`].filter(Boolean).join(" · "), " ");
  if (step.pot !== null) tags.append(coins(state.score));
  if (step.kind !== "play") tags.append(...timeLabel(times.get(seat)));
  const [known, hidden] = handOf(step, seat, viewer);
  const hand = fan(known, hidden);
  // A viewer that did not see which cards went must not learn it from cards that it knows.
  const sees = viewer < 0 || !step.sights[viewer].missed;
  if (sees && ["discard", "give"].includes(step.kind) && step.seat === seat) lift(hand, step, known);
  const side = SIDES[players.length][around];
  return make("div", `place seat-${around} at-${side}${step.seat === seat ? " is-acting" : ""}`, make("div", "place-head", name, tags), hand);
}

/** Return the points of a seat's melds in words; "" without melds. */
export function meldOf(state) {
  return state.shown.length ? state.meld.replace(/^.*: (\d+) .*$/, "melds $1") : "";
}

function labelFan(words, cards, hidden = 0) {
  return make("div", "label-fan", make("span", "fan-label", words), fan(cards, hidden, "fan is-small"));
}

/** Return what lies in front of a seat: its card, its last bid, or its score or points; null for nothing. */
function front(step, seat, steps) {
  const state = step.seats[seat];
  const code = step.kind === "play" && step.seat === seat ? step.cards[0] : step.leader < 0 ? "" : state.card;
  if (code) return card(code);
  if (step.kind === "score") return make("b", "plate", signed(state.score - steps[0].seats[seat].score));
  if (step.kind === "deal") return make("span", "plate", scoreOf(step, seat));
  const says = (step.seat === seat ? steps[step.number + 1] : step).seats[seat].says;
  return !step.trick && says ? make("span", "plate", says) : null;
}

/** Return the middle of the table: each player's card, bid or points lies on its side; before the play, the melds. */
function stage(step, players, nearest, times, steps) {
  const seats = players.length;
  const melded = players.map((_, seat) => seat).filter((seat) => step.seats[seat].shown.length);
  if (!step.trick && step.kind !== "score" && melded.length) {
    return make("div", "stage melds", ...melded.map((seat) => labelFan(`${players[seat]} ${meldOf(step.seats[seat])}`, step.seats[seat].shown)));
  }
  const row = make("div", "stage trick");
  for (let turn = 0; turn < seats; turn += 1) {
    const seat = (Math.max(step.leader, 0) + turn) % seats;
    const drawn = front(step, seat, steps);
    if (!drawn) continue;
    if (step.seat === seat) drawn.classList.add("is-new");
    const wins = step.winner === seat;
    const caption = make("figcaption", "", make("span", "hidden", `${players[seat]} `), ...(wins ? [make("b", "", "wins"), " "] : []), ...(step.trick ? timeLabel(times.get(seat)) : []));
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
  if (step.trump) facts.append(fact("trump", GLYPHS[step.trump]));
  if (step.pot !== null) facts.append(make("span", "", `kitty $${step.pot} `, coins(step.pot)));
  const seen = viewer < 0 ? step.kitty : step.sights[viewer].kitty;
  if (step.kitty?.length) facts.append(labelFan(step.pot === null ? "kitty" : "widow", seen, step.kitty.length - seen.length));
  const laid = viewer < 0 ? (step.seats[step.declarer]?.laid ?? []) : step.sights[viewer].laid;
  if (laid.length) facts.append(labelFan("discards", laid));
  if (step.trick > 1) facts.append(Object.assign(fact("last trick won by", players[step.leader]), { className: "wide-only" }));
  const area = make("div", "middle", facts, stage(step, players, nearest, times, steps));
  if (step.dummy.length) {
    const shown = viewer < 0 ? step.dummy.slice(step.turned.length) : [];
    area.append(labelFan(step.turned.length ? "dummy cards turned up" : "", step.turned));
    area.append(labelFan("dummy", shown, step.dummy.length - step.turned.length - shown.length));
  }
  return area;
}

/** Return the table at one of *steps*: all cards if *viewer* is -1, else that seat's knowledge; *times* are by seat. */
export function drawTable(step, players, viewer, times, steps) {
  const count = players.length;
  const nearest = Math.max(viewer, 0);
  const seats = players.map((_, seat) => place(step, players, seat, viewer, (seat - nearest + count) % count, times));
  return make("div", `felt of-${count}`, ...seats, middle(step, players, viewer, nearest, times, steps));
}
