// What the page of an owner's part says: texts are set as text.

import { make } from "./play-things.js";

const now = document.getElementById("now");
const reported = document.getElementById("reported");
const steps = document.getElementById("steps");
const away = document.getElementById("away");
const silent = document.getElementById("silent");

/** Say what the page does at this moment. */
export function say(line) {
  if (now.textContent !== line) now.textContent = line;
}

/** Add a step that was done, with its *detail* in full. */
export function tell(line, detail = "") {
  const step = make("li", "", make("time", "quiet", clock()), ` ${line}`);
  if (detail) step.append(make("details", "", make("summary", "", "in full"), make("code", "", detail)));
  steps.append(step);
}

/** Say when this page reported last. */
export function sayReported(every) {
  reported.textContent = `Reported last at ${clock()}, again within ${every} s.`;
}

/** Say what keeps the arena's answers away, "" for nothing. */
export function trouble(line) {
  away.hidden = !line;
  if (away.textContent !== line) away.textContent = line;
}

/** Say that the page did not report for so many *seconds*, where a list bears *most*. */
export function asleep(seconds, most) {
  silent.hidden = false;
  silent.textContent = `For ${seconds} s this page did not report: it was put to sleep, or cut off. A list that is closed after ${most} s of silence leaves you out. Keep this tab in front, and the computer awake.`;
}

/** Say how it ended: *how* is done, late, ended or distrust. */
export function end(how, line) {
  askBeforeLeaving(false);
  trouble("");
  reported.textContent = "";
  now.dataset.ended = how;
  now.className = how === "done" ? "done" : "refusal";
  say(line);
}

/** Whether the browser asks before it leaves the page. */
export function askBeforeLeaving(isNeeded) {
  (isNeeded ? addEventListener : removeEventListener)("beforeunload", hold);
}

function hold(event) {
  event.preventDefault();
}

function clock() {
  return new Date().toTimeString().slice(0, 8);
}
