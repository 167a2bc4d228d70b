// Show a practice table, and send what its person does. The page decides nothing about cards.

import { bindLetters, toolbar } from "./play-keys.js";
import { comparePlayers, drawTable, listAids, tallyBoard, trickOf } from "./play-table.js";
import { make } from "./play-things.js";

const PAUSE = 420; // milliseconds between two cards
const QUESTIONS = {
  blind: "Look at your cards, or bid before you see them?",
  bid: "What do you bid?",
  auction: "Bid, or pass?",
  widow: "Take the widow?",
  discard: "Choose {count} cards to discard.",
  trump: "Which suit is trump?",
  give: "Choose {count} cards for your partner.",
  throw_in: "Play on, or throw the hand in?",
  play: "Play a card: the raised cards are legal.",
};

const root = document.getElementById("table");
const address = `/play/${encodeURIComponent(root.dataset.id)}`;
const log = make("div", "log");
log.setAttribute("role", "log");
const place = make("div", "");
const notice = make("p", "refusal");
notice.setAttribute("role", "alert");
notice.hidden = true;
let it = null;
let isBusy = false;
let isSkipped = false;
let queued = ""; // undo or hint, pressed while cards still fall

function isAllowed(name) {
  const view = it.view;
  return { undo: view.can_undo, hint: !view.is_over, show: !view.is_open, claim: view.can_claim, finish: view.can_claim }[name];
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
    show(next, name);
  } catch (problem) {
    showRefusal(problem.message);
  } finally {
    isBusy = false;
    root.classList.remove("is-busy");
  }
  const next = queued;
  queued = "";
  if (next && isAllowed(next)) await move(next);
}

function wait(time) {
  return new Promise((done) => setTimeout(done, isSkipped ? 0 : time));
}

/** Let the cards fall one by one, on the table as it was. */
async function act(next) {
  isSkipped = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const view = it.view;
  let plays = [...view.trick];
  const draw = (winner) => place.querySelector(".trick")?.replaceWith(trickOf(view, plays, winner));
  const say = (words) => { place.querySelector(".question .said").textContent = words; };
  for (const event of next.view.events) {
    if (isSkipped || event.what === "deal") break;
    if (event.what === "card") {
      plays = [...plays, [event.seat, event.card]];
      draw(-1);
      say("");
      if (event.seat === view.seat) place.querySelector(`.own-hand [data-card="${event.card}"]`)?.remove();
      await wait(PAUSE);
    } else if (event.what === "trick") {
      draw(event.seat);
      say(`${view.players[event.seat].name} takes the trick.`);
      await wait(2 * PAUSE);
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
}

function button(words, act, className = "") {
  const element = make("button", className, words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
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
  if (view.kind === "auction" && view.least <= view.most) {
    const bid = make("input");
    Object.assign(bid, { type: "number", min: view.least, max: view.most, step: view.step, value: view.least });
    bid.setAttribute("aria-label", `your bid, from ${view.least} to ${view.most}`);
    const send = () => move("answer", { answer: bid.value });
    bid.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
    row.append(bid, button("Bid", send));
  }
  for (const choice of view.choices) {
    row.append(button(choice.words, () => move("answer", { answer: choice.text }), ["pass", "concede", "throw_in"].includes(choice.text) ? "plain" : ""));
  }
  return toolbar(row, "your answers");
}

async function again(seat) {
  const form = Object.assign(make("form"), { method: "post", action: `${address}/again`, hidden: true });
  const field = Object.assign(make("input"), { name: "seat", value: seat });
  form.append(field);
  root.append(form);
  form.submit();
}

function tools() {
  const view = it.view;
  const undo = button("Undo", () => move("undo"), "plain");
  const hint = button("Hint", () => move("hint"), "plain");
  const all = button("Show all cards", () => move("show"), "plain");
  const claim = button("Claim the rest", () => move("claim"), "plain");
  undo.disabled = !view.can_undo;
  hint.disabled = view.is_over;
  all.disabled = view.is_open || view.is_over;
  const finish = button("Let simple finish", () => move("finish"), "plain");
  claim.disabled = finish.disabled = !view.can_claim;
  claim.title = "Take all remaining tricks, if they are certain from what you know";
  finish.title = "Let a house bot play your cards to the end of the hand";
  const other = Object.assign(make("a", "", "New deal"), { href: `/play?variant=${view.variant}` });
  const seats = make("select");
  seats.setAttribute("aria-label", "Seat at the new table");
  seats.append(...view.players.map((player) => new Option(player.seat === view.seat ? "from this seat" : `from ${player.name}`, player.seat)));
  seats.value = view.seat;
  return make("div", "controls", undo, hint, all, claim, finish, make("span", "together", button("Play this hand again", () => again(seats.value), "plain"), seats), other);
}

function hint() {
  return it.hint ? make("p", "hint", make("b", "", "expert"), ` would choose ${it.hint.words}, because ${it.hint.why}.`) : "";
}

function question() {
  const view = it.view;
  if (view.is_over) {
    const best = view.players.filter((player) => view.ranks[player.seat] === 1).map((player) => player.name);
    return make("p", "said", `The game is over: ${best.join(" and ")} ${best.length > 1 ? "win" : "wins"}.`);
  }
  return make("p", "said", QUESTIONS[view.kind].replace("{count}", view.count));
}

function handOver() {
  const lines = it.view.events.filter((event) => event.what === "score").map((event) => make("p", event.line.startsWith("  ") ? "inset" : "", event.line.trim()));
  return lines.length ? make("section", "card score-lines", make("h2", "", "The hand is over"), ...lines) : "";
}

function invitation() {
  const link = Object.assign(make("input", "copied"), { readOnly: true, value: `${location.origin}/play/with/${root.dataset.deal}` });
  const label = make("label", "", "Link for a friend: the same cards, seat and bots ", link);
  link.addEventListener("focus", () => link.select());
  return label;
}

/** Show the table as it is after *name*. */
function show(next, name) {
  it = next;
  const view = it.view;
  const focused = document.activeElement?.closest?.(".own-hand, .answers") !== null;
  const title = make("p", "table-title", make("b", "", view.variant), ` hand ${view.hand + 1}`, view.is_open ? make("span", "mark", "open") : "", make("span", "quiet", listAids(it.everybody[0].aids)));
  const events = view.events.filter((event) => !["card", "trick", "score"].includes(event.what));
  log.replaceChildren(...events.map((event) => make("p", "", event.line)));
  const row = make("div", "question", question(), answers(), hint());
  row.setAttribute("aria-live", "polite");
  place.replaceChildren(title, handOver(), drawTable(view, pick), row, notice, tools(), log, tallyBoard(view), comparePlayers(it), invitation());
  if (focused && name) place.querySelector(".own-hand button, .answers button, .answers input, .controls button:enabled")?.focus();
}

place.append(notice);
root.append(place);
place.addEventListener("pointerdown", () => { isSkipped = true; });
bindLetters((name) => {
  if (it && isAllowed(name)) move(name);
});
ask(".json").then((table) => show(table, "")).catch((problem) => showRefusal(problem.message));
