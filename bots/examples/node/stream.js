// One stream to a gateway, from Hello to its end: batches in, answers gathered out, pings answered at once.

import grpc from "@grpc/grpc-js";
import { closed, refused, unreachable } from "./endings.js";
import { SeatService } from "./protocol.js";

const { READY, TRANSIENT_FAILURE } = grpc.connectivityState;
const CONNECT_WITHIN = 5_000; // milliseconds
const FAREWELL = 2_000; // milliseconds the arena has to end the stream when the bot goes
const ANSWERS = 16384; // most in one message
const SLICE = 10; // milliseconds of thinking between two looks at the socket
const OPTIONS = {
  "grpc.max_receive_message_length": 64_000_000,
  "grpc.keepalive_time_ms": 10_000, // a network that is gone is noticed, whatever it says
  "grpc.keepalive_timeout_ms": 5_000,
};

export class Stream {
  #gateway;
  #client;
  #session;
  #welcomed;
  #call = null;
  #end; // resolves `run`
  #news = []; // updates that wait to be thought about
  #answers = [];
  #isThinking = false;

  /** `welcomed` is called with the Welcome when the arena has let the bot in. */
  constructor(gateway, session, welcomed) {
    this.#gateway = gateway;
    const byProxy = gateway.address.startsWith("grpcs://"); // what is plain a proxy could read
    this.#client = new SeatService(gateway.target, gateway.credentials, {
      ...OPTIONS,
      "grpc.enable_http_proxy": Number(byProxy),
    });
    this.#session = session;
    this.#welcomed = welcomed;
  }

  /** Dials and plays until the stream ends; resolves to why (endings.js). */
  async run(hello, token) {
    const ended = new Promise((resolve) => (this.#end = resolve));
    this.#reach().then((answers) => {
      if (answers) this.#open(hello, token);
      else this.#end(unreachable(this.#gateway.address));
    });
    const ending = await ended;
    this.#news = [];
    this.#call?.cancel();
    this.#client.close();
    return ending;
  }

  /** Says goodbye: what is answered goes out, then the arena ends the stream. */
  finish() {
    this.#news = [];
    this.#call?.end();
    setTimeout(() => this.#end({ why: "left" }), this.#call ? FAREWELL : 0);
  }

  /** Whether somebody answers; an address that refuses is not waited for. */
  async #reach() {
    const channel = this.#client.getChannel();
    const until = Date.now() + CONNECT_WITHIN;
    for (;;) {
      const state = channel.getConnectivityState(true);
      if (state === READY) return true;
      const isOver = await new Promise((resolve) => channel.watchConnectivityState(state, until, resolve));
      if (isOver || channel.getConnectivityState(false) === TRANSIENT_FAILURE) return false;
    }
  }

  #open(hello, token) {
    const metadata = new grpc.Metadata();
    metadata.set("authorization", `Bearer ${token}`);
    this.#call = this.#client.Play(metadata);
    this.#call.on("data", (message) => this.#read(message));
    this.#call.on("status", (status) => this.#end(refused(status)));
    this.#call.on("error", () => {}); // its status says it all
    this.#call.write({ hello });
  }

  #read(message) {
    switch (message.message) {
      case "ping":
        this.#call.write({ pong: { nonce: message.ping.nonce } });
        break;
      case "batch":
        for (const update of message.batch.updates) this.#news.push(update);
        this.#think();
        break;
      case "verdicts":
        for (const verdict of message.verdicts.verdicts) this.#session.hear(verdict);
        break;
      case "welcome":
        this.#session.begin();
        this.#welcomed(message.welcome);
        break;
      case "closing":
        this.#end(closed(message.closing));
    }
  }

  /** Thinks for a slice at a time, so that a ping never waits longer than that. */
  #think() {
    if (this.#isThinking) return;
    this.#isThinking = true;
    setImmediate(() => {
      this.#isThinking = false;
      const until = Date.now() + SLICE;
      let done = 0;
      while (done < this.#news.length && Date.now() < until) {
        const answer = this.#session.handle(this.#news[done++]);
        if (answer) this.#answers.push(answer);
      }
      this.#news.splice(0, done);
      while (this.#answers.length) this.#call.write({ answers: { answers: this.#answers.splice(0, ANSWERS) } });
      if (this.#news.length) this.#think();
    });
  }
}
