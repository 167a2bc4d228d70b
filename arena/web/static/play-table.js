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

function head(seen, player) {
  const line = make("div", "place-head", make("b", "", player.name));
  if (player.is_declarer) line.append(make("span", "role", "declarer"));
  const tags = [
    player.bot || "you",
    player.is_dealer ? "dealer" : "",
    player.is_partner ? "your partner" : "",
    player.bid && (player.bid === "pass" ? "passed" : `bids ${player.bid}`),
    seen.trick.length || seen.last_trick.length ? `${player.tricks} ${player.tricks === 1 ? "trick" : "tricks"}` : "",
  ];
  line.append(...tags.filter(Boolean).map((text) => make("span", "tag", text)));
  line.append(seen.pot < 0 ? make("span", "tag", `score ${whole(player.score)}`) : make("span", "tag", `$${player.score} `, piles(player.chips)));
  if (seen.limit) line.append(bags(player.bags, seen.limit));
  if (seen.wins) line.append(tokens(player.wins, seen.wins));
  return line;
}

function melds(player) {
  if (!player.melds.length) return "";
  const words = player.melds.map(([name, count, points]) => `${name.replaceAll("_", " ")}${count > 1 ? ` ×${count}` : ""} ${points}`);
  return labelFan(`melds ${words.join(", ")}: ${player.meld_points} ${player.meld_points === 1 ? "point" : "points"}`, player.shown);
}

function opponent(seen, player, around) {
  const cards = player.cards ?? [];
  return make("div", `place seat-${around}`, head(seen, player), fan(cards, player.cards ? 0 : player.count), melds(player));
}

/** Return the trick as figures; *winner* is the seat that takes it, -1 while it is open. */
export function trickOf(seen, plays, winner) {
  const figures = plays.map(([seat, code]) => make("figure", seat === winner ? "is-winner" : "", card(code), make("figcaption", "", seen.players[seat].name)));
  return make("div", "trick", ...figures);
}

function fact(label, value) {
  return make("span", "", `${label} `, make("b", "", value));
}

function middle(seen) {
  const facts = make("div", "facts-line");
  if (seen.declarer >= 0 && seen.contract > 0) facts.append(fact(`contract of ${seen.players[seen.declarer].name}`, String(seen.contract)));
  if (seen.trump) facts.append(fact("trump", seen.trump));
  if (seen.pot >= 0) facts.append(make("span", "", `kitty $${seen.pot} `, piles(seen.pot_chips)));
  const shows = seen.trick.length || !seen.last_trick.length;
  const trick = shows ? trickOf(seen, seen.trick, -1) : trickOf(seen, seen.last_trick, seen.last_winner);
  if (!shows) trick.classList.add("is-over");
  const area = make("div", "middle", facts, trick);
  if (seen.kitty.length) area.append(labelFan(seen.pot < 0 ? "kitty" : "widow", seen.kitty));
  if (seen.turned.length) area.append(labelFan("dummy cards so far", seen.turned));
  if (seen.laid.length) area.append(labelFan("your discards", seen.laid));
  return area;
}

/** Return the person's cards: cards that may be chosen are raised buttons. */
function hand(seen, onPick) {
  const legal = new Set(seen.kind === "play" ? seen.choices.map((choice) => choice.text) : []);
  const own = seen.players[seen.seat];
  const row = make("div", "own-hand");
  if (!own.cards.length) row.append(...Array.from({ length: own.count }, back)); // a blind bid comes before the cards are seen
  for (const code of own.cards) {
    if (!legal.has(code) && !seen.count) {
      const still = card(code);
      if (seen.kind === "play") still.classList.add("is-barred");
      row.append(still);
      continue;
    }
    const button = make("button", "pick", card(code, { legal: true }));
    button.type = "button";
    button.dataset.card = code;
    button.setAttribute("aria-label", `${seen.count ? "choose" : "play"} the ${cardName(code).replace("ten", "10")}`); // as it is drawn
    if (seen.count) button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => onPick(button));
    row.append(button);
  }
  return toolbar(row, "your cards");
}

