// ARENA_SERVER=HOST:PORT ARENA_TOKEN=... node bot.js: plays until a signal (TERM, INT) says to end.

import { Client, Stopped } from "./client.js";
import { BadSetting, settingsFrom } from "./settings.js";

try {
  const client = new Client(settingsFrom(process.env));
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => client.leave());
  await client.serve();
  process.exit(0);
} catch (error) {
  if (!(error instanceof Stopped || error instanceof BadSetting)) throw error;
  console.error(`error: ${error.message}`);
  process.exit(2);
}
