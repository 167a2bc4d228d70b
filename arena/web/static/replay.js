// Step through a game on a drawn table. The steps come from the page's address with .json.

import { canHash, fromHex, sha256, toHex } from "./hashes.js";
import { drawCosts } from "./replay-costs.js";
import { bindKeys, bindSwipes } from "./replay-keys.js";
import { drawRecord, face } from "./replay-record.js";
import { drawTable } from "./replay-table.js";

const ALL = -1;
const root = document.getElementById("replay");
const now = { shown: null, step: 0, viewer: ALL, costs: null, record: null };

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element[key] = value;
  element.append(...children);
  return element;
}

function button(text, label, act) {
  const element = make("button", { type: "button", className: "plain", textContent: text, onclick: act, title: label });
  if (text.length === 1) element.setAttribute("aria-label", label);
  return element;
}

const parts = {
  felt: make("div"),
  said: make("p", { className: "said" }),
  check: document.getElementById("check"),
  slider: make("input", { type: "range", min: 0, step: 1 }),
  seats: make("select"),
  help: make("dialog"),
};
parts.said.setAttribute("aria-live", "polite");
parts.slider.setAttribute("aria-label", "Step");

/** Return the numbers of the steps that begin a trick, the bidding or the score. */
function stops(steps) {
  return steps.filter((step, at) => !at || step.trick !== steps[at - 1].trick).map((step) => step.number);
}

async function load() {
  const answer = await fetch(`${location.pathname}.json${location.search}`);
  if (!answer.ok) throw new Error((await answer.json()).error);
  now.shown = await answer.json();
}

function goTo(step) {
  now.step = Math.max(0, Math.min(step, now.shown.steps.length - 1));
  draw();
}

