// Compute the hashes of docs/explanation/seeds.md with the browser's cryptography.

/** Whether the browser offers it: only on secure pages, over HTTPS or from this machine. */
export const canHash = Boolean(globalThis.crypto?.subtle);

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError(`not hexadecimal: ${hex.slice(0, 80)}`);
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Return H(domain, parts): texts and bytes after their length as u32 LE, whole numbers as u64 LE. */
export async function derive(domain, ...parts) {
  return sha256(join([domain, ...parts].map(encode)));
}

function encode(part) {
  if (typeof part === "number") {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(part), true);
    return number;
  }
  const raw = typeof part === "string" ? new TextEncoder().encode(part) : part;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, raw.length, true);
  return join([length, raw]);
}

function join(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
