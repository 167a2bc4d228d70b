// What the bot does: it bids what it counts, takes what it bid, and else answers the first thing that is legal.
#pragma once

#include "arena/v1/seat.pb.h"
#include "view.h"

// An answer to the open decision: one of `decision.legal()`.
arena::v1::Action choose(const View& view, const arena::v1::Decision& decision);

// A legal answer to any decision, of a kind that this release does not know too.
arena::v1::Action first_legal(const arena::v1::Legal& legal);
