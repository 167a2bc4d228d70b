// Cards are codes, the same in every variant: 13 * suit + rank, jokers from 52 on (proto/arena/v1/cards.proto).
#pragma once

#include <vector>

using Cards = std::vector<int>;

constexpr int kQueen = 10, kKing = 11, kAce = 12;
constexpr int kSpades = 0, kSuits = 4, kNoSuit = -1;
constexpr int kJokers = 52;

inline bool is_joker(int card) { return card >= kJokers; }
inline int suit_of(int card) { return is_joker(card) ? kNoSuit : card / 13; }
inline int rank_of(int card) { return is_joker(card) ? -1 : card % 13; }

// How high a card stands in its suit: more is higher, a joker is -1. Codes say nothing of that: in pinochle T beats K.
inline int strength_of(int card, bool is_pinochle) {
    constexpr int kPinochle[13] = {-1, -1, -1, -1, -1, -1, -1, 0, 4, 1, 2, 3, 5};  // 9 J Q K T A
    if (is_joker(card)) return -1;
    return is_pinochle ? kPinochle[rank_of(card)] : rank_of(card);
}

// Whether `card`, played after `best`, takes the trick from it. Of two copies the first wins, a joker never.
inline bool beats(int card, int best, int trump, bool is_pinochle) {
    if (is_joker(card) || is_joker(best)) return !is_joker(card);
    if (suit_of(card) == suit_of(best)) return strength_of(card, is_pinochle) > strength_of(best, is_pinochle);
    return suit_of(card) == trump;
}
