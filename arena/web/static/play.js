// Show a practice table, and send what its person does. The page decides nothing about cards.

import { bindLetters, toolbar } from "./play-keys.js";
import { flyFrom, flyTo, keepSettings, pace, readSettings } from "./play-motion.js";
import { comparePlayers, handResult, listAids, meldTable, tallyBoard, trickHistory } from "./play-panels.js";
import { drawTable, trickOf } from "./play-table.js";
import { inCards, make, sign, writeCards } from "./play-things.js";

const QUICK_BIDS = 5; // buttons for the lowest bids of an auction
const QUESTIONS = {
  blind: "Look at your cards, or bid blind?",
  bid: "What do you bid?",
  auction: "Bid, or pass?",
  widow: "Take the widow?",
  discard: "Choose {count} cards to discard.",
  trump: "Which suit is trump?",
  give: "Choose {count} cards for your partner.",
  throw_in: "Play on, or throw the hand in?",
};
const VERBS = { play: "play", bid: "bid", auction: "bid", trump: "name", discard: "discard", give: "give" };
const PLAIN = ["pass", "concede", "throw_in"];
const TOOLS = { // moves: the text of their button, more text for wide screens, the effect
  undo: ["Undo", "", "Take back your last decision"],
  hint: ["Hint", "", "Ask the bot expert"], show: ["Show all", " cards", "See all hands, and mark this hand as open"],
  claim: ["Claim", " the rest", "Take all remaining tricks, if they are certain from what you know"],
  finish: ["Finish", " for me", "Let a house bot play your cards to the end of the hand"],
};

const root = document.getElementById("table");
const address = `/play/${encodeURIComponent(root.dataset.id)}`;
const log = Object.assign(make("div", "log"), { role: "log" });
const place = make("div", "");
const notice = Object.assign(make("p", "refusal"), { role: "alert", hidden: true });
const panels = Object.fromEntries([["tricks", "Tricks and cards gone"], ["melds", "Melds"], ["score", "Scores"]].map(([name, title]) => {
  const body = make("div");
  const panel = make("details", "", make("summary", "", title), body);
  panel.hidden = true;
  return [name, { panel, fill: (content) => { body.replaceChildren(...content); panel.hidden = !content.length; } }];
}));
panels.melds.panel.open = panels.score.panel.open = true;
let it = null;
let isBusy = false;
let isSkipped = false;
let queued = ""; // undo or hint, pressed while cards still fall
let readHand = -1; // number of the last hand whose result was closed

function isAllowed(name) {
  const view = it.view;
  return { undo: view.can_undo, hint: !view.is_over, show: !view.is_open && !view.is_over, claim: view.can_claim, finish: view.can_claim }[name];
}

/** Show a refusal between the answers and the buttons, next to the pressed button. */
function showRefusal(line) {
  notice.hidden = !line;
  notice.textContent = line;
  if (line) notice.scrollIntoView({ block: "nearest" });
}

/** Ask the server; a refusal raises an error with its line. */
async function ask(path, fields) {
  const request = { headers: { accept: "application/json" } };
  if (fields) Object.assign(request, { method: "POST", body: new URLSearchParams(fields) });
  const answer = await fetch(address + path, request);
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(content.error ?? "The arena does not answer: try again in a moment.");
  return content;
}

async function move(name, fields = {}) {
  if (isBusy) {
    if (name === "undo" || name === "hint") queued = name;
    return;
  }
  isBusy = true;
  root.classList.add("is-busy");
  showRefusal("");
  try {
    const next = await ask(`/${name}`, { ...fields, version: it.version });
    if (name === "answer") await act(next);
    show(next);
  } catch (problem) {
    name = "";
    showRefusal(problem.message);
  }
  const lone = name === "answer" && loneCard();
  if (lone) await wait(pace() / 2);
  isBusy = false;
  root.classList.remove("is-busy");
  const next = queued;
  queued = "";
  if (next && isAllowed(next)) await move(next);
  else if (lone) await move("answer", { answer: lone });
}

/** Return the only legal card, if it shall play itself; "" otherwise. */
function loneCard() {
  const isAlone = it.view.kind === "play" && it.view.choices.length === 1 && !place.querySelector(".result");
  return isAlone && readSettings().lone ? it.view.choices[0].text : "";
}

function wait(time) {
  return new Promise((done) => setTimeout(done, isSkipped ? 0 : time));
}

function seatAt(seat) {
  return place.querySelector(`.seat-${(seat - it.view.seat + it.view.seats) % it.view.seats}`);
}

