// Settings from the environment: ARENA_SERVER, ARENA_TOKEN, ARENA_TLS_CA, ARENA_PLAIN, ARENA_MAX_SEATS.

import { readFileSync } from "node:fs";
import grpc from "@grpc/grpc-js";

const ADDRESS = /^(grpcs:\/\/)?(\[[0-9a-fA-F:.]+\]|[^\s:/,]+):(\d{1,5})$/;
const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Something in the environment is missing or cannot be; the message says what is accepted. */
export class BadSetting extends Error {}

/** Raises `BadSetting`. */
export function settingsFrom(environment) {
  const addresses = (environment.ARENA_SERVER ?? "").split(",");
  return {
    gateways: addresses.map((address) => gatewayAt(address, environment)),
    token: tokenOf(environment),
    maxSeats: maxSeatsOf(environment),
  };
}

/** Where a gateway is and what it has to show: nothing on this machine, a certificate beyond it. */
function gatewayAt(address, { ARENA_TLS_CA, ARENA_PLAIN }) {
  const [, tls, host, port] = ADDRESS.exec(address) ?? [];
  if (!host) {
    throw new BadSetting(`ARENA_SERVER=${address}: give HOST:PORT or grpcs://HOST:PORT, or several with commas`);
  }
  if (!tls && !LOCAL.test(host) && ARENA_PLAIN !== "allow") {
    throw new BadSetting(
      `ARENA_SERVER=${address} is another machine, and without TLS everybody on the way could read the token: ` +
        `give grpcs://${address}, or ARENA_PLAIN=allow where the network is private`,
    );
  }
  const credentials = tls ? grpc.credentials.createSsl(authorities(ARENA_TLS_CA)) : grpc.credentials.createInsecure();
  return { address, target: `${host}:${port}`, credentials };
}

/** Who may sign the arena's certificate; null: those that Node trusts. */
const authorities = (path) => (path ? Buffer.from(textOf(path, "ARENA_TLS_CA=")) : null);

function textOf(path, variable) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new BadSetting(`${variable}${path} cannot be read: ${error.code}`);
  }
}

/** The token itself, or with an @ before it the file that has it. */
function tokenOf({ ARENA_TOKEN = "" }) {
  const token = ARENA_TOKEN.startsWith("@") ? textOf(ARENA_TOKEN.slice(1), "ARENA_TOKEN=@").trim() : ARENA_TOKEN;
  if (!/^[!-~]+$/.test(token)) throw new BadSetting("ARENA_TOKEN: give the token that `arena bot register` printed");
  return token;
}

function maxSeatsOf({ ARENA_MAX_SEATS = "16" }) {
  const seats = Number(ARENA_MAX_SEATS);
  if (Number.isInteger(seats) && seats >= 1 && seats <= 16384) return seats;
  throw new BadSetting(`ARENA_MAX_SEATS=${ARENA_MAX_SEATS} is not a number from 1 to 16384`);
}
