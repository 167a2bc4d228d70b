// The same bot as the arena runs it when it is submitted: one seat, one socket, no gRPC and no token.
// On the socket travel frames: four bytes of length, big-endian, then a ToBot, or a ToArena back.

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include "session.h"

namespace pb = arena::v1;

namespace {

constexpr std::size_t kLength = 4;

// False where the arena has closed the socket, as it does after the game.
bool receive(int socket, char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t count = read(socket, data, size);
        if (count <= 0) return false;
        data += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

bool receive(int socket, pb::ToBot& message) {
    std::array<unsigned char, kLength> head;
    if (!receive(socket, reinterpret_cast<char*>(head.data()), kLength)) return false;
    std::size_t size = 0;
    for (const unsigned char byte : head) size = size << 8 | byte;
    std::string data(size, '\0');
    return receive(socket, data.data(), size) && message.ParseFromString(data);
}

void send(int socket, const pb::ToArena& message) {
    const std::string data = message.SerializeAsString();
    std::string frame;
    for (int shift = 24; shift >= 0; shift -= 8) frame.push_back(static_cast<char>(data.size() >> shift & 0xff));
    frame += data;
    for (std::size_t sent = 0; sent < frame.size();) {
        const ssize_t count = write(socket, frame.data() + sent, frame.size() - sent);
        if (count <= 0) throw std::runtime_error("nobody listens any more");
        sent += static_cast<std::size_t>(count);
    }
}

}  // namespace

int main() {
    const char* given = std::getenv("ARENA_SEAT_SOCKET");
    if (given == nullptr) {
        std::cerr << "error: ARENA_SEAT_SOCKET is not set: the arena starts this program, see README.md" << std::endl;
        return 2;
    }
    const int socket = std::atoi(given);
    Session session;
    pb::ToBot message;
    try {
        while (receive(socket, message)) {
            for (const pb::Verdict& verdict : message.verdicts().verdicts()) Session::hear(verdict);
            for (const pb::Update& update : message.batch().updates()) {
                const auto answer = session.handle(update);
                if (!answer) continue;
                pb::ToArena reply;
                *reply.mutable_answers()->add_answers() = *answer;
                send(socket, reply);
            }
        }
    } catch (const std::runtime_error& ended) {
        std::cerr << ended.what() << std::endl;
    }
    return 0;
}
