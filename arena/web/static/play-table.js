// Draw a practice table as its person sees it: seats, trick, hand, scores.

import { back, card, cardName } from "./cards.js";
import { toolbar } from "./play-keys.js";
import { bags, make, piles, tokens, track } from "./play-things.js";


function fan(cards, hidden = 0, className = "fan") {
  return make("div", className, ...cards.map((code) => card(code)), ...Array.from({ length: hidden }, back));
}

function labelFan(label, cards) {
  const row = fan(cards, 0, "fan is-small");
  row.prepend(make("span", "fan-label", label));
  return row;
}

function signed(points) {
  return points === null ? "–" : points ? `${points < 0 ? "−" : "+"}${Math.abs(points)}` : "0";
}

function whole(points) {
  return String(points).replace("-", "−");
}

function head(view, player) {
  const line = make("div", "place-head", make("b", "", player.name));
  if (player.is_declarer) line.append(make("span", "role", "declarer"));
  const tags = [
    player.bot || "you",
    player.is_dealer ? "dealer" : "",
    player.is_partner ? "your partner" : "",
    player.bid && (player.bid === "pass" ? "passed" : `bids ${player.bid}`),
    view.trick.length || view.last_trick.length ? `${player.tricks} ${player.tricks === 1 ? "trick" : "tricks"}` : "",
  ];
  line.append(...tags.filter(Boolean).map((text) => make("span", "tag", text)));
  line.append(view.pot < 0 ? make("span", "tag", `score ${whole(player.score)}`) : make("span", "tag", `$${player.score} `, piles(player.chips)));
  if (view.limit) line.append(bags(player.bags, view.limit));
  if (view.wins) line.append(tokens(player.wins, view.wins));
  return line;
}

function melds(player) {
  if (!player.melds.length) return "";
  const words = player.melds.map(([name, count, points]) => `${name.replaceAll("_", " ")}${count > 1 ? ` ×${count}` : ""} ${points}`);
  return labelFan(`melds ${words.join(", ")}: ${player.meld_points} ${player.meld_points === 1 ? "point" : "points"}`, player.meld_cards);
}

function opponent(view, player, around) {
  const cards = player.cards ?? [];
  return make("div", `place seat-${around}`, head(view, player), fan(cards, player.cards ? 0 : player.count), melds(player));
}

/** Return the trick as figures; *winner* is the seat that takes it, -1 while it is open. */
export function trickOf(view, plays, winner) {
  const figures = plays.map(([seat, code]) => make("figure", seat === winner ? "is-winner" : "", card(code), make("figcaption", "", view.players[seat].name)));
  return make("div", "trick", ...figures);
}

function fact(label, value) {
  return make("span", "", `${label} `, make("b", "", value));
}

function middle(view) {
  const facts = make("div", "facts-line");
  if (view.declarer >= 0 && view.contract > 0) facts.append(fact(`contract of ${view.players[view.declarer].name}`, String(view.contract)));
  if (view.trump) facts.append(fact("trump", view.trump));
  if (view.pot >= 0) facts.append(make("span", "", `kitty $${view.pot} `, piles(view.pot_chips)));
  const shows = view.trick.length || !view.last_trick.length;
  const trick = shows ? trickOf(view, view.trick, -1) : trickOf(view, view.last_trick, view.last_winner);
  if (!shows) trick.classList.add("is-over");
  const area = make("div", "middle", facts, trick);
  if (view.kitty.length) area.append(labelFan(view.pot < 0 ? "kitty" : "widow", view.kitty));
  if (view.dummy.length) area.append(labelFan("dummy cards so far", view.dummy));
  if (view.discards.length) area.append(labelFan("your discards", view.discards));
  return area;
}

/** Return the person's cards: cards that may be chosen are raised buttons. */
function hand(view, onPick) {
  const legal = new Set(view.kind === "play" ? view.choices.map((choice) => choice.text) : []);
  const own = view.players[view.seat];
  const row = make("div", "own-hand");
  if (!own.cards.length) row.append(...Array.from({ length: own.count }, back)); // a blind bid comes before a look at the cards
  for (const code of own.cards) {
    if (!legal.has(code) && !view.count) {
      const still = card(code);
      if (view.kind === "play") still.classList.add("is-barred");
      row.append(still);
      continue;
    }
    const button = make("button", "pick", card(code, { legal: true }));
    button.type = "button";
    button.dataset.card = code;
    button.setAttribute("aria-label", `${view.count ? "choose" : "play"} the ${cardName(code).replace("ten", "10")}`); // as it is drawn
    if (view.count) button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => onPick(button));
    row.append(button);
  }
  return toolbar(row, "your cards");
}

