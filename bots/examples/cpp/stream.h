// One stream to a gateway, from Hello to its end: batches in, answers gathered out, pings answered at once.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "arena/v1/seat.grpc.pb.h"
#include "ending.h"
#include "session.h"
#include "settings.h"

// Three threads: the caller's reads, one thinks, one writes; so a ping never waits for a thought.
class Stream {
   public:
    using Welcomed = std::function<void(const arena::v1::Welcome&)>;

    // `welcomed` is called when the arena has let the bot in.
    Stream(const Gateway& gateway, Session& session, Welcomed welcomed);

    // Dials and plays until the stream ends.
    Ending run(const arena::v1::Hello& hello, const std::string& token);

    // From any thread: what is answered goes out, then the arena ends the stream; soon, or it is cut.
    void finish();

   private:
    using Call = grpc::ClientReaderWriter<arena::v1::ToArena, arena::v1::ToBot>;

    bool reach();
    std::optional<Ending> read();
    void think();
    void write(const arena::v1::Hello& hello);
    std::optional<arena::v1::ToArena> next_message();

    Session& session_;
    Welcomed welcomed_;
    std::string address_;
    std::shared_ptr<grpc::Channel> channel_;
    grpc::ClientContext context_;
    std::unique_ptr<Call> call_;

    std::mutex mutex_;  // of all that follows
    std::condition_variable changed_;
    std::deque<arena::v1::Update> news_;
    std::deque<std::uint64_t> pings_;
    std::deque<arena::v1::Answer> answers_;
    bool finishing_ = false;  // the bot leaves
    bool over_ = false;       // there is nothing to read any more
};
