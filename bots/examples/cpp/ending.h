// Why a stream ended, and what to do about it.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <optional>
#include <string>

#include "arena/v1/seat.pb.h"

struct Ending {
    std::string why;       // one line of whoever ended it
    bool stop = false;     // dialling again is of no use until the bot, its token or its command line was changed
    bool answered = true;  // whether there was an arena at all
    std::optional<std::chrono::milliseconds> after = {};  // when to dial this gateway again, where the arena said so
};

// Nobody was there.
Ending unreachable(const std::string& address);

// The arena's last message.
Ending closed(const arena::v1::Closing& closing);

// The status of a call; its trailing metadata says what to do, where it is the arena's and not the network's.
Ending refused(const grpc::Status& status, const grpc::ClientContext& call);
