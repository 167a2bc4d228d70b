// The seats this process holds, by seat_id: news in, answers out. Knows nothing of sockets.

import { choose, firstLegal } from "./choose.js";
import { View } from "./view.js";

const REMEMBERED = 10_000; // seats whose last answer is kept, to be said again after a Resume

/**
 * Keys are seat ids as strings of digits: an id has 64 bits and a JavaScript number only 53 exact ones.
 */
export class Session {
  #views = new Map();
  #sent = new Map(); // seat_id -> the last Answer
  gamesOver = 0;

  /** A new stream: every seat that is still ours begins with all events so far. */
  begin() {
    this.#views.clear();
  }

  /** The Answer to one Update, or undefined when there is nothing to answer. */
  handle(update) {
    const id = update.seat_id;
    const news = update[update.body];
    switch (update.body) {
      case "start":
        this.#views.set(id, new View(news));
        return undefined;
      case "turn":
        return this.#hear(id, news);
      case "resume":
        this.#views.set(id, new View(news.start));
        return this.#hear(id, news);
      case "rejected":
        return this.#correct(id, news);
      case "game_over":
        this.#views.delete(id);
        this.#sent.delete(id);
        this.gamesOver += 1;
    }
    return undefined;
  }

  #hear(id, { events, decision }) {
    const view = this.#views.get(id);
    if (!view) return undefined;
    for (const event of events) view.observe(event);
    return decision ? this.#decide(id, view, decision) : undefined;
  }

  /** The same answer as before where this number was answered already: the arena may not have read it. */
  #decide(id, view, decision) {
    const sent = this.#sent.get(id);
    if (sent?.number === decision.number) return sent;
    return this.#remember({ seat_id: id, number: decision.number, ...this.#chosen(view, decision) });
  }

  /** The bot's action; where it throws, one in its stead, which says so: the arena counts it for the author. */
  #chosen(view, decision) {
    try {
      return { action: choose(view, decision) };
    } catch (error) {
      console.error(error);
      return { action: firstLegal(decision.legal), replaced: true };
    }
  }

  /** What the arena held against an answer, for the author: nothing to answer. */
  hear({ seat_id, number, infraction, hand, decision, played, reason }) {
    const what = infraction === "INFRACTION_KIND_TIMEOUT" ? "time was up" : reason;
    const then = played ? `the fallback answered ${JSON.stringify(played)}` : "it is asked again";
    const where = `hand ${hand + 1}, decision ${decision + 1} of seat ${seat_id} (its number ${number})`;
    console.error(`the arena, at ${where}: ${what}; ${then}`);
  }

  /** Our answer was not legal, which is a mistake of ours: say something that is. */
  #correct(id, { number, reason, legal }) {
    if (this.#sent.get(id)?.number !== number) return undefined;
    console.error(`the arena rejected an answer: ${reason}`);
    return this.#remember({ seat_id: id, number, action: firstLegal(legal), replaced: true });
  }

  #remember(answer) {
    if (this.#sent.size >= REMEMBERED && !this.#sent.has(answer.seat_id)) {
      this.#sent.delete(this.#sent.keys().next().value);
    }
    this.#sent.set(answer.seat_id, answer);
    return answer;
  }
}
