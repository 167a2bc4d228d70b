// Draw a practice table as its person sees it: seats, trick, hand.

import { back, card, cardName } from "./cards.js";
import { toolbar } from "./play-keys.js";
import { bags, make, piles, sign, tokens, writeCards } from "./play-things.js";

/** Return cards in a row of overlapping slots, and *hidden* cards face down. */
function fan(cards, hidden = 0) {
  const all = [...cards.map((code) => card(code)), ...Array.from({ length: hidden }, back)];
  const row = make("div", "fan", ...all.map((each) => make("span", "slot", each)));
  row.style.setProperty("--cards", String(all.length));
  return row;
}

export function whole(points) {
  return String(points).replace("-", "−");
}

/** Return the seats that win or lose with *seat*, itself included. */
function sideOf(view, seat) {
  return view.players.some((player) => player.is_partner) ? [seat, (seat + 2) % 4] : [seat];
}

/** Return a seat's progress in large figures: "3 of 5" tricks, or points of melds and tricks "18 of 26". */
function counter(view, player) {
  const line = make("div", "counter");
  const isPlayed = view.tricks.length || view.trick.length;
  const big = (number, words, title) => {
    line.append(make("b", "", whole(number)), ` ${words}`);
    line.title = title;
  };
  if (view.family === "pinochle" && (isPlayed || isMelding(view))) {
    const side = sideOf(view, player.seat).map((seat) => view.players[seat]);
    const sum = side.reduce((points, each) => points + each.meld_points + each.taken, 0);
    const isDeclarer = side.some((each) => each.is_declarer);
    big(sum, isDeclarer ? `of ${view.contract}` : sum === 1 ? "point" : "points", `Points of melds and tricks so far${side.length > 1 ? ", with the partner" : ""}`);
  } else if (/^\d+$/.test(player.bid) && view.family === "spades") {
    if (isPlayed) big(player.tricks, `of ${player.bid}`, "Tricks won, of the tricks bid");
    else big(player.bid, "bid", "Tricks bid");
  } else if (player.bid) {
    line.append(...(isPlayed ? [make("b", "", whole(player.tricks)), ` ${player.tricks === 1 ? "trick" : "tricks"}, ${player.bid}`] : [make("b", "", player.bid === "pass" ? "passes" : player.bid)]));
  }
  return line;
}

function head(view, player) {
  const who = make("div", "who", make("b", "", player.name), make("span", "tag", (player.bot || "you") + (player.is_partner ? ", partner" : "")));
  if (player.is_dealer) who.append(Object.assign(make("span", "role is-dealer", "D"), { title: "dealer" }), make("span", "hidden", "dealer"));
  if (player.is_declarer) who.append(make("span", "role", "declarer"));
  const score = make("div", "score", ...(view.pot < 0 ? [`score ${whole(player.score)}`] : [`$${player.score} `, piles(player.chips)]));
  if (view.family === "pinochle" && view.tricks.length) score.prepend(make("span", "tricks", `${player.tricks} ${player.tricks === 1 ? "trick" : "tricks"},`));
  if (view.limit) score.append(bags(player.bags, view.limit));
  if (view.wins) score.append(tokens(player.wins, view.wins));
  return make("div", "place-head", who, counter(view, player), score);
}

/** Return the trick, each card on its player's side; *winner* is the seat that takes it, -1 while it is open. */
export function trickOf(view, plays, winner) {
  const figures = plays.map(([seat, code]) => {
    const around = (seat - view.seat + view.seats) % view.seats;
    const name = view.players[seat].name;
    return make("figure", `from-${around}${seat === winner ? " is-winner" : ""}`, card(code), make("figcaption", "hidden", seat === winner ? `${name} takes the trick` : name));
  });
  return make("div", "trick", ...figures);
}

function fact(label, ...values) {
  return make("span", "", `${label} `, make("b", "", ...values));
}

export function nameMelds(player) {
  return player.melds.map(([name, count, points]) => `${name.replaceAll("_", " ")}${count > 1 ? ` ×${count}` : ""} ${points}`).join(", ");
}

/** Whether the melds lie open: from trump to the end of the first trick. */
function isMelding(view) {
  return !view.tricks.length && view.players.some((player) => player.melds.length);
}

/** Return another seat's hand: its melds while they lie open, else all cards, face down unless they are shown. */
function otherHand(view, player) {
  const note = isMelding(view) ? make("p", "melded", nameMelds(player) || "no meld") : "";
  const isLaid = note && player.melds.length && !player.cards;
  const row = fan(player.cards ?? (isLaid ? player.meld_cards.filter((code) => !view.trick.some(([, played]) => played === code)) : []), player.cards || isLaid ? 0 : player.count);
  row.classList.toggle("is-laid", isLaid);
  return [row, note];
}

