// A bot at the arena: dials, plays, and dials again for as long as the arena may want it.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "gateways.h"
#include "session.h"
#include "stream.h"

// The arena does not want this bot as it is, or there is none; the message says why.
struct Stopped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Client {
   public:
    explicit Client(const Settings& settings);

    // Plays until `leave` is called. Throws Stopped.
    void serve();

    // From any thread: ends the stream; `serve` returns. Another process of this bot may take the seats over.
    void leave();

   private:
    std::shared_ptr<Stream> next_stream();
    void welcomed(const arena::v1::Welcome& welcome);

    Gateways gateways_;
    const std::string token_;
    arena::v1::Hello hello_;
    Session session_;
    bool is_in_ = false;
    bool is_away_ = false;  // and it was said
    bool was_answered_ = false;

    std::mutex mutex_;  // of what follows
    std::condition_variable left_;
    bool leaving_ = false;
    std::shared_ptr<Stream> stream_;
};
