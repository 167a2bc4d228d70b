#include "settings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace {

constexpr char kTrusted[] = "/etc/ssl/certs/ca-certificates.crt";  // who everybody trusts, on Debian

std::string variable(const char* name, const char* otherwise = "") {
    const char* value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

std::string text_of(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw BadSetting(name + path + " cannot be read");
    return text.str();
}

Gateway gateway_at(const std::string& address) {
    static const std::regex form(R"((grpcs://)?(\[[0-9a-fA-F:.]+\]|[^\s:/,]+):(\d{1,5}))");
    static const std::regex local(R"(localhost|127\.[\d.]+|\[::1\])");
    std::smatch found;
    if (!std::regex_match(address, found, form)) {
        throw BadSetting("ARENA_SERVER=" + address + ": give HOST:PORT or grpcs://HOST:PORT, or several with commas");
    }
    const std::string target = found.str(2) + ":" + found.str(3);
    if (found[1].matched) {
        grpc::SslCredentialsOptions tls;
        tls.pem_root_certs = text_of(variable("ARENA_TLS_CA", kTrusted), "ARENA_TLS_CA=");
        return {address, target, grpc::SslCredentials(tls)};
    }
    if (!std::regex_match(found.str(2), local) && variable("ARENA_PLAIN") != "allow") {
        throw BadSetting("ARENA_SERVER=" + address +
                         " is another machine, and without TLS everybody on the way could read the token: give " +
                         "grpcs://" + address + ", or ARENA_PLAIN=allow where the network is private");
    }
    return {address, target, grpc::InsecureChannelCredentials()};
}

std::vector<Gateway> given_gateways() {
    std::vector<Gateway> gateways;
    std::istringstream addresses(variable("ARENA_SERVER"));
    for (std::string address; std::getline(addresses, address, ',');) gateways.push_back(gateway_at(address));
    if (gateways.empty()) gateways.push_back(gateway_at(""));
    return gateways;
}

// The token itself, or with an @ before it the file that has it.
std::string given_token() {
    std::string token = variable("ARENA_TOKEN");
    if (token.rfind("@", 0) == 0) {
        token = text_of(token.substr(1), "ARENA_TOKEN=@");
        token.erase(token.find_last_not_of(" \r\n") + 1);
    }
    const auto is_visible = [](char c) { return c > ' ' && c <= '~'; };
    if (token.empty() || !std::all_of(token.begin(), token.end(), is_visible)) {
        throw BadSetting("ARENA_TOKEN: give the token that `arena bot register` printed");
    }
    return token;
}

unsigned given_max_seats() {
    const std::string seats = variable("ARENA_MAX_SEATS", "16");
    if (!std::regex_match(seats, std::regex("[1-9][0-9]{0,4}")) || std::stoul(seats) > 16384) {
        throw BadSetting("ARENA_MAX_SEATS=" + seats + " is not a number from 1 to 16384");
    }
    return static_cast<unsigned>(std::stoul(seats));
}

}  // namespace

Settings Settings::from_environment() { return {given_gateways(), given_token(), given_max_seats()}; }
