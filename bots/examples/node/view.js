// What one seat knows, folded from its events. It holds what this bot looks at; the events tell much more.

import { SPADES } from "./cards.js";

export class View {
  /** `start` is the game's SeatStart. */
  constructor(start) {
    this.seat = start.seat;
    this.isPinochle = start.variant.startsWith("pinochle");
    this.#startHand();
  }

  #startHand() {
    this.hand = []; // own cards, as codes
    this.trick = []; // the cards on the table, the leader's first
    this.won = 0; // tricks of this hand that are ours
    this.bid = 0; // what we bid last in this hand: tricks in spades, points in pinochle
    this.trump = this.isPinochle ? -1 : SPADES;
  }

  /** Folds the next event in. One that is not known here is passed over: that is how the protocol grows. */
  observe(event) {
    const news = event[event.event];
    switch (event.event) {
      case "hand_started":
        return this.#startHand();
      case "dealt":
        this.hand = [...news.cards];
        return;
      case "said":
        return this.#hear(news);
      case "kitty_taken":
        if (news.seat === this.seat) this.hand.push(...news.cards);
        return;
      case "played":
        this.trick.push(news.card);
        if (news.seat === this.seat) this.#lay([news.card]);
        return;
      case "trick_won":
        this.trick = [];
        if (news.seat === this.seat) this.won += 1;
    }
  }

  #hear({ seat, kind, action }) {
    const mine = seat === this.seat;
    if (action.action === "bid" && mine) this.bid = action.bid;
    if (action.action === "trump") this.trump = suitNumber(action.trump);
    if (action.action !== "cards") return;
    if (mine) this.#lay(action.cards.cards);
    else if (kind === "KIND_GIVE") this.hand.push(...action.cards.cards); // the partner's gift: other seats do not see it
  }

  #lay(cards) {
    for (const card of cards) this.hand.splice(this.hand.indexOf(card), 1);
  }
}

const SUIT_NAMES = ["SUIT_SPADES", "SUIT_DIAMONDS", "SUIT_CLUBS", "SUIT_HEARTS"];

/** 0..3 for the name of a suit on the wire. */
export const suitNumber = (name) => SUIT_NAMES.indexOf(name);
