// Draw the record of a hand as a table: bids, trump, melds, tricks and points, with a column for each seat.

import { GLYPHS, make, meldOf, signed } from "./replay-table.js";

/** Return a card as a short text in the colour of its suit: "10♦". */
export function face(code) {
  const isJoker = code[0] === "X";
  return make("span", `mini mini-${isJoker ? "X" : code[1]}`, isJoker ? code : code[0].replace("T", "10") + GLYPHS[code[1]]);
}

/** Yield the entries of a step: the label of their row, their seat, and their text or card. */
function* entriesOf(step, before, steps, players) {
  const words = step.seat < 0 ? "" : step.lines.at(-1).slice(players[step.seat].length + 1);
  if (step.kind === "play") yield [String(step.trick), step.seat, face(step.cards[0])];
  if (["blind", "bid", "auction"].includes(step.kind) && words !== "looks at its cards") yield ["bid", step.seat, words.replace(/^bids /, "")];
  if (step.kind === "trump") yield ["trump", step.seat, words.replace(/^names (.*) trump$/, "$1")];
  for (const seat of players.keys()) {
    const state = step.seats[seat];
    if (state.shown.length && !before?.seats[seat].shown.length) yield ["melds", seat, meldOf(state).replace("melds ", "")];
    if (step.kind === "score") yield ["points", seat, signed(state.score - steps[0].seats[seat].score)];
  }
}

/** Return the record in a box that scrolls, and a function that marks a step and hides later ones from a seat. */
export function drawRecord(steps, players, goTo) {
  const first = steps.find((step) => step.seat >= 0)?.seat ?? 0; // has the first column, so that bids are read from left to right
  const columnOf = (seat) => 1 + ((seat - first + players.length) % players.length);
  const names = [...players.slice(first), ...players.slice(0, first)];
  const head = make("tr", "", make("td", ""), ...names.map((name) => Object.assign(make("th", "", name), { scope: "col", title: name })));
  const [body, cells] = [make("tbody", ""), []];
  let [row, last] = [null, -1];
  for (const step of steps) {
    for (const [label, seat, content] of entriesOf(step, steps[step.number - 1], steps, players)) {
      const isAgain = label === row?.firstChild.textContent;
      if (!isAgain || (label === "bid" && columnOf(seat) <= last)) {
        const name = make("span", isAgain ? "hidden" : "", label);
        row = make("tr", "", Object.assign(make("th", "", name), { scope: "row" }), ...players.map(() => make("td", "")));
        body.append(row);
      }
      last = columnOf(seat);
      const cell = row.children[last];
      cell.append(content);
      cell.dataset.step = step.number;
      cells.push(cell);
      if (step.kind === "play" && step.seat === step.leader) cell.classList.add("is-leader");
    }
    if (step.winner >= 0) row.children[columnOf(step.winner)].classList.add("is-winner");
  }
  const caption = make("caption", "hidden", "Bids and tricks. Select one to go to its step.");
  const box = Object.assign(make("div", "record", make("table", "", caption, make("thead", "", head), body)), { tabIndex: 0 });
  body.onclick = (event) => event.target.closest("[data-step]") && goTo(Number(event.target.closest("[data-step]").dataset.step));

  function mark(now, viewer) {
    for (const cell of cells) {
      const number = Number(cell.dataset.step);
      cell.classList.toggle("is-now", number === now);
      cell.classList.toggle("is-later", number > now && viewer >= 0);
    }
    const at = cells.findLast((cell) => Number(cell.dataset.step) <= now) ?? body;
    box.scrollTop = at.offsetTop - box.clientHeight / 2;
  }
  return { box, mark };
}
