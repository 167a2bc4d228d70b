// Draw what stands below a practice table: tricks, cards gone, melds, scores, results of friends.

import { nameMelds, whole } from "./play-table.js";
import { inCards, make, sign, track, writeCards } from "./play-things.js";

function signed(points) {
  return points === null ? "–" : points ? `${points < 0 ? "−" : "+"}${Math.abs(points)}` : "0";
}

function row(name, cells, className = "n") {
  return make("tr", "", Object.assign(make("th", "", name), { scope: "row" }), ...cells.map((text) => make("td", className, ...(Array.isArray(text) ? text : [text]))));
}

function grid(caption, heads, rows, className = "n") {
  const top = make("tr", "", ...heads.map((text, at) => Object.assign(make("th", at ? className : "", text), { scope: "col" })));
  const table = make("table", "", make("caption", "", caption), make("thead", "", top), make("tbody", "", ...rows));
  const scroll = make("div", "scroll", table);
  scroll.tabIndex = 0;
  return scroll;
}

/** Return the finished tricks of the hand, the last first, and all cards that are gone. */
export function trickHistory(view) {
  if (!view.tricks.length) return [];
  const name = (seat) => view.players[seat].name;
  const rows = view.tricks.map(([plays, winner], at) => {
    const cells = view.players.map(({ seat }) => {
      const code = plays.find(([who]) => who === seat)?.[1];
      return code ? [make("span", seat === winner ? "is-taking" : "", ...writeCards([code])), seat === plays[0][0] ? "  led" : ""] : ["–"];
    });
    return row(String(at + 1), [...cells, name(winner)], "");
  });
  const gone = [...view.tricks.flatMap(([plays]) => plays), ...view.trick].map(([, code]) => code);
  const suits = ["S", "H", "D", "C", "X"].map((suit) => [suit, gone.filter((code) => (code[0] === "X" ? "X" : code[1]) === suit)]);
  const lines = suits.filter(([, codes]) => codes.length).map(([suit, codes]) => {
    const order = [...codes].sort((one, other) => ORDER.indexOf(one[0]) - ORDER.indexOf(other[0]));
    return row(sign(suit), [String(codes.length), writeCards(order)], "");
  });
  return [
    grid("Tricks of this hand, the newest first; the card that took the trick is framed.", ["trick", ...view.players.map(({ name: each }) => each), "taken by"], rows.reverse(), ""),
    grid("Cards gone in this hand", ["suit", "number", "cards"], lines, ""),
  ];
}

const ORDER = "AKQJT98765432X";

/** Return a table of all melds. */
export function meldTable(view) {
  const rows = view.players.filter((player) => player.melds.length).map((player) => {
    return row(player.name, [nameMelds(player), writeCards(player.meld_cards), String(player.meld_points)], "long");
  });
  return rows.length ? [grid("Melds, with their points", ["player", "melds", "cards", "points"], rows, "")] : [];
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

/** Return the tally board: the score of each seat, and the points of each hand, with a link to its replay. */
export function tallyBoard(view, address) {
  if (!view.sheet.length) return [];
  const heads = ["hand", ...view.players.map((player) => player.name), ...(view.pot < 0 ? [] : ["kitty"])];
  const rows = view.sheet.map((hand) => {
    const cells = hand.deltas.map((delta, seat) => [make("b", "", signed(delta)), make("span", "sum", whole(hand.scores[seat]))]);
    if (view.pot >= 0) cells.push(String(hand.pot));
    const link = Object.assign(make("a", "", `${hand.hand + 1}${hand.was_open ? " (open)" : ""}, replay`), { href: `${address}/replay?hand=${hand.hand + 1}` });
    return row(link, cells);
  });
  const share = view.defenders_share ? " Defenders score together: each is credited with the melds and tricks of all defenders." : "";
  return [board(view), legend(view), grid(`Points of each hand, and the score after it.${share}`, heads, rows)];
}

const SETS = { set: " Set means that the declarer's side did not reach its bid, and loses it.", "single set": " The declarer gave up after it saw the widow, and pays once.", "double set": " The declarer played on without reaching the bid, and pays twice." };

/** Return the winners of a hand and the points that decided it: "you win the hand, 32 to 18". */
function headline(view, deltas) {
  const [best, own] = [Math.max(...deltas), deltas[view.seat]];
  const names = view.players.filter(({ seat }) => deltas[seat] === best).map(({ name, seat }) => (seat === view.seat ? "you" : name));
  if (names.length === view.seats) return "Nobody wins the hand";
  const points = own === best ? whole(Math.max(...deltas.filter((delta) => delta < best))) : `your ${whole(own)}`;
  return `${names.join(" and ")} ${own === best || names.length > 1 ? "win" : "wins"} the hand, ${whole(best)} to ${points}`;
}

/** Return the result of the hand that just ended; [] if none did. */
export function handResult(view) {
  const lines = view.events.filter((event) => event.what === "score").map((event) => make("p", event.line.startsWith("  ") ? "inset" : "", ...inCards(event.line.trim())));
  const hand = view.sheet.at(-1);
  if (!lines.length || !hand) return [];
  const rows = view.players.map(({ seat, name }) => row(seat === view.seat ? `${name} (you)` : name, [make("b", "", signed(hand.deltas[seat])), whole(hand.scores[seat])]));
  lines[0].append(SETS[hand.outcome] ?? "");
  return [make("h2", "", headline(view, hand.deltas)), grid(`Result of hand ${hand.hand + 1}`, ["player", "this hand", "score"], rows), make("div", "", ...lines)];
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
