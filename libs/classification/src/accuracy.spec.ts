import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classify } from './classify.js';

/**
 * Checks how often the verdict is right on collections of real user agents. These collections may
 * not be part of the project, so an environment variable names their folder. It has
 * `ua/tuning-bots.ndjson` and `ua/tuning-humans.ndjson`, one `{ "ua": …, "source": … }` per line.
 */
const folder = process.env.BOTGAUGE_TEST_DATA;
const suite = folder === undefined ? describe.skip : describe;
const reason = folder === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

interface Sample {
  ua: string;
  source: string;
}

function read(file: string): Sample[] {
  const lines = readFileSync(join(folder ?? '', 'ua', file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Sample);
}

function isPerson({ ua }: Sample): boolean {
  return classify(ua).kind === 'human';
}

suite(`accuracy on real user agents${reason}`, () => {
  it('finds at least 98 % of the bots', () => {
    const bots = read('tuning-bots.ndjson');
    const found = bots.filter((sample) => !isPerson(sample)).length;
    console.log(`bots found: ${found} of ${bots.length}`);
    expect(found / bots.length).toBeGreaterThanOrEqual(0.98);
  });

  it('takes at most 0.2 % of the people for bots, and nobody with a current browser', () => {
    const people = read('tuning-humans.ndjson');
    const mistaken = people.filter((sample) => !isPerson(sample));
    console.log(`people taken for bots: ${mistaken.length} of ${people.length}`);
    expect(mistaken.length / people.length).toBeLessThanOrEqual(0.002);
    expect(mistaken.filter(({ source }) => source === 'intoli-user-agents')).toEqual([]);
  });

  it('takes hardly any person for a disguised browser', () => {
    const disguised = read('tuning-humans.ndjson').filter(({ ua }) => {
      const verdict = classify(ua);
      return verdict.kind !== 'human' && verdict.bot.category === 'disguised';
    });
    expect(disguised.length).toBeLessThanOrEqual(2);
  });
});
