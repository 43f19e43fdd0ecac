// A log in Apache's combined format, whose times rise as in a real one.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createEntries } from './entries.js';
import { LINES } from './lines.js';

const PORTION = 10_000;
const SEED = 20261123;
const DAY_MS = 86_400_000;

/** Writes the lines of so many days up to now. */
export async function writeAccessLog(path: string, lines: number, days: number): Promise<void> {
  const file = createWriteStream(path);
  const entry = createEntries(['one.example'], SEED);
  const begin = Date.now() - days * DAY_MS;
  const line = (at: number) => {
    const timestamp = new Date(begin + (at / lines) * days * DAY_MS).toISOString();
    return `${LINES.combined({ ...entry(), timestamp })}\n`;
  };
  for (let first = 0; first < lines; first += PORTION) {
    const count = Math.min(PORTION, lines - first);
    const text = Array.from({ length: count }, (_, at) => line(first + at)).join('');
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}
