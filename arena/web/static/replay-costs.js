// Draw what each card of a hand cost, as bars, and the sum for each player, as a line that rises.

import { make } from "./replay-table.js";

const SVG = "http://www.w3.org/2000/svg";
const TOP = 18; // pixels above the highest bar
const HIGH = 96; // pixels of the highest sum

function shape(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function pointsOf(regret) {
  return `${regret.toFixed(1).replace("-", "−")} points`;
}

/** Return the marks of both axes: points upwards, tricks from left to right. */
function axes(steps, at, most) {
  const level = TOP + HIGH;
  const begins = steps.filter((step) => step.trick && step.trick !== steps[step.number - 1]?.trick);
  return [
    ...[TOP, level].map((y) => shape("line", { x1: 0, x2: "100%", y1: y, y2: y })),
    shape("text", { x: 0, y: TOP - 5 }, pointsOf(most)), shape("text", { x: 0, y: level - 5 }, "0"), shape("text", { x: 0, y: level + 16 }, "trick"),
    ...begins.map((step) => shape("text", { class: "trick-number", x: `${at(step.number)}%`, y: level + 16 }, String(step.trick))),
  ];
}

/** Return, for each seat, its costs summed up to each step. */
function sumsOf(cards, steps, players) {
  return players.map((_, seat) => {
    let sum = 0;
    return steps.map((step) => (sum += step.seat === seat ? (cards.get(step.number)?.regret ?? 0) : 0));
  });
}

/** Return the figure of a check's costs, a function to mark a step, and one that lists the steps of mistakes. */
export function drawCosts(check, { steps, players }, address, goTo) {
  const decisions = steps.filter((step) => step.seat >= 0);
  const cards = new Map(check.cards.map((each) => [decisions[each.decision - 1].number, each]));
  const worse = [...cards].filter(([, each]) => each.is_clear);
  const sums = sumsOf(cards, steps, players);
  const most = Math.max(1, ...sums.flat());
  const at = (number) => (100 * number) / (steps.length - 1);
  const width = 70 / steps.length;
  const cursor = shape("line", { class: "is-now", y1: TOP, y2: TOP + HIGH });
  const words = !cards.size ? "Nothing to check: no card of this hand was a choice that the solver compares." : `${worse.length || "None"} of ${cards.size} checked cards ${worse.length > 1 ? "were" : "was"} clearly worse than the best card.`;
  const chart = shape("svg", { class: "costs", role: "img", "aria-label": `Cost of each card in points. ${words}` });
  chart.append(...axes(steps, at, most));
  for (const [number, each] of cards) {
    const height = Math.max(1, (HIGH * each.regret) / most);
    const bar = shape("rect", { class: each.is_clear ? "is-clear" : "", x: `${at(number) - width / 2}%`, width: `${width}%`, y: TOP + HIGH - height, height });
    bar.append(shape("title", {}, `${each.player} ${each.card}: ${pointsOf(each.regret)}`));
    chart.append(bar);
  }
  const curves = shape("svg", { y: TOP, width: "100%", height: HIGH, viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  sums.forEach((line, seat) => {
    const points = line.map((sum, number) => `${at(number)},${100 - (100 * Math.max(0, sum)) / most}`).join(" ");
    curves.append(shape("polyline", { class: `s${seat + 1}`, points, "vector-effect": "non-scaling-stroke" }));
  });
  chart.append(curves, cursor);
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    goTo(Math.round(((event.clientX - box.left) / box.width) * (steps.length - 1)));
  });
  const link = Object.assign(make("a", "", "Table of all costs"), { href: address });
  const keys = players.map((name, seat) => make("span", "", make("span", `key s${seat + 1}`), `${name} ${pointsOf(sums[seat].at(-1))} `));
  const caption = make("figcaption", "", make("b", "", "Cost of the cards in points"), ` · ${words}${check.playouts ? "" : " Only the last tricks were checked."} A bar is a card, red if clearly worse. A line is a player's sum: `, ...keys, link);
  const line = make("p", "");
  line.setAttribute("role", "status");
  const figure = make("figure", "costs-figure", caption, ...(check.cards.some((each) => each.regret) ? [chart] : []), line);

  /** Mark a step, and say what its card cost if the viewer may know the better card. */
  function mark(step, viewer) {
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, `${at(step.number)}%`);
    const each = cards.get(step.number);
    const sees = each && (viewer < 0 || viewer === each.seat);
    const error = each?.solved ? "" : ` ± ${each?.error.toFixed(1)}`;
    line.textContent = !sees ? "" : each.card === each.better ? `${each.player} ${each.card}: no card was better.` : `${each.player} ${each.card}: worth ${pointsOf(each.regret)}${error} less than ${each.better}.`;
  }
  return { figure, mark, mistakes: (viewer) => worse.filter(([, each]) => viewer < 0 || viewer === each.seat).map(([number]) => number) };
}