/** Let the cards fall one by one, on the table as it was. */
async function act(next) {
  const time = pace();
  isSkipped = !time;
  const view = it.view;
  let plays = [...view.trick];
  const draw = (winner) => place.querySelector(".stage").replaceChildren(trickOf(view, plays, winner));
  const say = (words) => { place.querySelector(".question .said").textContent = words; };
  for (const event of next.view.events) {
    if (isSkipped || event.what === "deal") break;
    if (event.what === "card") {
      plays = [...plays, [event.seat, event.card]];
      const held = event.seat === view.seat ? place.querySelector(`.own-hand [data-card="${event.card}"]`) : seatAt(event.seat).querySelector(".fan:not(.is-laid) .slot:last-child");
      const from = (held?.firstElementChild ?? seatAt(event.seat)).getBoundingClientRect();
      held?.remove();
      draw(-1);
      say("");
      flyFrom(place.querySelector(".trick figure:last-child"), from, time * .6);
      await wait(time);
    } else if (event.what === "trick") {
      draw(event.seat);
      say(`${view.players[event.seat].name} takes the trick.`);
      await wait(1.5 * time);
      if (!isSkipped) flyTo(place.querySelectorAll(".trick figure"), seatAt(event.seat).querySelector(".place-head").getBoundingClientRect(), time * .7);
      await wait(time * .7);
      plays = [];
    }
  }
}

function pick(button) {
  if (!it.view.count) {
    move("answer", { answer: button.dataset.card });
    return;
  }
  const isPressed = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!isPressed));
  const pressed = place.querySelectorAll('.pick[aria-pressed="true"]').length;
  document.getElementById("lay").disabled = pressed !== it.view.count;
  place.querySelector(".question .said").textContent = `${question().textContent} ${pressed} of ${it.view.count} chosen.`;
}

