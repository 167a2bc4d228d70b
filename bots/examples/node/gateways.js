// Which of an arena's gateways to dial next, and when.

const FIRST_DELAY = 100; // milliseconds; doubled with each attempt that fails
export const LONGEST_DELAY = 2_000;

/**
 * A bot whose stream broke dials the same gateway again, where its seats are. One that does not answer, drains or is
 * full is left alone for a while, and another is dialled.
 */
export class Gateways {
  #ring;

  /** `gateways`: at least one; put in a random order, so that processes spread over them. */
  constructor(gateways) {
    const shuffled = gateways.map((gateway) => [Math.random(), gateway]).sort(([one], [other]) => one - other);
    this.#ring = shuffled.map(([, gateway]) => ({ gateway, failures: 0, notBefore: 0 }));
  }

  /** The one to dial. */
  get current() {
    return this.#ring[0].gateway;
  }

  /** `current` let the bot in. */
  welcomed() {
    this.#ring[0].failures = 0;
  }

  /**
   * A stream, or an attempt, at `current` ended at `now`; it is to be dialled again `after` so many milliseconds
   * (undefined: when we like). Turns to another where that is better; returns how many milliseconds to wait.
   */
  failed(now, after) {
    const last = this.#ring[0];
    last.failures += 1;
    last.notBefore = now + (after ?? delay(last.failures));
    if (after !== undefined || last.failures > 1) {
      const when = ({ notBefore }) => Math.max(now, notBefore);
      const next = [...this.#ring.slice(1), last].reduce((best, each) => (when(each) < when(best) ? each : best));
      const at = this.#ring.indexOf(next);
      this.#ring = [...this.#ring.slice(at), ...this.#ring.slice(0, at)];
    }
    return Math.max(0, this.#ring[0].notBefore - now);
  }
}

/** Twice as long each time, and never in step with others. */
function delay(failures) {
  const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}