/** Return the table; *onPick* gets each card that is clicked. */
export function drawTable(view, onPick) {
  const seats = view.players.map((player) => {
    const around = (player.seat - view.seat + view.seats) % view.seats;
    if (around) return opponent(view, player, around);
    return make("div", `place seat-0${view.is_over ? "" : " is-acting"}`, head(view, player), hand(view, onPick), melds(player));
  });
  const others = [...seats.slice(view.seat + 1), ...seats.slice(0, view.seat)];
  return make("div", `felt of-${view.seats}`, ...others, middle(view), seats[view.seat]);
}

function row(name, cells, cell = "td") {
  return make("tr", "", Object.assign(make("th", "", name), { scope: "row" }), ...cells.map((text) => make(cell, "n", text)));
}

function grid(caption, heads, rows) {
  const top = make("tr", "", ...heads.map((text, at) => Object.assign(make("th", at ? "n" : "", text), { scope: "col" })));
  const table = make("table", "sheet", make("caption", "", caption), make("thead", "", top), make("tbody", "", ...rows));
  const scroll = make("div", "scroll", table);
  scroll.tabIndex = 0;
  return scroll;
}

/** Return the scores of a game as pegs, on one track per seat. */
function board(view) {
  const games = view.sheet.filter((hand) => hand.game === view.sheet.at(-1).game);
  const all = games.flatMap((hand) => hand.scores);
  const low = Math.min(0, ...all);
  const high = Math.max(view.target, ...all);
  const rows = view.players.map((player) => {
    const scores = games.map((hand) => hand.scores[player.seat]);
    return make("div", "", make("span", "", player.name), track(player.name, scores, low, high, view.target), make("b", "", whole(scores.at(-1))));
  });
  return make("div", "tally-board", ...rows);
}

/** Return the legend of the tally board and of the drawings next to the names. */
function legend(view) {
  const lines = ["The disc is the current score, small dots are scores after earlier hands, and the thin line is 0."];
  if (view.target) lines.push(`The thick line is the target, ${view.target}.`);
  if (view.limit) lines.push(`A filled bag is a trick beyond the bid; ${view.limit} bags cost points.`);
  if (view.wins) lines.push(`A filled star is a game won; ${view.wins} stars win the series.`);
  if (view.pot >= 0) lines.push("A white chip is 1 dollar, a red chip 5, a blue chip 10.");
  return make("p", "note", lines.join(" "));
}

/** Return the tally board: the score of each seat, and the points of each hand. */
export function tallyBoard(view) {
  if (!view.sheet.length) return "";
  const heads = ["hand", ...view.players.map((player) => player.name), ...(view.pot < 0 ? [] : ["kitty"])];
  const rows = view.sheet.map((hand) => {
    const cells = hand.deltas.map((delta, seat) => make("span", "", make("b", "", signed(delta)), make("span", "sum", whole(hand.scores[seat]))));
    if (view.pot >= 0) cells.push(String(hand.pot));
    return row(`${hand.hand + 1}${hand.was_open ? " (open)" : ""}`, cells);
  });
  return make("section", "", make("h2", "", "Tally"), board(view), legend(view), grid(`Points of each hand, and the score after it.${view.defenders_share ? " Defenders score together: each is credited with the melds and tricks of all defenders." : ""}`, heads, rows));
}

/** List the aids that a person used. */
export function listAids(aids) {
  const words = [];
  if (aids.undone) words.push(`${aids.undone} undone`);
  if (aids.hints) words.push(aids.hints === 1 ? "1 hint" : `${aids.hints} hints`);
  if (aids.opened.length) words.push(`cards shown in hand ${aids.opened.map((hand) => hand + 1).join(", ")}`);
  return words.join(", ");
}

/** Return everybody's points on the same deal, hand by hand. */
export function comparePlayers(it) {
  if (it.everybody.length < 2) return "";
  const heads = ["hand", ...it.everybody.map((each) => `${each.who}, seat ${each.seat}`)];
  const rows = it.lines.map((line) => row(String(line.hand + 1), line.points.map(signed)));
  const totals = it.everybody.map((_, at) => it.lines.reduce((sum, line) => sum + (line.points[at] ?? 0), 0));
  if (it.lines.length > 1) rows.push(row("total", totals.map(signed)));
  rows.push(row("aids", it.everybody.map((each) => listAids(each.aids) || "none")));
  return make("section", "", make("h2", "", "Results on the same deal"), grid("Points by hand. Other players' points appear when your hand is over.", heads, rows));
}