/** Return the table; *onPick* gets each card that is clicked. */
export function drawTable(seen, onPick) {
  const seats = seen.players.map((player) => {
    const around = (player.seat - seen.seat + seen.seats) % seen.seats;
    if (around) return opponent(seen, player, around);
    return make("div", `place seat-0${seen.is_over ? "" : " is-acting"}`, head(seen, player), hand(seen, onPick), melds(player));
  });
  const others = [...seats.slice(seen.seat + 1), ...seats.slice(0, seen.seat)];
  return make("div", `felt of-${seen.seats}`, ...others, middle(seen), seats[seen.seat]);
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
function board(seen) {
  const games = seen.sheet.filter((hand) => hand.game === seen.sheet.at(-1).game);
  const all = games.flatMap((hand) => hand.scores);
  const low = Math.min(0, ...all);
  const high = Math.max(seen.target, ...all);
  const rows = seen.players.map((player) => {
    const scores = games.map((hand) => hand.scores[player.seat]);
    return make("div", "", make("span", "", player.name), track(player.name, scores, low, high, seen.target), make("b", "", whole(scores.at(-1))));
  });
  return make("div", "tally-board", ...rows);
}

/** Return the legend of the tally board and of the drawings next to the names. */
function legend(seen) {
  const lines = ["The disc is the current score, small dots are scores after earlier hands, and the thin line is 0."];
  if (seen.target) lines.push(`The thick line is the target, ${seen.target}.`);
  if (seen.limit) lines.push(`A filled bag is a trick beyond the bid; ${seen.limit} bags cost points.`);
  if (seen.wins) lines.push(`A filled star is a game won; ${seen.wins} stars win the series.`);
  if (seen.pot >= 0) lines.push("A white chip is 1 dollar, a red chip 5, a blue chip 10.");
  return make("p", "note", lines.join(" "));
}

/** Return the tally board: the score of each seat, and the points of each hand. */
export function tallyBoard(seen) {
  if (!seen.sheet.length) return "";
  const heads = ["hand", ...seen.players.map((player) => player.name), ...(seen.pot < 0 ? [] : ["kitty"])];
  const rows = seen.sheet.map((hand) => {
    const cells = hand.deltas.map((delta, seat) => make("span", "", make("b", "", signed(delta)), make("span", "sum", whole(hand.scores[seat]))));
    if (seen.pot >= 0) cells.push(String(hand.pot));
    return row(`${hand.hand + 1}${hand.was_open ? " (open)" : ""}`, cells);
  });
  return make("section", "", make("h2", "", "Tally"), board(seen), legend(seen), grid(`Points of each hand, and the score after it.${seen.defenders_share ? " Defenders score together: each is credited with the melds and tricks of all defenders." : ""}`, heads, rows));
}

/** List the aids that a person used. */
export function listAids(marks) {
  const aids = [];
  if (marks.undone) aids.push(`${marks.undone} undone`);
  if (marks.hints) aids.push(marks.hints === 1 ? "1 hint" : `${marks.hints} hints`);
  if (marks.opened.length) aids.push(`cards shown in hand ${marks.opened.map((hand) => hand + 1).join(", ")}`);
  return aids.join(", ");
}

/** Return everybody's points on the same deal, hand by hand. */
export function comparePlayers(it) {
  if (it.everybody.length < 2) return "";
  const heads = ["hand", ...it.everybody.map((each) => `${each.who}, seat ${each.seat}`)];
  const rows = it.lines.map((line) => row(String(line.hand + 1), line.points.map(signed)));
  const totals = it.everybody.map((_, at) => it.lines.reduce((sum, line) => sum + (line.points[at] ?? 0), 0));
  if (it.lines.length > 1) rows.push(row("total", totals.map(signed)));
  rows.push(row("aids", it.everybody.map((each) => listAids(each.marks) || "none")));
  return make("section", "", make("h2", "", "Results on the same deal"), grid("Points by hand. Other players' points appear when your hand is over.", heads, rows));
}
