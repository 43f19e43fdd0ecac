// node scripts/make-sample-log.mjs
//
// Writes apps/launcher/demo/sample-log.ndjson, the log that `npm run demo` shows: two weeks of a
// small website. Nobody made these visits. They come from models of visitors, scripts/sample-log/,
// which say what each kind of visitor asks for, and know nothing of how visits are judged. People
// and programs have documentation addresses, most bots those that their operators publish. Every
// run writes the same bytes.

import fs from 'node:fs';
import path from 'node:path';
import { Addresses } from './sample-log/addresses.mjs';
import { automation } from './sample-log/automation.mjs';
import { Choices } from './sample-log/choices.mjs';
import { END } from './sample-log/clock.mjs';
import { declaredBots } from './sample-log/declared-bots.mjs';
import { people } from './sample-log/people.mjs';

const FILE = path.resolve(import.meta.dirname, '../apps/launcher/demo/sample-log.ndjson');
const SEED = 20261005;

const addresses = new Addresses(new Choices(SEED));
const models = {
  ...declaredBots(new Choices(SEED + 1), addresses),
  ...automation(new Choices(SEED + 2), addresses),
  ...people(new Choices(SEED + 3), addresses),
};

const end = new Date(END).toISOString();
const isInTime = ({ timestamp }) => timestamp < end;
const lines = Object.values(models)
  .flat()
  .filter(isInTime)
  // Two entries of the same moment stay in the order of the models.
  .sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp))
  .map((one) => JSON.stringify(one));
const text = `${lines.join('\n')}\n`;
fs.mkdirSync(path.dirname(FILE), { recursive: true });
fs.writeFileSync(FILE, text);

const say = (line) => process.stdout.write(`${line}\n`);
for (const [name, entries] of Object.entries(models)) {
  const inTime = entries.filter(isInTime);
  const clients = new Set(inTime.map(({ ip, user_agent }) => `${ip} ${user_agent}`));
  say(`${name.padEnd(40)}${inTime.length} entries of ${clients.size} clients`);
}
const megabytes = (Buffer.byteLength(text) / 1e6).toFixed(2);
say(`${lines.length} entries, ${megabytes} MB in ${path.relative(process.cwd(), FILE)}`);
