// The calls of the API that an owner's part takes, made as who is signed in.

const PATIENCE = 10_000; // milliseconds for one answer
const FIRST_PAUSE = 500; // milliseconds between tries
const LONGEST_PAUSE = 8000;
const SIGNED_OUT = 401;
const OF_ANOTHER_SESSION = 403;
const AWAY = [0, 429, 503]; // 0: there was no answer, or none of the arena's
const TOKEN = "input[name=form_token]";

/** A call is an error; the text is the arena's line. */
export class Refused extends Error {}

/** A call comes too early or too late. */
export class Untimely extends Refused {}

export class Calls {
  #clock = new Worker(new URL("./contribute-clock.js", import.meta.url));
  #token = document.querySelector(TOKEN).value;
  #name;
  #trouble;

  /** *name*: of the tournament. *trouble* is told in a line what keeps answers away, "" for nothing. */
  constructor(name, trouble) {
    this.#name = name;
    this.#trouble = trouble;
  }

  /** Pause so many milliseconds. */
  wait(milliseconds) {
    return new Promise((done) => {
      this.#clock.onmessage = done;
      this.#clock.postMessage(milliseconds);
    });
  }

  /** Return the answer to a call, however long the arena or the session is away. Throws `Refused`. */
  async ask(call, fields = {}) {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const { status, told } = await this.#send(call, fields);
      if (status === 200) {
        this.#trouble("");
        if (told.refused) throw new Untimely(told.refused);
        return told;
      }
      if (status === SIGNED_OUT)
        this.#trouble("You are signed out. Sign in again in another tab of this browser: this page goes on then.");
      else if (AWAY.includes(status))
        this.#trouble(`The arena does not answer${told.error ? ` (${told.error})` : ""}: trying again until it does.`);
      const isNew = (status === SIGNED_OUT || status === OF_ANOTHER_SESSION) && (await this.#renew());
      if (!isNew && status !== SIGNED_OUT && !AWAY.includes(status)) throw new Refused(told.error);
      if (!isNew) await this.wait(pause);
    }
  }

  async #send(call, fields) {
    const body = new URLSearchParams({ form_token: this.#token, name: this.#name, ...fields });
    try {
      const answer = await fetch(`/desk/calls/${call}`, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
      return { status: answer.status, told: await answer.json() };
    } catch {
      return { status: 0, told: {} };
    }
  }

  /** Take the form token of whoever is signed in now; say whether it is another one. */
  async #renew() {
    try {
      const answer = await fetch(location.href, { signal: AbortSignal.timeout(PATIENCE) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = this.#token;
      this.#token = page.querySelector(TOKEN)?.value ?? before;
      return this.#token !== before;
    } catch {
      return false;
    }
  }
}
