// An owner's part in a tournament's deals while its page is open, as `arena tournament contribute` does it.
// The number is in the memory of this page alone until its promise stands on the signed list.

import { Calls, Refused, Untimely } from "./contribute-calls.js";
import { askBeforeLeaving, asleep, end, say, sayReported, tell, trouble } from "./contribute-telling.js";
import { canHash, toHex } from "./hashes.js";
import { Distrust, Missing, Noted, canVerify, checkAgain, checkDrawn, checkOwn, inFull, nonceCommitment } from "./signed-lists.js";

const NONCE = 32; // random bytes
const { dataset } = document.getElementById("contribute");
const { name } = dataset;
const [LOOK, REPORT, SILENT] = [dataset.look, dataset.report, dataset.silent].map((seconds) => 1000 * seconds);
const ABSENT = SILENT - REPORT; // who is away for so long may have been silent for longer than a list allows

/** Nothing more can be done here, and nobody cheats. */
class Ending extends Error {}

const it = { owner: "", attempt: -1, nonce: null, commitment: "", reported: 0, isIn: false, hasRevealed: false, wasAway: 0 };
let calls;

/** Do an owner's part until the deals are drawn. */
async function stay() {
  let own = await calls.ask("own");
  it.owner = own.contribution.owner;
  const noted = await note(await calls.ask("root"));
  for (let looked = Date.now(); ; ) {
    const seen = await calls.ask("root");
    looked = watchTheTime(looked);
    await noted.check(seen);
    await noted.checkLists(seen.lists);
    if (seen.deals !== "undrawn") return finish(seen);
    if (own.tournament.state === "cancelled") throw new Ending(`${name} is cancelled: its deals are never drawn.`);
    if (own.contribution.owner !== it.owner) throw new Ending(`${own.contribution.owner} is signed in now, and this page is of ${it.owner}.`);
    checkNamed(seen);
    if (own.contribution.open) await report(seen, own.contribution);
    else await reveal(seen, own.contribution, noted.canVerify);
    await calls.wait(LOOK);
    own = await calls.ask("own");
  }
}

async function note(seen) {
  const noted = new Noted(name, seen, await canVerify());
  tell("The tournament's root, as the arena says now", noted.root);
  tell("What line-ups are drawn from besides", noted.settings);
  if (!noted.canVerify)
    tell("This browser cannot check Ed25519 signatures: who signed a list is not checked here. Keep the list that is told below; `arena verify` checks it.");
  return noted;
}

/** Note how long nothing was seen or reported; return when it was seen last. */
function watchTheTime(looked) {
  const now = Date.now();
  if (it.isIn && now - looked > ABSENT) {
    it.wasAway = Math.max(it.wasAway, Math.round((now - looked) / 1000));
    asleep(it.wasAway, SILENT / 1000);
  }
  return now;
}

function checkNamed(seen) {
  if (!seen.unrevealed.includes(it.owner)) return;
  if (!it.isIn) throw new Ending(`${it.owner} did not reveal what it had promised for ${name}, and contributes no more there.`);
  const told = it.hasRevealed ? "was told that its number had come" : "could not tell its number in time";
  const Problem = it.hasRevealed ? Distrust : Missing;
  throw new Problem(`${it.owner} is named as not having revealed; this page ${told}`);
}

/** Commit to a number of this attempt, and report every now and then. */
async function report(seen, { attempt, commitment }) {
  if (attempt !== it.attempt) await promise(seen, attempt);
  else if (it.reported && commitment !== it.commitment)
    throw new Missing(`another commitment has taken the place of this page's for ${it.owner}`);
  if (it.reported && Date.now() - it.reported < REPORT) return;
  const line = await refusalOf("report", { attempt, commitment: it.commitment, owner: it.owner });
  if (line && !it.reported) say(`Not in yet: ${line}. This page tries again by itself.`);
  if (line) return;
  if (!it.reported) tell(`Attempt ${attempt}: ${it.owner} has promised a number`, it.commitment);
  Object.assign(it, { reported: Date.now(), isIn: true });
  askBeforeLeaving(true);
  sayReported(REPORT / 1000);
  say(attempt
    ? `Attempt ${attempt}: somebody did not reveal. A fresh number of yours is promised; waiting for the others who revealed. Keep this page open.`
    : `Attempt 0: your number is promised. Waiting for the start of ${name}: keep this page open.`);
}

