// ARENA_SERVER=HOST:PORT ARENA_TOKEN=... arena-bot: plays until a signal (TERM, INT) says to end.

#include <signal.h>

#include <iostream>
#include <thread>

#include "client.h"

int main() {
    setenv("GRPC_VERBOSITY", "NONE", 0);  // the client reports an arena that restarts, in one line
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before there are other threads: one thread waits for them
    try {
        const auto client = std::make_shared<Client>(Settings::from_environment());
        std::thread([client, signals] {
            int signal = 0;
            sigwait(&signals, &signal);
            client->leave();
        }).detach();
        client->serve();
        return 0;
    } catch (const Stopped& stopped) {
        std::cerr << "error: " << stopped.what() << std::endl;
    } catch (const BadSetting& bad) {
        std::cerr << "error: " << bad.what() << std::endl;
    }
    return 2;
}