function facts(view) {
  const line = make("div", "facts-line");
  if (view.trump) line.append(fact("trump", sign(view.trump[0].toUpperCase()), ` ${view.trump}`));
  if (view.declarer >= 0 && view.contract > 0) line.append(fact("contract", `${view.contract} by ${view.players[view.declarer].name}`));
  if (view.pot >= 0) line.append(make("span", "", `kitty $${view.pot} `, piles(view.pot_chips)));
  if (view.kitty.length && view.kind !== "discard") line.append(fact(view.pot < 0 ? "kitty" : "widow", ...writeCards(view.kitty)));
  if (view.dummy.length) line.append(fact("dummy", ...writeCards(view.dummy)));
  if (view.discards.length) line.append(fact("your discards", ...writeCards(view.discards)));
  const own = view.players[view.seat];
  if (isMelding(view) && own.melds.length) line.append(fact("your melds", nameMelds(own)));
  return line;
}

/** Return all bids and passes in rounds, a column a seat from the first caller on. */
function auctionBox(view) {
  const first = view.calls[0]?.[0] ?? view.seat;
  const order = view.players.map((_, turn) => (first + turn) % view.seats);
  const rounds = [];
  let place = view.seats;
  for (const [seat, words] of view.calls) {
    const column = order.indexOf(seat);
    if (column < place) rounds.push(order.map(() => ""));
    rounds.at(-1)[column] = words;
    place = column + 1;
  }
  const heads = order.map((seat) => Object.assign(make("th", "", view.players[seat].name), { scope: "col" }));
  const rows = rounds.map((cells) => make("tr", "", ...cells.map((words) => make("td", words === "pass" ? "quiet" : "", words))));
  const table = make("table", "auction-box", make("caption", "hidden", "Bidding"), make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...rows));
  return Object.assign(make("div", "calls", table), { tabIndex: 0 }); // it begins at its end, with the newest calls
}

function stage(view, isStill) {
  if (view.trick.length) return trickOf(view, view.trick, -1);
  if (view.tricks.length) {
    if (!isStill) return trickOf(view, [], -1);
    const over = trickOf(view, ...view.tricks.at(-1));
    over.classList.add("is-over");
    return over;
  }
  if (view.kind === "play") return trickOf(view, [], -1);
  if (view.kind === "discard" && view.kitty.length) return make("figure", "kitty", fan(view.kitty), make("figcaption", "", `the ${view.pot < 0 ? "kitty" : "widow"}, marked in your hand`));
  return view.calls.length && ["blind", "bid", "auction", "widow"].includes(view.kind) ? auctionBox(view) : "";
}

/** Return the person's cards: cards that may be chosen are raised buttons. */
function hand(view, onPick) {
  const legal = new Set(view.kind === "play" ? view.choices.map((choice) => choice.text) : []);
  const own = view.players[view.seat];
  const row = make("div", "own-hand fan");
  const played = [...view.tricks.flatMap(([plays]) => plays), ...view.trick].filter(([seat]) => seat === view.seat).length;
  row.style.setProperty("--cards", String(own.count + played)); // the size of cards stays through the hand
  if (!own.cards.length) row.append(...fan([], own.count).children); // a blind bid comes before a look at the cards
  const kitty = own.is_declarer && view.kind !== "play" ? [...view.kitty] : [];
  for (const code of own.cards) {
    const isNew = kitty.includes(code);
    if (isNew) kitty.splice(kitty.indexOf(code), 1);
    const slot = `slot${isNew ? " is-new" : ""}`;
    if (!legal.has(code) && !view.count) {
      const still = card(code);
      if (view.kind === "play") still.classList.add("is-barred");
      row.append(make("span", slot, still));
      continue;
    }
    const button = make("button", `pick ${slot}`, card(code, { legal: true }));
    button.type = "button";
    button.dataset.card = code;
    button.setAttribute("aria-label", `${view.count ? "choose" : "play"} the ${cardName(code).replace("ten", "10")}${isNew ? ", from the kitty" : ""}`); // as it is drawn
    if (view.count) button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => onPick(button));
    row.append(button);
  }
  return toolbar(row, "your cards");
}

/** Return the table around *question*; *onPick* gets each card that is clicked, *isStill* keeps the last trick in sight. */
export function drawTable(view, onPick, isStill, ...question) {
  const seats = view.players.map((player) => {
    const around = (player.seat - view.seat + view.seats) % view.seats;
    if (around) return make("div", `place seat-${around}`, head(view, player), ...otherHand(view, player));
    return make("div", `place seat-0${view.is_over ? "" : " is-acting"}`, head(view, player), hand(view, onPick));
  });
  const others = [...seats.slice(view.seat + 1), ...seats.slice(0, view.seat)];
  const middle = make("div", "middle", facts(view), make("div", "stage", stage(view, isStill)), ...question);
  return make("div", `felt of-${view.seats}${view.is_open ? " is-open" : ""}`, ...others, middle, seats[view.seat]);
}
