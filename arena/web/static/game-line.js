// Show the game that a link ending in #arena1... contains.

function open() {
  const line = location.hash.slice(1);
  if (/^arena[0-9]+\.[\w-]+$/.test(line)) location.replace(`/games/line?line=${encodeURIComponent(line)}`);
}

addEventListener("hashchange", open);
open();
