import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classify } from '@app/classification';
import { checkRows } from '@app/testing';

/**
 * Written by hand. The columns are: group, what it is (`human`, `bot`, or the name of a row), user
 * agent.
 */
const fixtures = readFileSync(join(import.meta.dirname, 'fixtures.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [group: string, expected: string, userAgent: string]);

describe('fixtures of people, apps, bots and malformed browsers', () => {
  it('are a few hundred, and none of them stands there twice', () => {
    expect(fixtures.length).toBeGreaterThan(300);
    expect(new Set(fixtures.map(([, , userAgent]) => userAgent)).size).toBe(fixtures.length);
  });

  it('are judged as their table says', () =>
    checkRows(
      fixtures,
      ([, expected, userAgent]) => {
        const verdict = classify(userAgent);
        const name = verdict.kind === 'human' ? 'human' : verdict.bot.name;
        if (expected === 'bot') expect(name).not.toBe('human');
        else expect(name).toBe(expected);
      },
      ([group, expected, userAgent]) => `${group} is ${expected}: ${userAgent}`,
    ));
});
