// What an arena shows to owners who bring in numbers is checked here, as arena/cli/tournament/signed_lists.py does.

import { derive, fromHex, toHex } from "./hashes.js";

/** The arena shows something else than it must. */
export class Distrust extends Error {}

/** An owner is missing where it should stand: the arena's doing, or its own where it was away. */
export class Missing extends Distrust {}

const ED25519 = "Ed25519";

/** Whether this browser can check signatures. */
export async function canVerify() {
  return crypto.subtle.generateKey(ED25519, false, ["sign", "verify"]).then(() => true, () => false);
}

export function nonceCommitment(name, attempt, owner, nonce) {
  return derive("arena-nonce-v1", name, attempt, owner, nonce).then(toHex);
}

/** A tournament's root, settings and keys as they were seen first, and its signed lists. */
export class Noted {
  #lists = new Map(); // as they were first seen, by attempt

  constructor(name, seen, canVerify) {
    Object.assign(this, { name, canVerify, root: seen.root, settings: seen.settings });
    this.keys = new Set(seen.signers.map((signer) => signer.key));
  }

  /** Take in keys that a known one vouches for; root and settings must be as they were. */
  async check(seen) {
    if (seen.root !== this.root) throw new Distrust(`its root was ${this.root}, and is now ${seen.root}`);
    if (seen.deals === "undrawn" && seen.settings !== this.settings)
      throw new Distrust(`its settings were ${this.settings}, and are now ${seen.settings}`);
    for (const { key, before, voucher } of this.canVerify ? seen.signers : [])
      if (this.keys.has(before) && (await isBy(before, voucher, fromHex(key)))) this.keys.add(key);
  }

  /** Check signed lists that are new, and that none changes or goes. */
  async checkLists(lists) {
    if (new Set(lists.map((each) => each.attempt)).size !== lists.length)
      throw new Distrust("it shows two lists of one attempt");
    const shown = new Map(lists.filter((each) => each.signature).map((each) => [each.attempt, each]));
    for (const [attempt, first] of this.#lists)
      if (!shown.has(attempt) || inFull(shown.get(attempt)) !== inFull(first))
        throw new Distrust(`the list of attempt ${attempt} is not the one that was signed first: ${inFull(first)}`);
    for (const [attempt, listed] of shown) {
      if (!this.#lists.has(attempt) && this.canVerify) await this.#checkList(listed);
      this.#lists.set(attempt, this.#lists.get(attempt) ?? listed);
    }
  }

  async #checkList(listed) {
    const what = `the list of attempt ${listed.attempt}`;
    if (!this.keys.has(listed.signer))
      throw new Distrust(`${what} is signed by ${listed.signer}, a key that nobody vouches for`);
    if (!(await isBy(listed.signer, listed.signature, await this.#statement(listed))))
      throw new Distrust(`${what} has the signature of another list, of another root, or of other settings`);
  }

  /** Return what is signed of a list of owners. */
  async #statement(listed) {
    const entries = inOrder(listed.owners).flatMap(({ owner, commitment }) => [owner, fromHex(commitment)]);
    const settings = await derive("arena-settings-v1", this.settings);
    const noChain = new Uint8Array(); // and round 0: nothing of a beacon
    const head = [this.name, fromHex(this.root), settings, listed.attempt, noChain, 0];
    return derive("arena-list-v2", ...head, listed.owners.length, ...entries);
  }
}

/** Return a list in one line: what its signature is over, and whose that is. */
export function inFull(listed) {
  const entries = listed.owners.map((each) => `${each.owner} ${each.commitment}`).join(", ");
  return `attempt ${listed.attempt}: ${entries}; signed by ${listed.signer}: ${listed.signature}`;
}

/** Check that an owner's own commitment is on the list. */
export function checkOwn(listed, owner, commitment) {
  const found = listed.owners.filter((each) => each.owner === owner);
  if (!found.length) throw new Missing(`${owner} is not on the list of attempt ${listed.attempt}`);
  if (found.length > 1 || found[0].commitment !== commitment)
    throw new Distrust(`on the list of attempt ${listed.attempt} ${owner} has another commitment than this page's`);
}

/** Check that a new attempt is needed: somebody on the list before it did not reveal. */
export function checkAgain(seen, attempt, last) {
  if (last >= 0 && attempt !== last + 1)
    throw new Missing(`attempt ${attempt} is open, and this page was in attempt ${last}`);
  const before = seen.lists.find((each) => each.attempt === attempt - 1);
  if (attempt && !(before?.over && before.owners.some((each) => !each.nonce)))
    throw new Distrust(`there is an attempt ${attempt}, and all have revealed on the list before it`);
}

/** Check that M is what the numbers of the last list come to, and each the one that was promised. */
export async function checkDrawn(name, seen) {
  const { attempt, owners } = seen.lists.at(-1);
  for (const { owner, nonce, commitment } of owners)
    if ((await nonceCommitment(name, attempt, owner, fromHex(nonce))) !== commitment)
      throw new Distrust(`the number of ${owner} is not the one on the list of attempt ${attempt}`);
  const nonces = inOrder(owners).flatMap(({ owner, nonce }) => [owner, fromHex(nonce)]);
  const made = toHex(await derive("arena-contribution-v1", name, attempt, owners.length, ...nonces));
  if (made !== seen.contribution)
    throw new Distrust(`its numbers come to M ${made}, and it is said to be ${seen.contribution}`);
}

/** Owners by their names, which are ASCII. */
function inOrder(owners) {
  return [...owners].sort((one, other) => (one.owner < other.owner ? -1 : 1));
}

async function isBy(key, signature, data) {
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), ED25519, false, ["verify"]);
    return await crypto.subtle.verify(ED25519, imported, fromHex(signature), data);
  } catch {
    return false; // no key, or no signature
  }
}
