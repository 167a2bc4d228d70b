#include "ending.h"

#include <cstdlib>

namespace pb = arena::v1;

Ending unreachable(const std::string& address) { return {"no arena answers at " + address, false, false}; }

Ending closed(const pb::Closing& closing) {
    Ending ending;
    ending.why = closing.text().empty() ? pb::CloseReason_Name(closing.reason()) : closing.text();
    if (closing.has_retry_after()) {
        const auto& after = closing.retry_after();
        ending.after = std::chrono::milliseconds(after.seconds() * 1000 + after.nanos() / 1'000'000);
    }
    ending.stop = closing.reason() != pb::CLOSE_REASON_DRAINING && !ending.after;
    return ending;
}

Ending refused(const grpc::Status& status, const grpc::ClientContext& call) {
    Ending ending;
    ending.why = status.ok() ? "the arena ended the stream" : status.error_message();
    const auto& said = call.GetServerTrailingMetadata();
    const auto after = said.find("arena-retry-after-ms");
    if (after != said.end()) {
        const std::string text(after->second.data(), after->second.size());
        ending.after = std::chrono::milliseconds(std::strtol(text.c_str(), nullptr, 10));
    }
    const auto code = status.error_code();
    const bool is_ours = code == grpc::UNAUTHENTICATED || code == grpc::INVALID_ARGUMENT || code == grpc::UNIMPLEMENTED;
    ending.stop = said.count("arena-stop") > 0 || (is_ours && !ending.after);
    return ending;
}