/** Go to the page of another hand, at its first step. Addresses count hands and steps from 1. */
function toHand(hand) {
  if (hand < 0 || hand >= now.shown.hands) return;
  const query = new URLSearchParams(location.search);
  query.set("hand", hand + 1);
  location.assign(`${location.pathname}?${query}${now.viewer === ALL ? "" : `#seat=${now.viewer}`}`);
}

const moves = {
  next: () => goTo(now.step + 1),
  before: () => goTo(now.step - 1),
  nextTrick: () => goTo(stops(now.shown.steps).find((at) => at > now.step) ?? Infinity),
  trickBefore: () => goTo(stops(now.shown.steps).findLast((at) => at < now.step) ?? 0),
  first: () => goTo(0),
  last: () => goTo(Infinity),
  nextHand: () => toHand(now.shown.hand + 1),
  handBefore: () => toHand(now.shown.hand - 1),
  see: (seat) => {
    if (seat >= now.shown.players.length) return;
    now.viewer = seat;
    draw();
  },
  nextMistake: async () => {
    await check();
    const at = now.costs?.mistakes(now.viewer) ?? [];
    const place = document.querySelector("#check [role=status], .costs-figure p");
    if (now.costs && !at.length) place.textContent = "No clear mistake in the checked cards.";
    if (at.length) goTo(at.find((step) => step > now.step) ?? at[0]);
  },
  seeAll: () => moves.see(ALL),
  help: () => parts.help.showModal(),
};

/** Return a step in words: the act first, then what follows from it. */
function wordsOf(step, lines, players) {
  const act = step.kind === "play" ? [players[step.seat], " plays ", face(step.cards[0])] : [lines[0].trim()];
  const rest = lines.slice(1).map((line) => `\n${line.trim()}`).join("");
  return [make("b", {}, ...act), rest.replace(`${players[step.winner]} wins`, (words) => `${words} trick ${step.trick}`)];
}

/** Ask once what each card cost, and draw it under the slider. */
async function check() {
  if (now.costs || !parts.check) return;
  const [link, status] = parts.check.children;
  status.textContent = "Checking the hand ...";
  const answer = await fetch(`${link.pathname}.json${link.search}`);
  const costs = await answer.json();
  status.textContent = answer.ok ? "" : costs.error;
  if (!answer.ok || now.costs) return;
  now.costs = drawCosts(costs, now.shown, link.href, goTo);
  parts.check.replaceWith(now.costs.figure);
  draw();
}

function draw() {
  const { steps, players } = now.shown;
  const step = steps[now.step];
  const lines = now.viewer !== ALL && step.sights[now.viewer].missed ? step.unseen : step.lines;
  parts.felt.replaceWith((parts.felt = drawTable(step, players, now.viewer, timesOf(steps, step), steps)));
  bindSwipes(parts.felt, moves);
  parts.said.replaceChildren(...wordsOf(step, lines, players));
  now.record.mark(now.step, now.viewer);
  now.costs?.mark(step, now.viewer);
  parts.slider.max = steps.length - 1;
  parts.slider.value = now.step;
  parts.slider.setAttribute("aria-valuetext", `step ${now.step + 1} of ${steps.length}`);
  parts.seats.value = now.viewer;
  const seat = now.viewer === ALL ? "" : `&seat=${now.viewer}`;
  history.replaceState(null, "", `${location.pathname}${location.search}#step=${now.step + 1}${seat}`);
}

/** Format a thinking time, as in <1 ms, 45 ms, 0.12 s, 12.3 s; "" if it was not measured or is hidden from the viewer. */
function timeOf(step) {
  if (now.viewer !== ALL && step.seat !== now.viewer) return "";
  const ms = step.charged_ms ?? step.batch_ms;
  if (ms === null) return "";
  const text = ms < 1 ? "<1 ms" : ms < 100 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`;
  return step.charged_ms === null ? `batch ${text}` : text;
}

/** Return, by seat, the thinking time of each card of the trick on the table. */
function timesOf(steps, step) {
  const played = steps.slice(0, step.number + 1).filter((each) => each.kind === "play" && each.trick === step.trick);
  return new Map((step.kind === "play" ? played : [step]).map((each) => [each.seat, timeOf(each)]));
}

/** Begin at the step of the address: #step=12&seat=2, or the decision that a board's page links to. */
function begin() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const decisions = now.shown.steps.filter((step) => step.seat >= 0);
  const decision = decisions[Number(parameters.get("decision") ?? NaN) - 1];
  now.step = decision?.number ?? Math.max(0, Math.min(Number(parameters.get("step")) || 1, now.shown.steps.length) - 1);
  const seat = Number(parameters.get("seat") ?? ALL);
  now.viewer = Number.isInteger(seat) && seat >= ALL && seat < now.shown.players.length ? seat : ALL;
}

function controls() {
  parts.slider.oninput = () => goTo(Number(parts.slider.value));
  parts.seats.append(make("option", { value: ALL, textContent: "all hands" }));
  now.shown.players.forEach((name, seat) => parts.seats.append(make("option", { value: seat, textContent: `only what ${name} knew` })));
  parts.seats.onchange = () => moves.see(Number(parts.seats.value));
  const copy = button("Copy link", "A link to this moment", async () => {
    copy.textContent = await navigator.clipboard?.writeText(location.href).then(() => "Copied", () => null) ?? "Copy the address above";
    setTimeout(() => (copy.textContent = "Copy link"), 1500);
  });
  const mistake = button("Next mistake", "Go to the next card that cost points (m)", moves.nextMistake);
  mistake.hidden = !parts.check;
  const stepping = make("div", { className: "stepping" },
    button("⇤", "Go to the deal (Home)", moves.first), button("«", "Previous trick (Shift and left arrow)", moves.trickBefore),
    button("‹", "Previous card (left arrow)", moves.before), button("›", "Next card (right arrow)", moves.next),
    button("»", "Next trick (Shift and right arrow)", moves.nextTrick), button("⇥", "Go to the score (End)", moves.last));
  return [stepping, make("div", { className: "controls" }, mistake, make("label", {}, "Show ", parts.seats), copy, button("Keys", "Keys (?)", moves.help))];
}

/** Compare the seed's hash with the commitment. */
async function checkSeed() {
  const place = document.getElementById("seed-check");
  if (!place || !canHash) return;
  const seed = fromHex(document.getElementById("seed").textContent);
  const same = toHex(await sha256(seed)) === place.dataset.commitment;
  place.textContent = same ? "Your browser hashed the seed: it matches the commitment." : "Your browser hashed the seed: it does NOT match the commitment.";
}

function offerExports() {
  const link = document.getElementById("line-link");
  if (!link) return; // the replay of a practice table, whose later hands stay hidden
  link.value = location.origin + link.value;
  for (const field of document.querySelectorAll(".copied")) field.onfocus = () => field.select();
  const download = document.getElementById("download");
  download.hidden = false;
  download.onclick = () => {
    const file = new Blob([JSON.stringify(now.shown.record)], { type: "application/json" });
    const address = URL.createObjectURL(file);
    make("a", { href: address, download: `game-${now.shown.id.replace(/[^\w-]/g, "_")}.json` }).click();
    URL.revokeObjectURL(address);
  };
}

async function start() {
  checkSeed();
  await load();
  begin();
  bindKeys(moves, parts.help);
  parts.check?.firstElementChild.addEventListener("click", (event) => { event.preventDefault(); check(); });
  now.record = drawRecord(now.shown.steps, now.shown.players, goTo);
  root.append(parts.felt, parts.slider, ...controls(), parts.check ?? "", make("div", { className: "words" }, parts.said, now.record.box), parts.help);
  root.hidden = false;
  document.getElementById("narration").open = false;
  addEventListener("hashchange", () => { begin(); draw(); });
  offerExports();
  draw();
}

start().catch((problem) => {
  root.remove(); // the hand in words remains
  throw problem;
});
