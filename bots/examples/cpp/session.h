// The seats this process holds, by seat_id: news in, answers out. Knows nothing of sockets.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "arena/v1/seat.pb.h"
#include "view.h"

class Session {
   public:
    // A new stream: every seat that is still ours begins with all events so far.
    void begin();

    // The answer to one update, if there is anything to answer.
    std::optional<arena::v1::Answer> handle(const arena::v1::Update& update);

    // What the arena held against an answer, for the author: nothing to answer.
    static void hear(const arena::v1::Verdict& verdict);

    int games_over() const { return games_over_; }

   private:
    using News = google::protobuf::RepeatedPtrField<arena::v1::Event>;

    View& seat(std::uint64_t id, const arena::v1::SeatStart& start);
    std::optional<arena::v1::Answer> hear(std::uint64_t id, const News& events, const arena::v1::Decision* decision);
    std::optional<arena::v1::Answer> correct(std::uint64_t id, const arena::v1::Rejected& rejected);
    arena::v1::Answer remember(std::uint64_t id, std::uint32_t number, const arena::v1::Action& action,
                               bool replaced);

    std::unordered_map<std::uint64_t, View> views_;
    std::unordered_map<std::uint64_t, arena::v1::Answer> sent_;  // the last answer of each seat
    std::deque<std::uint64_t> order_;                            // in which they were first remembered
    int games_over_ = 0;
};
