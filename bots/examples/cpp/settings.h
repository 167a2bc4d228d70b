// Settings from the environment: ARENA_SERVER, ARENA_TOKEN, ARENA_TLS_CA, ARENA_PLAIN, ARENA_MAX_SEATS.
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// Something in the environment is missing or cannot be; the message says what is accepted.
struct BadSetting : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Where a gateway is, as it was given and as gRPC dials it, and what it has to show: a certificate beyond this machine.
struct Gateway {
    std::string address;
    std::string target;
    std::shared_ptr<grpc::ChannelCredentials> credentials;
};

struct Settings {
    std::vector<Gateway> gateways;  // at least one
    std::string token;
    unsigned max_seats = 16;

    // Throws BadSetting.
    static Settings from_environment();
};
