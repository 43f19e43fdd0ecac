import { classify } from '@app/classification';
import { checkRows } from '@app/testing';
import { readFixtures } from './samples.js';

const fixtures = readFixtures();

describe('fixtures of people, apps, bots and malformed browsers', () => {
  it('are a few hundred, and none of them stands there twice', () => {
    expect(fixtures.length).toBeGreaterThan(300);
    expect(new Set(fixtures.map(({ userAgent }) => userAgent)).size).toBe(fixtures.length);
  });

  it('are judged as their table says', () =>
    checkRows(
      fixtures,
      ({ expected, userAgent }) => {
        const verdict = classify(userAgent);
        const name = verdict.kind === 'human' ? 'human' : verdict.bot.name;
        if (expected === 'bot') expect(name).not.toBe('human');
        else expect(name).toBe(expected);
      },
      ({ group, expected, userAgent }) => `${group} is ${expected}: ${userAgent}`,
    ));
});
