#include "session.h"

#include <exception>
#include <iostream>

#include "choose.h"

namespace pb = arena::v1;

namespace {
constexpr std::size_t kRemembered = 10'000;  // seats whose last answer is kept, to be said again after a Resume
}

void Session::begin() { views_.clear(); }

std::optional<pb::Answer> Session::handle(const pb::Update& update) {
    const std::uint64_t id = update.seat_id();
    switch (update.body_case()) {
        case pb::Update::kStart:
            seat(id, update.start());
            return std::nullopt;
        case pb::Update::kTurn: {
            const pb::Turn& turn = update.turn();
            return hear(id, turn.events(), turn.has_decision() ? &turn.decision() : nullptr);
        }
        case pb::Update::kResume: {
            const pb::Resume& resume = update.resume();
            seat(id, resume.start());
            return hear(id, resume.events(), resume.has_decision() ? &resume.decision() : nullptr);
        }
        case pb::Update::kRejected:
            return correct(id, update.rejected());
        case pb::Update::kGameOver:
            views_.erase(id);
            sent_.erase(id);
            ++games_over_;
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

View& Session::seat(std::uint64_t id, const pb::SeatStart& start) {
    return views_.insert_or_assign(id, View(start)).first->second;
}

// The same answer as before where this number was answered already: the arena may not have read it.
std::optional<pb::Answer> Session::hear(std::uint64_t id, const News& events, const pb::Decision* decision) {
    const auto view = views_.find(id);
    if (view == views_.end()) return std::nullopt;
    for (const pb::Event& event : events) view->second.observe(event);
    if (decision == nullptr) return std::nullopt;
    const auto sent = sent_.find(id);
    if (sent != sent_.end() && sent->second.number() == decision->number()) return sent->second;
    // Where the bot throws, an action in its stead, which says so: the arena counts it for the author.
    try {
        return remember(id, decision->number(), choose(view->second, *decision), false);
    } catch (const std::exception& error) {
        std::cerr << "choose: " << error.what() << std::endl;
        return remember(id, decision->number(), first_legal(decision->legal()), true);
    }
}

void Session::hear(const pb::Verdict& verdict) {
    const bool is_late = verdict.infraction() == pb::INFRACTION_KIND_TIMEOUT;
    std::cerr << "the arena, at hand " << verdict.hand() + 1 << ", decision " << verdict.decision() + 1 << " of seat "
              << verdict.seat_id() << ": " << (is_late ? "time was up" : verdict.reason()) << "; "
              << (verdict.has_played() ? "the fallback answered " + verdict.played().ShortDebugString()
                                       : std::string("it is asked again"))
              << std::endl;
}

// Our answer was not legal, which is a mistake of ours: say something that is.
std::optional<pb::Answer> Session::correct(std::uint64_t id, const pb::Rejected& rejected) {
    const auto sent = sent_.find(id);
    if (sent == sent_.end() || sent->second.number() != rejected.number()) return std::nullopt;
    std::cerr << "the arena rejected an answer: " << rejected.reason() << std::endl;
    return remember(id, rejected.number(), first_legal(rejected.legal()), true);
}

pb::Answer Session::remember(std::uint64_t id, std::uint32_t number, const pb::Action& action, bool replaced) {
    pb::Answer answer;
    answer.set_seat_id(id);
    answer.set_number(number);
    *answer.mutable_action() = action;
    answer.set_replaced(replaced);
    if (sent_.insert_or_assign(id, answer).second) order_.push_back(id);
    while (order_.size() > kRemembered) {
        sent_.erase(order_.front());
        order_.pop_front();
    }
    return answer;
}
