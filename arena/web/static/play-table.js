// A practice table, drawn from what its person sees: seats, trick, hand, board of scores.

import { back, card, cardName } from "./cards.js";
import { toolbar } from "./play-keys.js";
import { bags, make, piles, tokens, track } from "./play-things.js";


function fan(cards, hidden = 0, className = "fan") {
  return make("div", className, ...cards.map((code) => card(code)), ...Array.from({ length: hidden }, back));
}

function labelled(label, cards) {
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
  return labelled(`melds ${words.join(", ")}: ${player.meld_points} ${player.meld_points === 1 ? "point" : "points"}`, player.shown);
}

function opponent(seen, player, around) {
  const cards = player.cards ?? [];
  return make("div", `place seat-${around}`, head(seen, player), fan(cards, player.cards ? 0 : player.count), melds(player));
}

/** Return the trick as figures; *winner* is who takes it, -1 while it is open. */
export function trickOf(seen, plays, winner) {
  const figures = plays.map(([seat, code]) => make("figure", seat === winner ? "is-winner" : "", card(code), make("figcaption", "", seen.players[seat].name)));
  return make("div", "trick", ...figures);
}

function fact(label, value) {
  return make("span", "", `${label} `, make("b", "", value));
}

function middle(seen) {
  const facts = make("div", "facts-line");
  if (seen.declarer >= 0 && seen.contract > 0) facts.append(fact(`${seen.players[seen.declarer].name} plays for`, String(seen.contract)));
  if (seen.trump) facts.append(fact("trump", seen.trump));
  if (seen.pot >= 0) facts.append(make("span", "", `in the kitty $${seen.pot} `, piles(seen.pot_chips)));
  const shows = seen.trick.length || !seen.last_trick.length;
  const trick = shows ? trickOf(seen, seen.trick, -1) : trickOf(seen, seen.last_trick, seen.last_winner);
  if (!shows) trick.classList.add("is-over");
  const made = make("div", "middle", facts, trick);
  if (seen.kitty.length) made.append(labelled(seen.pot < 0 ? "kitty" : "widow", seen.kitty));
  if (seen.turned.length) made.append(labelled("dummy so far", seen.turned));
  if (seen.laid.length) made.append(labelled("you laid away", seen.laid));
  return made;
}

/** Return the person's cards: those that may be chosen are buttons and lift. */
function hand(seen, onPick) {
  const legal = new Set(seen.kind === "play" ? seen.choices.map((choice) => choice.text) : []);
  const own = seen.players[seen.seat];
  const row = make("div", "own-hand");
  if (!own.cards.length) row.append(...Array.from({ length: own.count }, back)); // a blind bid comes before one looks
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

/** Return the table: *onPick* is told of a card that is clicked. */
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

/** Return the pegs of a game's scores, a track for each seat. */
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

/** Say what is drawn on the tally board, and beside the names. */
function legend(seen) {
  const said = ["The disc is the score now, small dots are where it stood after earlier hands, and the thin line is 0."];
  if (seen.target) said.push(`The thick line is the goal, ${seen.target}.`);
  if (seen.limit) said.push(`A bag is a trick beyond the bid: filled ones are there, and ${seen.limit} of them cost points.`);
  if (seen.wins) said.push(`A star is a game won: ${seen.wins} win the series.`);
  if (seen.pot >= 0) said.push("A white chip is 1 dollar, a red one 5, a blue one 10.");
  return make("p", "note", said.join(" "));
}

/** Return the tally board: where each seat stands, and what each hand brought. */
export function tallyBoard(seen) {
  if (!seen.sheet.length) return "";
  const heads = ["hand", ...seen.players.map((player) => player.name), ...(seen.pot < 0 ? [] : ["kitty"])];
  const rows = seen.sheet.map((hand) => {
    const cells = hand.deltas.map((delta, seat) => make("span", "", make("b", "", signed(delta)), make("span", "sum", whole(hand.scores[seat]))));
    if (seen.pot >= 0) cells.push(String(hand.pot));
    return row(`${hand.hand + 1}${hand.was_open ? " (open)" : ""}`, cells);
  });
  return make("section", "", make("h2", "", "Tally"), board(seen), legend(seen), grid(`What each hand brought, and the score after it.${seen.defenders_share ? " Defenders score together: each of them has the melds and the tricks of all." : ""}`, heads, rows));
}

/** Say what a person was helped by. */
export function helped(marks) {
  const found = [];
  if (marks.undone) found.push(`${marks.undone} taken back`);
  if (marks.hints) found.push(marks.hints === 1 ? "1 hint" : `${marks.hints} hints`);
  if (marks.opened.length) found.push(`open in ${marks.opened.map((hand) => hand + 1).join(", ")}`);
  return found.join(", ");
}

/** Return what all made of the same deal, hand by hand. */
export function sideBySide(it) {
  if (it.everybody.length < 2) return "";
  const heads = ["hand", ...it.everybody.map((each) => `${each.who}, seat ${each.seat}`)];
  const rows = it.lines.map((line) => row(String(line.hand + 1), line.points.map(signed)));
  const totals = it.everybody.map((_, at) => it.lines.reduce((sum, line) => sum + (line.points[at] ?? 0), 0));
  if (it.lines.length > 1) rows.push(row("together", totals.map(signed)));
  rows.push(row("helped by", it.everybody.map((each) => helped(each.marks) || "nothing")));
  return make("section", "", make("h2", "", "The same deal, side by side"), grid("Points; another's hand is shown once yours is over", heads, rows));
}
