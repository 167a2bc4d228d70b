// Calls Play by gRPC C++ as it is told on its input (puppets.py): puppet HOST:PORT KEEPALIVE_MS

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>

namespace {

std::mutex output;

std::string to_hex(const std::string& bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string from_hex(const std::string& text) {
    std::string bytes;
    for (size_t at = 0; at + 1 < text.size(); at += 2) {
        bytes += static_cast<char>(std::stoi(text.substr(at, 2), nullptr, 16));
    }
    return bytes;
}

void say(const std::string& line) {
    const std::lock_guard lock(output);
    std::cout << line << std::endl;
}

// One call: writes one message after the other, and tells what it reads and how it ends.
class Call : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
   public:
    Call(grpc::GenericStub& stub, std::string number, bool gzip, int deadline_ms, std::istream& headers)
        : number_(std::move(number)) {
        if (gzip) context_.set_compression_algorithm(GRPC_COMPRESS_GZIP);
        if (deadline_ms) {
            context_.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(deadline_ms));
        }
        for (std::string header; headers >> header;) {
            const size_t end = header.find('=');
            context_.AddMetadata(header.substr(0, end), from_hex(header.substr(end + 1)));
        }
        stub.PrepareBidiStreamingCall(&context_, "/arena.v1.SeatService/Play", {}, this);
        AddHold();  // for `half`, or the end of the reading: writes come from elsewhere
        StartRead(&read_);
        StartCall();
    }

    void send(const std::string& bytes) {
        const std::lock_guard lock(mutex_);
        const grpc::Slice slice(bytes);
        waiting_.emplace_back(&slice, 1);
        write();
    }

    void half() {
        const std::lock_guard lock(mutex_);
        is_half_closed_ = true;
        write();
    }

    void cancel() { context_.TryCancel(); }

    void OnReadDone(bool is_there) override {
        if (!is_there) {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
            if (!is_writing_) let_go();
            return;
        }
        std::vector<grpc::Slice> slices;
        read_.Dump(&slices);
        std::string bytes;
        for (const auto& slice : slices) bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
        say("got " + number_ + " " + to_hex(bytes));
        StartRead(&read_);
    }

    void OnWriteDone(bool) override {
        const std::lock_guard lock(mutex_);
        is_writing_ = false;
        waiting_.pop_front();
        if (is_over_) let_go();
        else write();
    }

    void OnDone(const grpc::Status& status) override {
        std::string line = "end " + number_ + " " + std::to_string(status.error_code()) + " " + to_hex(status.error_message());
        for (const auto& [name, value] : context_.GetServerTrailingMetadata()) {
            line += " " + std::string(name.data(), name.size()) + "=" + to_hex(std::string(value.data(), value.size()));
        }
        say(line);
    }

   private:
    void write() {
        if (is_writing_ || is_over_) return;
        if (!waiting_.empty()) {
            is_writing_ = true;
            StartWrite(&waiting_.front());
        } else if (is_half_closed_) {
            is_half_closed_ = false;
            StartWritesDone();
        }
    }

    void let_go() {
        if (!is_let_go_) RemoveHold();
        is_let_go_ = true;
    }

    const std::string number_;
    grpc::ClientContext context_;
    grpc::ByteBuffer read_;
    std::mutex mutex_;
    std::deque<grpc::ByteBuffer> waiting_;
    bool is_writing_ = false, is_half_closed_ = false, is_over_ = false, is_let_go_ = false;
};

}  // namespace

int main(int, char** words) {
    grpc::ChannelArguments options;
    if (const int keepalive_ms = std::stoi(words[2])) {
        options.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, keepalive_ms);
        options.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    }
    options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    grpc::GenericStub stub(grpc::CreateCustomChannel(words[1], grpc::InsecureChannelCredentials(), options));
    std::map<std::string, std::unique_ptr<Call>> calls;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream rest(line);
        std::string what, number, first;
        rest >> what >> number >> first;
        if (what == "open") {
            int deadline_ms = 0;
            rest >> deadline_ms;
            calls[number] = std::make_unique<Call>(stub, number, first == "gzip", deadline_ms, rest);
        }
        if (what == "send") calls[number]->send(from_hex(first == "-" ? "" : first));
        if (what == "half") calls[number]->half();
        if (what == "cancel") calls[number]->cancel();
    }
    std::_Exit(0);  // whatever goes on
}