function button(words, act, className = "") {
  const element = make("button", className, words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function choiceButton(choice) {
  const { kind } = it.view;
  const isPlain = PLAIN.includes(choice.text) || kind === "bid" || choice.about;
  const each = button(choice.words, () => move("answer", { answer: choice.text }), isPlain ? "plain" : "");
  if (kind === "trump") each.prepend(Object.assign(sign(choice.words[0].toUpperCase()), { ariaHidden: "true" }), " ");
  if (choice.about) each.append(" ", make("small", "about", choice.about), " ", make("small", "warns", choice.warning));
  return each;
}

/** Return buttons for numbers, in *rows* rows of equal length. */
function numberGrid(buttons, rows = 1) {
  const grid = make("div", "numbers", ...buttons);
  grid.style.setProperty("--columns", String(Math.ceil(buttons.length / rows)));
  return grid;
}

function auctionButtons(view, others) {
  const quick = [];
  for (let bid = view.least; bid <= view.most && quick.length < QUICK_BIDS; bid += view.step) {
    quick.push(button(String(bid), () => move("answer", { answer: String(bid) }), "plain"));
  }
  const ariaLabel = `your bid, from ${view.least} to ${view.most}`;
  const bid = Object.assign(make("input"), { ariaLabel, type: "number", min: view.least, max: view.most, step: view.step, value: Math.min(view.most, view.least + quick.length * view.step) });
  const send = () => move("answer", { answer: bid.value });
  bid.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
  return [numberGrid(quick), make("div", "others", "or", bid, button("Bid", send), ...others)];
}

function answers() {
  const view = it.view;
  const row = make("div", "answers");
  if (view.kind === "play" || view.is_over) return row;
  if (view.count) {
    const lay = button(view.kind === "give" ? "Give the cards" : "Discard the cards", () => {
      const chosen = [...place.querySelectorAll('.pick[aria-pressed="true"]')].map((each) => each.dataset.card);
      move("answer", { answer: chosen.join(" ") });
    });
    lay.id = "lay";
    lay.disabled = true;
    row.append(lay);
  }
  const isLast = (choice) => PLAIN.includes(choice.text);
  const [numbers, words] = [true, false].map((isNumber) => view.choices.filter(({ text }) => /^\d+$/.test(text) === isNumber));
  const others = words.toSorted((one, other) => isLast(one) - isLast(other)).map(choiceButton);
  row.append(numberGrid(numbers.map(choiceButton), 2));
  if (view.kind === "auction" && view.least <= view.most) row.append(...auctionButtons(view, others));
  else row.append(make("div", `others of-${view.kind}`, ...others));
  return toolbar(row, "your answers");
}

function again(seat) {
  const form = Object.assign(make("form"), { method: "post", action: `${address}/again`, hidden: true });
  form.append(Object.assign(make("input"), { name: "seat", value: seat }));
  root.append(form);
  form.submit();
}

function tools() {
  const view = it.view;
  const shown = Object.entries(TOOLS).filter(([name]) => view.can_claim || !["claim", "finish"].includes(name));
  const buttons = shown.map(([name, [words, more, title]]) => {
    const each = Object.assign(button(words, () => move(name), "plain"), { title, disabled: !isAllowed(name) });
    each.append(make("span", "more", more));
    return each;
  });
  const about = shown.slice(3).map(([, [words, , title]]) => `${words}: ${title.toLowerCase()}. `);
  return make("div", "tools", make("div", "controls", ...buttons), make("p", "note", ...about));
}

/** Return the ways to play this deal again, and the link for a friend. */
function otherTables() {
  const view = it.view;
  const seats = Object.assign(make("select"), { ariaLabel: "Seat at the new table" });
  seats.append(...view.players.map((player) => new Option(player.seat === view.seat ? "from this seat" : `from ${player.name}`, player.seat)));
  seats.value = view.seat;
  const link = Object.assign(make("input", "copied"), { readOnly: true, value: `${location.origin}/play/with/${root.dataset.deal}` });
  link.addEventListener("focus", () => link.select());
  const label = make("label", "", "Link for a friend: the same cards, seat and bots ", link);
  return make("div", "again", make("div", "controls", button("Play this hand again", () => again(seats.value), "plain"), seats, newDeal()), label);
}

function newDeal(className = "") {
  return Object.assign(make("a", className, "New deal"), { href: `/play?variant=${it.view.variant}` });
}

function hint() {
  if (!it.hint) return "";
  const words = it.hint.words;
  const verb = words === "pass" ? "" : `${VERBS[it.view.kind] ?? ""} `;
  for (const code of words.split(" ")) place.querySelector(`.pick[data-card="${code}"]:not(.is-hinted)`)?.classList.add("is-hinted");
  return make("p", "hint", make("b", "", "expert"), `: ${verb}`.replace(/ +$/, " "), make("b", "", ...inCards(words)), ", because ", ...inCards(it.hint.why), ".");
}

function question() {
  const view = it.view;
  if (view.is_over) {
    const best = view.players.filter((player) => view.ranks[player.seat] === 1).map((player) => player.name);
    return make("p", "said", `The game is over: ${best.join(" and ")} ${best.length > 1 ? "win" : "wins"}.`);
  }
  if (view.kind !== "play") return make("p", "said", QUESTIONS[view.kind].replace("{count}", view.count));
  const [led] = view.trick;
  return make("p", "said", "Play a card: ", ...(led ? [`${view.players[led[0]].name} led `, ...writeCards([led[1]])] : ["you lead"]), ".");
}

/** Return the result of the hand that just ended, over the table, until it is closed. */
function result() {
  const view = it.view;
  const content = handResult(view);
  const hand = view.sheet.at(-1)?.hand;
  if (!content.length || hand === readHand) return "";
  const close = () => {
    readHand = hand;
    panel.remove();
    focusNext();
  };
  const replay = Object.assign(make("a", "button plain", "Replay and costs"), { href: `${address}/replay?hand=${hand + 1}` });
  const row = make("div", "controls", ...(view.is_over ? [newDeal("button next"), button("Close", close, "plain")] : [button("Next hand", close, "next")]), replay);
  const panel = Object.assign(make("section", "result score-lines", ...content, row), { ariaLabel: "Result of the hand" });
  return panel;
}

/** Move the focus to the next answer, unless the person is elsewhere. */
function focusNext() {
  if (document.activeElement && document.activeElement !== document.body) return;
  for (const where of [".result .next", ".own-hand button", ".answers button", ".controls button:enabled"]) {
    const next = place.querySelector(where);
    if (next) return next.focus({ preventScroll: true });
  }
}

/** Show the table as it is now. */
function show(next) {
  it = next;
  const view = it.view;
  const rules = Object.assign(make("a", "", "rules"), { href: `/rules/${view.variant}`, target: "_blank", rel: "noopener", title: "in a new tab" });
  const title = make("p", "table-title", make("b", "", root.dataset.title.replace(/, \d players/, "")), make("span", "", `hand ${view.hand + 1}`), rules, view.is_open ? make("span", "mark", "open") : "", make("span", "quiet", listAids(it.everybody[0].aids)));
  const events = view.events.filter((event) => !["card", "trick", "score"].includes(event.what));
  log.replaceChildren(...events.map((event) => make("p", "", ...inCards(event.line))));
  const parts = [question(), make("p", "help", ...inCards(it.hint ? "" : view.note)), answers()];
  const row = Object.assign(make("div", "question", ...parts), { ariaLive: "polite" });
  const felt = drawTable(view, pick, !pace(), row, notice);
  felt.append(result());
  place.replaceChildren(title, felt, tools(), log);
  row.append(hint());
  panels.tricks.fill(trickHistory(view));
  panels.melds.fill(meldTable(view));
  panels.score.fill(tallyBoard(view, address));
  below.replaceChildren(comparePlayers(it), otherTables());
  focusNext();
}

function settings() {
  const kept = readSettings();
  const speed = make("select");
  speed.append(...["slow", "normal", "fast", "off"].map((name) => new Option(name, name)));
  speed.value = kept.speed;
  const lone = Object.assign(make("input"), { type: "checkbox", checked: kept.lone });
  const keep = () => keepSettings({ speed: speed.value, lone: lone.checked });
  speed.addEventListener("change", keep);
  lone.addEventListener("change", keep);
  return make("details", "", make("summary", "", "Settings"), make("label", "", "Speed of cards ", speed), make("label", "", lone, " Play my card if only one is legal"));
}

const below = make("div");
place.append(notice);
root.append(place, ...Object.values(panels).map(({ panel }) => panel), below, settings());
place.addEventListener("pointerdown", () => { isSkipped = true; });
bindLetters((name) => {
  if (!it) return;
  if (name === "focus") focusNext();
  else if (name === "next") place.querySelector(".result .next")?.click();
  else if (name === "tricks") panels.tricks.panel.open = !panels.tricks.panel.open;
  else if (isAllowed(name)) move(name);
});
ask(".json").then(show).catch((problem) => showRefusal(problem.message));
