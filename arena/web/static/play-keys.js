// Keys of a practice table: a row of buttons is one tab stop, and arrows move along it.

const AHEAD = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
const SHORT = { u: "undo", h: "hint", s: "show", c: "claim", f: "finish", n: "next", t: "tricks" };

/** Make *row* a toolbar: Tab reaches one of its buttons, arrows, Home and End the others. */
export function toolbar(row, label) {
  const all = [...row.querySelectorAll("button")];
  if (!all.length) return row;
  row.setAttribute("role", "toolbar");
  row.setAttribute("aria-label", label);
  const stopAt = (chosen) => all.forEach((each) => { each.tabIndex = each === chosen ? 0 : -1; });
  stopAt(all[0]);
  row.addEventListener("focusin", (event) => { if (all.includes(event.target)) stopAt(event.target); });
  row.addEventListener("keydown", (event) => {
    const open = all.filter((each) => !each.disabled && each.isConnected);
    const at = open.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { Home: 0, End: open.length - 1 }[event.key] ?? (at + AHEAD[event.key] + open.length) % open.length;
    if (Number.isNaN(to)) return;
    event.preventDefault();
    open[to].focus();
  });
  return row;
}

/** Pass the name of each pressed letter's button to *press*, and "focus" for an arrow that no button takes. */
export function bindLetters(press) {
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (SHORT[event.key]) press(SHORT[event.key]);
    else if (AHEAD[event.key] && event.target === document.body) press("focus");
  });
}
