// Search the handbook, and show the current page in its contents. Without this script, the form asks the server.
const MAX_HITS = 20;
const START = "(?<![\\p{L}\\p{N}])";
const form = document.querySelector(".finding"), field = form.elements.search;
const list = form.querySelector("ol"), status = form.querySelector("[role=status]");
let index; // a promise of [title, heading, address, text], one sentence on each line of a text

function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/** Return the best sections in which each of `words` begins a word, as `find_sections` in search.py does. */
function find(sections, words) {
  const terms = words.map((word) => new RegExp(START + word, "iu"));
  const points = ([title, heading, , text]) => terms.map((term) => 3 * term.test(title) + 5 * term.test(heading) + term.test(text));
  const scores = sections.map((section) => [points(section), section]).filter(([each]) => each.length && each.every(Boolean));
  const sum = (numbers) => numbers.reduce((one, other) => one + other);
  return scores.sort(([one], [other]) => sum(other) - sum(one)).slice(0, MAX_HITS).map(([, section]) => section);
}

function hit([title, heading, address, text], words) {
  const pattern = new RegExp(`(${START}(?:${words.join("|")})[\\p{L}\\p{N}]*)`, "iu");
  const sentences = text.split("\n").map((each) => each.split(pattern));
  const best = sentences.reduce((one, other) => (other.length > one.length ? other : one));
  const parts = best.map((part, place) => (place % 2 ? make("mark", "", part) : part));
  const link = make("a", "", make("b", "", heading), " ", make("span", "note", title), make("span", "", ...parts));
  link.href = address;
  return make("li", "", link);
}

async function show() {
  index ??= fetch("/docs-index.json").then((answer) => answer.json());
  const sections = await index;
  const words = field.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  list.replaceChildren(...find(sections, words).map((section) => hit(section, words)));
  list.hidden = !list.children.length;
  status.textContent = words.length ? `${list.children.length} results for ${field.value}` : "";
}

field.addEventListener("input", show);
field.addEventListener("focus", show);
form.addEventListener("focusout", (event) => (list.hidden ||= !form.contains(event.relatedTarget)));
form.addEventListener("keydown", (event) => {
  const places = [field, ...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") list.hidden = true;
  if (!step || list.hidden) return;
  event.preventDefault();
  places[(places.indexOf(document.activeElement) + step + places.length) % places.length].focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  field.focus();
});

const here = document.querySelector(".side [aria-current]"), panel = document.querySelector(".side > .contents");
if (here) panel.scrollTop = here.offsetTop - panel.clientHeight;
