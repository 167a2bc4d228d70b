// Cards are codes, the same in every variant: 13 * suit + rank, jokers from 52 on (proto/arena/v1/cards.proto).

export const ACE = 12;
export const KING = 11;
export const QUEEN = 10;
export const SUITS = [0, 1, 2, 3]; // spades, diamonds, clubs, hearts
export const SPADES = 0;

const JOKERS = 52;
const PINOCHLE = [7, 9, 10, 11, 8, 12]; // ranks from low to high: 9 J Q K T A

export const suitOf = (card) => (isJoker(card) ? -1 : Math.floor(card / 13));
export const rankOf = (card) => (isJoker(card) ? -1 : card % 13);
export const isJoker = (card) => card >= JOKERS;

/** How high a card stands in its suit; a joker is -1. Codes say nothing of that: in pinochle T beats K. */
export const strengthOf = (card, isPinochle) => (isPinochle ? PINOCHLE.indexOf(rankOf(card)) : rankOf(card));

/** Whether `card`, played after `best`, takes the trick from it. Of two copies the first wins, a joker never. */
export function beats(card, best, trump, isPinochle) {
  if (isJoker(card) || isJoker(best)) return !isJoker(card);
  if (suitOf(card) === suitOf(best)) return strengthOf(card, isPinochle) > strengthOf(best, isPinochle);
  return suitOf(card) === trump;
}
