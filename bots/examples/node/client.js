// A bot at the arena: dials, plays, and dials again for as long as the arena may want it.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Gateways, LONGEST_DELAY } from "./gateways.js";
import { PROTOCOL, VARIANTS } from "./protocol.js";
import { Session } from "./session.js";
import { Stream } from "./stream.js";

const PATIENCE = 10_000; // milliseconds until an arena that never answered is called unreachable

/** The arena does not want this bot as it is, or there is none; the message says why. */
export class Stopped extends Error {}

export class Client {
  #gateways;
  #token;
  #hello;
  #session = new Session();
  #stream = null;
  #leaving = new AbortController();
  #isIn = false;
  #isAway = false; // and it was said
  #wasAnswered = false;

  constructor({ gateways, token, maxSeats }) {
    this.#gateways = new Gateways(gateways);
    this.#token = token;
    // The instance is what the arena finds this process by when its stream broke: one for each start, kept meanwhile.
    const instance = randomBytes(16).toString("hex");
    this.#hello = { instance, protocol: PROTOCOL, variants: VARIANTS, max_seats: maxSeats };
  }

  /** Plays until `leave` is called. Rejects with `Stopped`. */
  async serve() {
    const patience = Date.now() + PATIENCE;
    while (!this.#leaving.signal.aborted) {
      this.#stream = new Stream(this.#gateways.current, this.#session, (welcome) => this.#welcomed(welcome));
      const { why, stop, after, answered } = await this.#stream.run(this.#hello, this.#token);
      if (this.#leaving.signal.aborted) break;
      this.#wasAnswered ||= answered;
      if (stop || (!this.#wasAnswered && Date.now() > patience)) throw new Stopped(why);
      if (this.#isIn) say(`the stream ended (${why}): dialling again until the arena is back`);
      else if (!this.#isAway) say(`${why}: trying again every ${LONGEST_DELAY / 1000} s`);
      this.#isAway ||= !this.#isIn;
      this.#isIn = false;
      const pause = this.#gateways.failed(Date.now(), after);
      await sleep(pause, undefined, { signal: this.#leaving.signal }).catch(() => {});
    }
    say(`left: ${this.#session.gamesOver} games ended`);
  }

  /** Ends the stream; `serve` resolves. Another process of this bot may take the seats over. */
  leave() {
    this.#leaving.abort();
    this.#stream?.finish();
  }

  #welcomed({ bot, resumed }) {
    const then = resumed ? `${resumed} seats continue` : "waiting for games";
    say(`connected to ${this.#gateways.current.address} as ${bot}, ${then}`);
    this.#isIn = true;
    this.#isAway = false;
    this.#gateways.welcomed();
  }
}

const say = (line) => console.error(line);
