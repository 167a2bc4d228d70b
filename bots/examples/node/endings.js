// Why a stream ended, and what to do about it: {why, stop, after, answered}.
//   why: one line of whoever ended it
//   stop: dialling again is of no use until the bot, its token or its command line was changed
//   after: in how many milliseconds to dial this gateway again, where the arena said so
//   answered: whether there was an arena at all

import grpc from "@grpc/grpc-js";
import { milliseconds } from "./protocol.js";

const { UNAUTHENTICATED, INVALID_ARGUMENT, UNIMPLEMENTED } = grpc.status;

/** Nobody was there. */
export const unreachable = (target) => ({ why: `no arena answers at ${target}`, stop: false, answered: false });

/** The arena's last message. */
export function closed({ reason, text, retry_after }) {
  const after = retry_after ? milliseconds(retry_after) : undefined;
  const stop = reason !== "CLOSE_REASON_DRAINING" && after === undefined;
  return { why: text || reason, stop, after, answered: true };
}

/** The status of a call; its trailing metadata says what to do, where it is the arena's and not the network's. */
export function refused({ code, details, metadata }) {
  const [after] = metadata.get("arena-retry-after-ms");
  const mustStop = metadata.get("arena-stop").length > 0;
  const isOurs = after === undefined && [UNAUTHENTICATED, INVALID_ARGUMENT, UNIMPLEMENTED].includes(code);
  return {
    why: details || grpc.status[code],
    stop: mustStop || isOurs,
    after: after === undefined ? undefined : Number(after),
    answered: true,
  };
}