/** Draw a fresh number for a new attempt. */
async function promise(seen, attempt) {
  if (it.isIn && !it.hasRevealed) throw new Missing(`the list of attempt ${it.attempt} went by without ${it.owner}`);
  checkAgain(seen, attempt, it.attempt);
  it.nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  it.commitment = await nonceCommitment(name, attempt, it.owner, it.nonce);
  Object.assign(it, { attempt, reported: 0, hasRevealed: false });
}

/** Tell the number once the list is signed, and right; *isChecked*: its signature is too. */
async function reveal(seen, { attempt }, isChecked) {
  if (!it.isIn) throw new Ending(`The list of ${name} is closed: nobody comes in any more.`);
  if (attempt !== it.attempt || !it.reported)
    throw new Missing(`the list of attempt ${attempt} was closed before this page could promise again`);
  if (it.hasRevealed) return;
  const listed = seen.lists.find((each) => each.attempt === attempt);
  if (!listed?.signature) return say(`Attempt ${attempt}: the list is closed. Waiting for its signature.`);
  checkOwn(listed, it.owner, it.commitment);
  const names = namesOf(listed);
  tell(`Attempt ${attempt}: the list is signed, of ${names}, and ${isChecked ? "right" : "has you; the signature is not checked"}. Keep it`, inFull(listed));
  say(`Attempt ${attempt}: you are in the list, with ${names}. Telling your number.`);
  const line = await refusalOf("reveal", { attempt, nonce: toHex(it.nonce), owner: it.owner });
  if (line) return say(`Too late: ${line}.`);
  it.hasRevealed = true;
  tell(`Attempt ${attempt}: ${it.owner} has revealed`);
  say(`Attempt ${attempt}: your number is told. Waiting for the others on the list, of ${names}; they have 2 minutes. Keep this page open.`);
}

/** Check what the deals were drawn from, and say it. */
async function finish(seen) {
  if (!it.isIn) throw new Ending(`The deals of ${name} are drawn: nobody comes in any more.`);
  const listed = seen.lists.at(-1);
  if (listed.attempt === it.attempt) checkOwn(listed, it.owner, it.commitment);
  await checkDrawn(name, seen);
  if (!listed.owners.some((each) => each.owner === it.owner && each.nonce === toHex(it.nonce)))
    throw new Missing(`its deals were drawn without the number of ${it.owner}`);
  for (const owner of seen.unrevealed) tell(`Did not reveal: ${owner}`);
  tell("M, which all deals are drawn from", seen.contribution);
  end("done", `The deals of ${name} are drawn with the numbers of ${namesOf(listed)}; yours is among them. You may close this page.`);
}

/** Make a call; return why it comes too early or too late, "" where it was taken. */
async function refusalOf(call, fields) {
  try {
    await calls.ask(call, fields);
  } catch (problem) {
    if (!(problem instanceof Untimely)) throw problem;
    return problem.message;
  }
  return "";
}

function namesOf(listed) {
  return listed.owners.map((each) => each.owner).join(", ");
}

/** Say how it ended. */
function endWith(problem) {
  const isOwnDoing = problem instanceof Missing && it.wasAway;
  const isKnown = problem instanceof Ending || problem instanceof Refused;
  if (isOwnDoing) end("late", `Too late: ${problem.message}. This page had been asleep or cut off for ${it.wasAway} s.`);
  else if (isKnown) end("ended", problem.message);
  else end("distrust", `DO NOT TRUST THE DEALS OF ${name}: ${problem.message}. Nothing more is told. Keep what stands below.`);
}

async function start() {
  calls = new Calls(name, trouble);
  say("Looking at the tournament.");
  try {
    await stay();
  } catch (problem) {
    endWith(problem);
    if (![Distrust, Ending, Refused].some((kind) => problem instanceof kind)) throw problem;
  } finally {
    it.nonce = null;
  }
}

if (canHash) {
  // Browsers put no page to sleep that holds a lock.
  if (navigator.locks) navigator.locks.request("arena-contribute", { mode: "shared" }, start);
  else start();
} else {
  end("ended", "This browser lends its cryptography to secure pages alone: open this one by https, or use `arena tournament contribute`.");
}
