#include "gateways.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace {
constexpr Pause kFirstDelay = 100ms;  // doubled with each attempt that fails
}  // namespace

Gateways::Gateways(const std::vector<Gateway>& gateways) {
    for (const Gateway& gateway : gateways) ring_.push_back({gateway});
    std::shuffle(ring_.begin(), ring_.end(), dice_);
}

Pause Gateways::failed(Time now, std::optional<Pause> after) {
    Place& last = ring_.front();
    ++last.failures;
    last.not_before = now + after.value_or(delay(last.failures));
    if (after || last.failures > 1) {
        std::rotate(ring_.begin(), ring_.begin() + 1, ring_.end());  // the others first
        const auto soonest = std::min_element(ring_.begin(), ring_.end(), [now](const Place& one, const Place& other) {
            return std::max(now, one.not_before) < std::max(now, other.not_before);
        });
        std::rotate(ring_.begin(), soonest, ring_.end());
    }
    return std::max(Pause(0), std::chrono::ceil<Pause>(ring_.front().not_before - now));
}

// Twice as long each time, and never in step with others.
Pause Gateways::delay(int failures) {
    const auto longest = std::min(kLongestDelay, kFirstDelay * (1 << std::min(failures - 1, 10)));
    return Pause(std::uniform_int_distribution<long>(longest.count() / 2, longest.count())(dice_));
}
