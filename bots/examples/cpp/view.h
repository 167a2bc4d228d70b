// What one seat knows, folded from its events. It holds what this bot looks at; the events tell much more.
#pragma once

#include "arena/v1/seat.pb.h"
#include "cards.h"

class View {
   public:
    explicit View(const arena::v1::SeatStart& start);

    // Folds the next event in. One that is not known here is passed over: that is how the protocol grows.
    void observe(const arena::v1::Event& event);

    int seat = 0;
    bool is_pinochle = false;
    Cards hand;
    Cards trick;  // the cards on the table, the leader's first
    int won = 0;  // tricks of this hand that are ours
    int bid = 0;  // what we bid last in this hand: tricks in spades, points in pinochle
    int trump = kNoSuit;

   private:
    void start_hand();
    void hear(const arena::v1::Said& said);
    void lay(int card);
};
