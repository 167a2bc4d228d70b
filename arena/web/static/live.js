// Show a line while live updates have stopped. htmx reconnects by itself.

const MAX_SILENCE = 12_000; // milliseconds; the server sends an event every 5 s
const RETRY_DELAY = 1_500; // milliseconds between two attempts to reconnect, at most
const REFUSED_DELAY = 30_000; // the same after a refusal, as too many readers follow pages

const line = document.getElementById("stale");
let watchdog;

function expectNext(connection) {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    if (document.hidden) return; // htmx closes the connections of hidden pages
    line.hidden = false;
    connection.reader?.cancel(); // htmx reconnects
  }, MAX_SILENCE);
}

document.addEventListener("htmx:sse:before:connection", ({ detail }) => {
  if (detail.connection.attempt > 1) line.hidden = false;
});

document.addEventListener("htmx:sse:error", ({ detail }) => {
  if (detail.connection) detail.connection.config.reconnectMaxDelay = detail.status < 500 ? REFUSED_DELAY : RETRY_DELAY;
});

document.addEventListener("htmx:sse:after:message", ({ detail }) => {
  const name = detail.message.event; // "": the page; "stale": the page is out of date; "alive": a sign of life
  if (name !== "alive") line.hidden = name !== "stale";
  expectNext(detail.connection);
});
