#include "stream.h"

#include <thread>

namespace pb = arena::v1;
using namespace std::chrono_literals;
using Clock = std::chrono::system_clock;

namespace {

constexpr auto kConnectWithin = 5s;
constexpr auto kFarewell = 2s;  // which the arena has to end the stream when the bot goes
constexpr int kAnswers = 16384;  // most in one message

grpc::ChannelArguments options(const Gateway& gateway) {
    grpc::ChannelArguments options;
    options.SetMaxReceiveMessageSize(64'000'000);
    options.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);  // a network that is gone is noticed, whatever it says
    options.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
    options.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // dialling again dials
    const bool by_proxy = gateway.address.rfind("grpcs://", 0) == 0;  // what is plain a proxy could read
    options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, by_proxy ? 1 : 0);
    return options;
}

}  // namespace

Stream::Stream(const Gateway& gateway, Session& session, Welcomed welcomed)
    : session_(session),
      welcomed_(std::move(welcomed)),
      address_(gateway.address),
      channel_(grpc::CreateCustomChannel(gateway.target, gateway.credentials, options(gateway))) {}

Ending Stream::run(const pb::Hello& hello, const std::string& token) {
    if (!reach()) return unreachable(address_);
    context_.AddMetadata("authorization", "Bearer " + token);
    call_ = pb::SeatService::NewStub(channel_)->Play(&context_);
    std::thread writer(&Stream::write, this, hello);
    std::thread thinker(&Stream::think, this);
    const std::optional<Ending> closing = read();
    {
        std::lock_guard lock(mutex_);
        over_ = true;
        changed_.notify_all();
    }
    if (closing) context_.TryCancel();
    writer.join();
    thinker.join();
    const grpc::Status status = call_->Finish();
    return closing ? *closing : refused(status, context_);
}

void Stream::finish() {
    std::unique_lock lock(mutex_);
    finishing_ = true;
    changed_.notify_all();
    if (!changed_.wait_for(lock, kFarewell, [this] { return over_; })) context_.TryCancel();
}

// Whether somebody answers; an address that refuses is not waited for, nor any when the bot is to leave.
bool Stream::reach() {
    const auto until = Clock::now() + kConnectWithin;
    while (Clock::now() < until) {
        const grpc_connectivity_state state = channel_->GetState(true);
        if (state == GRPC_CHANNEL_READY) return true;
        if (state == GRPC_CHANNEL_TRANSIENT_FAILURE) return false;
        channel_->WaitForStateChange(state, Clock::now() + 100ms);
        std::lock_guard lock(mutex_);
        if (finishing_) return false;
    }
    return false;
}

// Until nothing comes any more; the arena's last word, if it said one.
std::optional<Ending> Stream::read() {
    pb::ToBot message;
    while (call_->Read(&message)) {
        if (message.has_welcome()) welcomed_(message.welcome());
        if (message.has_closing()) return closed(message.closing());
        for (const pb::Verdict& verdict : message.verdicts().verdicts()) Session::hear(verdict);
        std::lock_guard lock(mutex_);
        if (message.has_ping()) pings_.push_back(message.ping().nonce());
        for (const pb::Update& update : message.batch().updates()) news_.push_back(update);
        changed_.notify_all();
    }
    return std::nullopt;
}

void Stream::think() {
    session_.begin();
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return over_ || finishing_ || !news_.empty(); });
        if (over_ || finishing_) return;
        const pb::Update update = std::move(news_.front());
        news_.pop_front();
        lock.unlock();
        auto answer = session_.handle(update);
        lock.lock();
        if (!answer) continue;
        answers_.push_back(std::move(*answer));
        changed_.notify_all();
    }
}

// Hello, then whatever is ready. A write that fails ends this; the reader learns why.
void Stream::write(const pb::Hello& hello) {
    pb::ToArena first;
    *first.mutable_hello() = hello;
    if (!call_->Write(first)) return;
    while (const auto message = next_message()) {
        if (!call_->Write(*message)) return;
    }
    call_->WritesDone();
}

// Waits for what is to be said next; nothing when there is no more.
std::optional<pb::ToArena> Stream::next_message() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return over_ || finishing_ || !pings_.empty() || !answers_.empty(); });
    if (over_) return std::nullopt;
    pb::ToArena message;
    if (!pings_.empty()) {
        message.mutable_pong()->set_nonce(pings_.front());
        pings_.pop_front();
        return message;
    }
    for (int count = 0; count < kAnswers && !answers_.empty(); ++count) {
        *message.mutable_answers()->add_answers() = std::move(answers_.front());
        answers_.pop_front();
    }
    return message.has_answers() ? std::optional(message) : std::nullopt;
}
