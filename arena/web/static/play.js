// Show a practice table, and send what its person does. The page decides nothing about cards.

import { lettersOf, toolbar } from "./play-keys.js";
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
  const seen = it.shown;
  return { undo: seen.can_undo, hint: !seen.is_over, show: !seen.is_open, claim: seen.can_claim, finish: seen.can_claim }[name];
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
  const shown = it.shown;
  let plays = [...shown.trick];
  const draw = (winner) => place.querySelector(".trick")?.replaceWith(trickOf(shown, plays, winner));
  const say = (words) => { place.querySelector(".question .said").textContent = words; };
  for (const event of next.shown.happened) {
    if (isSkipped || event.what === "deal") break;
    if (event.what === "card") {
      plays = [...plays, [event.seat, event.card]];
      draw(-1);
      say("");
      if (event.seat === shown.seat) place.querySelector(`.own-hand [data-card="${event.card}"]`)?.remove();
      await wait(PAUSE);
    } else if (event.what === "trick") {
      draw(event.seat);
      say(`${shown.players[event.seat].name} takes the trick.`);
      await wait(2 * PAUSE);
      plays = [];
    }
  }
}

function pick(button) {
  if (!it.shown.count) {
    move("answer", { answer: button.dataset.card });
    return;
  }
  const isPressed = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!isPressed));
  const pressed = place.querySelectorAll('.pick[aria-pressed="true"]').length;
  document.getElementById("lay").disabled = pressed !== it.shown.count;
}

function button(words, act, className = "") {
  const element = make("button", className, words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function answers() {
  const seen = it.shown;
  const row = make("div", "answers");
  if (seen.kind === "play" || seen.is_over) return row;
  if (seen.count) {
    const lay = button(seen.kind === "give" ? "Give the cards" : "Discard the cards", () => {
      const chosen = [...place.querySelectorAll('.pick[aria-pressed="true"]')].map((each) => each.dataset.card);
      move("answer", { answer: chosen.join(" ") });
    });
    lay.id = "lay";
    lay.disabled = true;
    row.append(lay);
  }
  if (seen.kind === "auction" && seen.least <= seen.most) {
    const bid = make("input");
    Object.assign(bid, { type: "number", min: seen.least, max: seen.most, step: seen.step, value: seen.least });
    bid.setAttribute("aria-label", `your bid, from ${seen.least} to ${seen.most}`);
    const send = () => move("answer", { answer: bid.value });
    bid.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
    row.append(bid, button("Bid", send));
  }
  for (const choice of seen.choices) {
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
  const seen = it.shown;
  const undo = button("Undo", () => move("undo"), "plain");
  const hint = button("Hint", () => move("hint"), "plain");
  const all = button("Show all cards", () => move("show"), "plain");
  const claim = button("Claim the rest", () => move("claim"), "plain");
  undo.disabled = !seen.can_undo;
  hint.disabled = seen.is_over;
  all.disabled = seen.is_open || seen.is_over;
  const finish = button("Let simple finish", () => move("finish"), "plain");
  claim.disabled = finish.disabled = !seen.can_claim;
  claim.title = "Take all remaining tricks, if they are certain from what you know";
  finish.title = "Let a house bot play your cards to the end of the hand";
  const other = Object.assign(make("a", "", "New deal"), { href: `/play?variant=${seen.variant}` });
  const seats = make("select");
  seats.setAttribute("aria-label", "Seat at the new table");
  seats.append(...seen.players.map((player) => new Option(player.seat === seen.seat ? "from this seat" : `from ${player.name}`, player.seat)));
  seats.value = seen.seat;
  return make("div", "controls", undo, hint, all, claim, finish, make("span", "together", button("Play this hand again", () => again(seats.value), "plain"), seats), other);
}

function hint() {
  return it.hint ? make("p", "hint", make("b", "", "expert"), ` would choose ${it.hint.words}, because ${it.hint.why}.`) : "";
}

function question() {
  const seen = it.shown;
  if (seen.is_over) {
    const best = seen.players.filter((player) => seen.ranks[player.seat] === 1).map((player) => player.name);
    return make("p", "said", `The game is over: ${best.join(" and ")} ${best.length > 1 ? "win" : "wins"}.`);
  }
  return make("p", "said", QUESTIONS[seen.kind].replace("{count}", seen.count));
}

function handOver() {
  const lines = it.shown.happened.filter((event) => event.what === "score").map((event) => make("p", event.line.startsWith("  ") ? "inset" : "", event.line.trim()));
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
  const seen = it.shown;
  const focused = document.activeElement?.closest?.(".own-hand, .answers") !== null;
  const title = make("p", "table-title", make("b", "", seen.variant), ` hand ${seen.hand + 1}`, seen.is_open ? make("span", "mark", "open") : "", make("span", "quiet", listAids(it.everybody[0].marks)));
  const events = seen.happened.filter((event) => !["card", "trick", "score"].includes(event.what));
  log.replaceChildren(...events.map((event) => make("p", "", event.line)));
  const row = make("div", "question", question(), answers(), hint());
  row.setAttribute("aria-live", "polite");
  place.replaceChildren(title, handOver(), drawTable(seen, pick), row, notice, tools(), log, tallyBoard(seen), comparePlayers(it), invitation());
  if (focused && name) place.querySelector(".own-hand button, .answers button, .answers input, .controls button:enabled")?.focus();
}

place.append(notice);
root.append(place);
place.addEventListener("pointerdown", () => { isSkipped = true; });
lettersOf((name) => {
  if (it && isAllowed(name)) move(name);
});
ask(".json").then((table) => show(table, "")).catch((problem) => showRefusal(problem.message));
