#include "choose.h"

#include <algorithm>
#include <cmath>

namespace pb = arena::v1;

namespace {

using Legal = google::protobuf::RepeatedPtrField<pb::Action>;

pb::Action word(pb::Word said) {
    pb::Action action;
    action.set_word(said);
    return action;
}

pb::Action bid(unsigned value) {
    pb::Action action;
    action.set_bid(value);
    return action;
}

pb::Action play(int card) {
    pb::Action action;
    action.set_play(static_cast<unsigned>(card));
    return action;
}

int count_of_suit(const Cards& hand, int suit) {
    return static_cast<int>(std::count_if(hand.begin(), hand.end(), [=](int card) { return suit_of(card) == suit; }));
}

int count_of_rank(const Cards& hand, int rank) {
    return static_cast<int>(std::count_if(hand.begin(), hand.end(), [=](int card) { return rank_of(card) == rank; }));
}

bool has_marriage(const Cards& hand, int suit) {
    const auto has = [&](int rank) { return std::find(hand.begin(), hand.end(), 13 * suit + rank) != hand.end(); };
    return has(kKing) && has(kQueen);
}

// Cards that will take tricks: those of the suit, and the aces beside it.
int worth(const Cards& hand, int suit) {
    return static_cast<int>(std::count_if(
        hand.begin(), hand.end(), [=](int card) { return suit_of(card) == suit || rank_of(card) == kAce; }));
}

pb::Action card_to_play(const View& view, const pb::Cards& legal) {
    const auto wins = [&](int card, int best) { return beats(card, best, view.trump, view.is_pinochle); };
    Cards low_first(legal.cards().begin(), legal.cards().end());
    std::stable_sort(low_first.begin(), low_first.end(), [&](int a, int b) {
        return strength_of(a, view.is_pinochle) < strength_of(b, view.is_pinochle);
    });
    const bool wants_tricks = view.is_pinochle || view.won < view.bid;
    if (view.trick.empty()) return play(wants_tricks ? low_first.back() : low_first.front());

    int best = view.trick.front();
    for (const int card : view.trick) {
        if (wins(card, best)) best = card;
    }
    if (wants_tricks) {
        const auto is_winner = [&](int card) { return wins(card, best); };
        const auto winner = std::find_if(low_first.begin(), low_first.end(), is_winner);
        return play(winner != low_first.end() ? *winner : low_first.front());
    }
    const auto loser = std::find_if(low_first.rbegin(), low_first.rend(), [&](int card) { return !wins(card, best); });
    return play(loser != low_first.rend() ? *loser : low_first.front());
}

// An ace takes a trick, a king most of one, a long spade one; never nil.
pb::Action tricks_to_bid(const View& view, const Legal& legal) {
    const int long_spades = std::max(0, count_of_suit(view.hand, kSpades) - 3);
    const double likely = count_of_rank(view.hand, kAce) + 0.6 * count_of_rank(view.hand, kKing) + 0.6 * long_spades;
    const auto count = static_cast<unsigned>(std::max(1L, std::lround(likely)));
    pb::Action best = legal.Get(0);
    for (const pb::Action& action : legal) {
        if (action.has_bid() && (action.bid() <= count || !best.has_bid())) best = action;
    }
    return best;
}

// Bids the least there is, once a hand, with a long suit that has a marriage in it.
pb::Action points_to_bid(const View& view, const pb::BidRange& range) {
    bool is_strong = false;
    for (int suit = 0; suit < kSuits; ++suit) {
        const bool is_long = 2 * worth(view.hand, suit) >= static_cast<int>(view.hand.size());
        is_strong |= view.bid == 0 && is_long && has_marriage(view.hand, suit);
    }
    if (range.least() <= range.most() && (is_strong || !range.may_pass())) return bid(range.least());
    return word(pb::WORD_PASS);
}

// A suit with a marriage before one without, then the longer one.
pb::Action trump_to_name(const View& view, const Legal& legal) {
    const auto value = [&](const pb::Action& action) {
        const int suit = action.trump() - pb::SUIT_SPADES;
        return 100 * has_marriage(view.hand, suit) + worth(view.hand, suit);
    };
    return *std::max_element(legal.begin(), legal.end(),
                             [&](const auto& one, const auto& other) { return value(one) < value(other); });
}

// The lowest cards that are no trumps, then the lowest trumps.
pb::Action cards_to_lay(const View& view, const pb::CardChoice& choice) {
    const auto price = [&](int card) {
        return strength_of(card, view.is_pinochle) + (suit_of(card) == view.trump ? 100 : 0);
    };
    Cards cards(choice.cards().begin(), choice.cards().end());
    std::stable_sort(cards.begin(), cards.end(), [&](int a, int b) { return price(a) < price(b); });
    cards.resize(choice.count());
    pb::Action action;
    action.mutable_cards()->mutable_cards()->Add(cards.begin(), cards.end());
    return action;
}

}  // namespace

pb::Action choose(const View& view, const pb::Decision& decision) {
    const pb::Legal& legal = decision.legal();
    switch (decision.kind()) {
        case pb::KIND_PLAY:
            return card_to_play(view, legal.play());
        case pb::KIND_BID:
            return tricks_to_bid(view, legal.actions().actions());
        case pb::KIND_AUCTION:
            return points_to_bid(view, legal.range());
        case pb::KIND_TRUMP:
            return trump_to_name(view, legal.actions().actions());
        case pb::KIND_DISCARD:
        case pb::KIND_GIVE:
            return cards_to_lay(view, legal.choice());
        case pb::KIND_WIDOW:
            return word(pb::WORD_TAKE);
        case pb::KIND_THROW_IN:
            return word(pb::WORD_PLAY_ON);
        default:
            return first_legal(legal);  // `blind`: look; and whatever else may come
    }
}

pb::Action first_legal(const pb::Legal& legal) {
    pb::Action action;
    switch (legal.legal_case()) {
        case pb::Legal::kPlay:
            return play(static_cast<int>(legal.play().cards(0)));
        case pb::Legal::kActions:
            return legal.actions().actions(0);
        case pb::Legal::kRange:
            return legal.range().may_pass() ? word(pb::WORD_PASS) : bid(legal.range().least());
        case pb::Legal::kChoice:
            for (unsigned at = 0; at < legal.choice().count(); ++at) {
                action.mutable_cards()->add_cards(legal.choice().cards(static_cast<int>(at)));
            }
            return action;
        default:
            return action;
    }
}
