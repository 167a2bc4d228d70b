// The arena's protocol as this program speaks it: the service made from proto/arena/v1/seat.proto as it is.

import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

export const PROTOCOL = 1;
export const VARIANTS = [
  ...["spades-3", "spades-4", "spades-5", "spades-5-2jokers", "spades-5-3jokers"],
  ...["pinochle-cutthroat", "pinochle-two-handed", "pinochle-chips"],
  ...["pinochle-single-deck", "pinochle-double-deck", "pinochle-racehorse"],
];

// When you take this folder out of the repository, take `proto` with you and say here where it lies.
const PROTO = fileURLToPath(new URL("../../../proto", import.meta.url));

const definition = protoLoader.loadSync("arena/v1/seat.proto", {
  includeDirs: [PROTO],
  keepCase: true, // names as in the .proto files
  longs: String, // seat ids and nonces have 64 bits
  enums: String,
  defaults: true, // seat 0 is not on the wire
  oneofs: true, // message[message.message] is the member that is set
});

export const { SeatService } = grpc.loadPackageDefinition(definition).arena.v1;

/** Milliseconds of a google.protobuf.Duration. */
export const milliseconds = ({ seconds, nanos }) => 1000 * Number(seconds) + nanos / 1e6;
