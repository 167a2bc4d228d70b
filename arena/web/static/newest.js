// Step through the newest hand on the home page. Without this script, or where motion is unwanted, a trick shows.

const STEP = 600; // milliseconds from card to card
const REST = 3; // steps for which a whole trick, and the points, stay

const figure = document.getElementById("newest");
const pause = figure.querySelector(".pause input");
const slots = [...figure.querySelectorAll(".slot")];
const frames = slots.flatMap((slot) => {
  const parts = [...slot.children].slice(1); // the cards and the winner's mark, or the points
  const shown = slot === slots.at(-1) ? [parts.length] : parts.map((_, number) => number + 1);
  return [...shown, ...Array(REST).fill(parts.length)].map((count) => ({ slot, parts, count }));
});

let frame = 0;

function show({ slot, parts, count }) {
  for (const each of slots) each.classList.toggle("is-shown", each === slot);
  parts.forEach((part, number) => part.classList.toggle("is-later", number >= count));
}

if (matchMedia("(prefers-reduced-motion: no-preference)").matches) {
  figure.classList.add("steps");
  show(frames[0]);
  setInterval(() => {
    if (document.hidden || pause.checked) return;
    frame = (frame + 1) % frames.length;
    show(frames[frame]);
  }, STEP);
}
