// A link that ends in #arena1... holds a whole game: show it.

function open() {
  const line = location.hash.slice(1);
  if (/^arena[0-9]+\.[\w-]+$/.test(line)) location.replace(`/games/line?line=${encodeURIComponent(line)}`);
}

addEventListener("hashchange", open);
open();
