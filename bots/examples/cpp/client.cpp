#include "client.h"

#include <iostream>
#include <sstream>

namespace pb = arena::v1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

constexpr unsigned kProtocol = 1;
constexpr auto kPatience = 10s;  // until an arena that never answered is called unreachable
constexpr const char* kVariants[] = {
    "spades-3",             "spades-4",           "spades-5",
    "spades-5-2jokers",     "spades-5-3jokers",   "pinochle-cutthroat",
    "pinochle-two-handed",  "pinochle-chips",     "pinochle-single-deck",
    "pinochle-double-deck", "pinochle-racehorse",
};

// What the arena finds this process by when its stream broke: one for each start, kept meanwhile.
std::string new_instance() {
    std::random_device random;
    std::ostringstream text;
    for (int word = 0; word < 4; ++word) text << std::hex << random();
    return "instance-" + text.str();
}

void say(const std::string& line) { std::cerr << line << std::endl; }

}  // namespace

Client::Client(const Settings& settings) : gateways_(settings.gateways), token_(settings.token) {
    hello_.set_instance(new_instance());
    hello_.set_protocol(kProtocol);
    hello_.set_max_seats(settings.max_seats);
    for (const char* variant : kVariants) hello_.add_variants(variant);
}

void Client::serve() {
    const auto patience = Clock::now() + kPatience;
    while (const auto stream = next_stream()) {
        const Ending ending = stream->run(hello_, token_);
        was_answered_ |= ending.answered;
        const bool nobody = !was_answered_ && Clock::now() > patience;
        const Pause pause = gateways_.failed(Clock::now(), ending.after);
        std::unique_lock lock(mutex_);
        if (leaving_) break;
        if (ending.stop || nobody) throw Stopped(ending.why);
        if (is_in_) say("the stream ended (" + ending.why + "): dialling again until the arena is back");
        else if (!is_away_) say(ending.why + ": trying again every " + std::to_string(kLongestDelay / 1s) + " s");
        is_away_ |= !is_in_;
        is_in_ = false;
        left_.wait_for(lock, pause, [this] { return leaving_; });
    }
    say("left: " + std::to_string(session_.games_over()) + " games ended");
}

void Client::leave() {
    std::shared_ptr<Stream> stream;
    {
        std::lock_guard lock(mutex_);
        leaving_ = true;
        stream = stream_;
    }
    left_.notify_all();
    if (stream) stream->finish();
}

// Nothing when the bot is to leave.
std::shared_ptr<Stream> Client::next_stream() {
    std::lock_guard lock(mutex_);
    if (leaving_) return nullptr;
    stream_ = std::make_shared<Stream>(gateways_.current(), session_, [this](const auto& news) { welcomed(news); });
    return stream_;
}

void Client::welcomed(const pb::Welcome& welcome) {
    const auto seats = welcome.resumed();
    say("connected to " + gateways_.current().address + " as " + welcome.bot() + ", " +
        (seats ? std::to_string(seats) + " seats continue" : "waiting for games"));
    is_in_ = true;
    is_away_ = false;
    gateways_.welcomed();
}
