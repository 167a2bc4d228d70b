// What the bot does: it bids what it counts, takes what it bid, and else answers the first thing that is legal.

import { ACE, KING, QUEEN, SUITS, beats, rankOf, strengthOf, suitOf } from "./cards.js";
import { suitNumber } from "./view.js";

/** An Action for the open decision: one of `decision.legal`. */
export function choose(view, { kind, legal }) {
  switch (kind) {
    case "KIND_PLAY":
      return { play: cardToPlay(view, legal.play.cards) };
    case "KIND_BID":
      return tricksToBid(view, legal.actions.actions);
    case "KIND_AUCTION":
      return pointsToBid(view, legal.range);
    case "KIND_TRUMP":
      return trumpToName(view, legal.actions.actions);
    case "KIND_DISCARD":
    case "KIND_GIVE":
      return { cards: { cards: cardsToLay(view, legal.choice) } };
    case "KIND_WIDOW":
      return { word: "WORD_TAKE" };
    case "KIND_THROW_IN":
      return { word: "WORD_PLAY_ON" };
    default:
      return firstLegal(legal); // `blind`: look; and whatever else may come
  }
}

/** A legal answer to any decision, of a kind that this release does not know too. */
export function firstLegal(legal) {
  switch (legal.legal) {
    case "play":
      return { play: legal.play.cards[0] };
    case "actions":
      return legal.actions.actions[0];
    case "range":
      return legal.range.may_pass ? { word: "WORD_PASS" } : { bid: legal.range.least };
    case "choice":
      return { cards: { cards: legal.choice.cards.slice(0, legal.choice.count) } };
  }
}

function cardToPlay(view, legal) {
  const { isPinochle, trump, trick } = view;
  const lowFirst = [...legal].sort((a, b) => strengthOf(a, isPinochle) - strengthOf(b, isPinochle));
  const wantsTricks = isPinochle || view.won < view.bid;
  if (trick.length === 0) return wantsTricks ? lowFirst.at(-1) : lowFirst[0];

  const best = trick.reduce((best, card) => (beats(card, best, trump, isPinochle) ? card : best));
  const winners = lowFirst.filter((card) => beats(card, best, trump, isPinochle));
  const losers = lowFirst.filter((card) => !winners.includes(card));
  if (wantsTricks) return winners[0] ?? lowFirst[0];
  return losers.at(-1) ?? lowFirst[0];
}

/** An ace takes a trick, a king most of one, a long spade one; never nil. */
function tricksToBid(view, legal) {
  const aces = view.hand.filter((card) => rankOf(card) === ACE).length;
  const kings = view.hand.filter((card) => rankOf(card) === KING).length;
  const longSpades = Math.max(0, ofSuit(view.hand, 0).length - 3);
  const count = Math.max(1, Math.round(aces + 0.6 * kings + 0.6 * longSpades));
  const bids = legal.filter((action) => action.action === "bid");
  return bids.findLast((action) => action.bid <= count) ?? bids[0] ?? legal[0];
}

/** Bids the least there is, once a hand, with a long suit that has a marriage in it. */
function pointsToBid(view, range) {
  const pays = (suit) => hasMarriage(view.hand, suit) && 2 * worth(view.hand, suit) >= view.hand.length;
  const isStrong = view.bid === 0 && SUITS.some(pays);
  if (range.least <= range.most && (isStrong || !range.may_pass)) return { bid: range.least };
  return { word: "WORD_PASS" };
}

/** A suit with a marriage before one without, then the longer one. */
function trumpToName(view, legal) {
  const value = ({ trump }) => 100 * hasMarriage(view.hand, suitNumber(trump)) + worth(view.hand, suitNumber(trump));
  return legal.reduce((best, action) => (value(action) > value(best) ? action : best));
}

/** The lowest cards that are no trumps, then the lowest trumps. */
function cardsToLay({ isPinochle, trump }, { cards, count }) {
  const price = (card) => strengthOf(card, isPinochle) + (suitOf(card) === trump ? 100 : 0);
  return [...cards].sort((a, b) => price(a) - price(b)).slice(0, count);
}

/** Cards that will take tricks: those of the suit, and the aces beside it. */
const worth = (hand, suit) => hand.filter((card) => suitOf(card) === suit || rankOf(card) === ACE).length;

const hasMarriage = (hand, suit) =>
  [KING, QUEEN].every((rank) => ofSuit(hand, suit).some((card) => rankOf(card) === rank));

const ofSuit = (hand, suit) => hand.filter((card) => suitOf(card) === suit);
