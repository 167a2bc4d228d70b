#include "view.h"

#include <algorithm>

namespace pb = arena::v1;

View::View(const pb::SeatStart& start)
    : seat(static_cast<int>(start.seat())), is_pinochle(start.variant().rfind("pinochle", 0) == 0) {
    start_hand();
}

void View::start_hand() {
    hand.clear();
    trick.clear();
    won = bid = 0;
    trump = is_pinochle ? kNoSuit : kSpades;
}

void View::observe(const pb::Event& event) {
    const auto mine = [this](const auto& news) { return static_cast<int>(news.seat()) == seat; };
    switch (event.event_case()) {
        case pb::Event::kHandStarted:
            start_hand();
            break;
        case pb::Event::kDealt:
            hand.assign(event.dealt().cards().begin(), event.dealt().cards().end());
            break;
        case pb::Event::kSaid:
            hear(event.said());
            break;
        case pb::Event::kKittyTaken:
            if (mine(event.kitty_taken())) {
                const auto& cards = event.kitty_taken().cards();
                hand.insert(hand.end(), cards.begin(), cards.end());
            }
            break;
        case pb::Event::kPlayed:
            trick.push_back(static_cast<int>(event.played().card()));
            if (mine(event.played())) lay(trick.back());
            break;
        case pb::Event::kTrickWon:
            trick.clear();
            if (mine(event.trick_won())) ++won;
            break;
        default:
            break;
    }
}

void View::hear(const pb::Said& said) {
    const bool mine = static_cast<int>(said.seat()) == seat;
    const pb::Action& action = said.action();
    if (action.has_bid() && mine) bid = static_cast<int>(action.bid());
    if (action.has_trump()) trump = action.trump() - pb::SUIT_SPADES;
    for (const auto card : action.cards().cards()) {
        if (mine) lay(static_cast<int>(card));
        // The partner's gift: other seats do not see it.
        else if (said.kind() == pb::KIND_GIVE) hand.push_back(static_cast<int>(card));
    }
}

void View::lay(int card) {
    const auto at = std::find(hand.begin(), hand.end(), card);
    if (at != hand.end()) hand.erase(at);
}
