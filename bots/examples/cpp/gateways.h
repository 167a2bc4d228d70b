// Which of an arena's gateways to dial next, and when.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "settings.h"

using Time = std::chrono::steady_clock::time_point;
using Pause = std::chrono::milliseconds;
constexpr Pause kLongestDelay = std::chrono::seconds(2);

// A bot whose stream broke dials the same gateway again, where its seats are. One that does not answer, drains or is
// full is left alone for a while, and another is dialled.
class Gateways {
   public:
    // Puts them in a random order, so that processes spread over them.
    explicit Gateways(const std::vector<Gateway>& gateways);

    // The one to dial.
    const Gateway& current() const { return ring_.front().gateway; }

    // `current` let the bot in.
    void welcomed() { ring_.front().failures = 0; }

    // A stream, or an attempt, at `current` ended at `now`; it is to be dialled again `after` so long (nothing: when we
    // like). Turns to another where that is better; returns how long to wait.
    Pause failed(Time now, std::optional<Pause> after);

   private:
    struct Place {
        Gateway gateway;
        int failures = 0;
        Time not_before = {};
    };

    Pause delay(int failures);

    std::deque<Place> ring_;
    std::mt19937 dice_{std::random_device{}()};
};
