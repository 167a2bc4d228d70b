// Calls Play by grpc-js as it is told on its input (puppets.py): node puppet.js HOST:PORT KEEPALIVE_MS

import { createInterface } from "node:readline";
import grpc from "@grpc/grpc-js";

const [target, keepalive] = process.argv.slice(2);
const options = { "grpc.max_receive_message_length": 64_000_000, "grpc.enable_http_proxy": 0 };
if (Number(keepalive)) options["grpc.keepalive_time_ms"] = Number(keepalive);
const dial = (more) => new grpc.Client(target, grpc.credentials.createInsecure(), { ...options, ...more });
const clients = { "-": dial({}), gzip: dial({ "grpc.default_compression_algorithm": 2 }) };
const calls = new Map();
const same = (bytes) => bytes;
const hex = (value) => Buffer.from(value).toString("hex");
const say = (...words) => process.stdout.write(words.join(" ") + "\n");

function open(number, gzip, deadline, ...headers) {
  const metadata = new grpc.Metadata();
  for (const header of headers) {
    const [name, value] = header.split("=");
    const bytes = Buffer.from(value, "hex");
    metadata.set(name, name.endsWith("-bin") ? bytes : bytes.toString());
  }
  const limits = Number(deadline) ? { deadline: Date.now() + Number(deadline) } : {};
  const call = clients[gzip].makeBidiStreamRequest("/arena.v1.SeatService/Play", same, same, metadata, limits);
  calls.set(number, call);
  call.on("data", (message) => say("got", number, hex(message)));
  call.on("error", () => {}); // its status says it all
  call.on("status", ({ code, details, metadata }) => {
    const trailing = Object.entries(metadata.getMap()).map(([name, value]) => `${name}=${hex(value)}`);
    say("end", number, code, hex(details), ...trailing);
  });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [what, number, ...words] = line.split(" ");
  if (what === "open") open(number, ...words);
  if (what === "send") calls.get(number).write(Buffer.from(words[0] === "-" ? "" : words[0], "hex"));
  if (what === "half") calls.get(number).end();
  if (what === "cancel") calls.get(number).cancel();
});
