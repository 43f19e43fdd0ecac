import { timesAsLong } from '@app/testing';
import { classify } from './classify.js';
import { beforeRepetition } from './patterns/watched-texts.js';

/** An ordinary user agent that no shape or name knows, so that every pattern is asked. */
const ORDINARY = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Foo/1.2';
/**
 * A user agent may be thirteen times as long as an ordinary one, and take twice that for it. If the
 * time grew with the square of the length, it would take 160 times as long.
 */
const MOST_TIMES_LONGER = 26;

/** Longer than the clock of the processor is inexact. */
const TIMES = 20;

const judging = (userAgent: string) => () => {
  for (let count = 0; count < TIMES; count++) classify(userAgent);
};

const long = (start: string, rest: string) => (start + rest.repeat(1_024)).slice(0, 1_024);

it.each([
  ['one word again and again', long('', 'Android ')],
  ['the name of an app without its end', long('', 'naver(37..h')],
  ['a model without an end', long('archos ', '1789')],
  ['several models without an end', long('archos '.repeat(6), '1789')],
  ['versions behind the name of an app', long('naver('.repeat(6), '4.16.1')],
  ['versions behind a network stack', long('CFNetwork/1'.repeat(6), '.2')],
  ['network stacks', long('', 'CFNetwork/1.')],
  ['one digit behind a network stack', long('CFNetwork/', '1')],
  ['words in parentheses', long('Mozilla/5.0 (Linux; Android 9; ', 'droid a; ')],
  ...['(', 'a ', 'Mozilla/5.0 (', 'Linux; Android ', '(KHTML', 'iOS ', 'x/', 'ü', '日 '].flatMap(
    (piece) => [
      [JSON.stringify(piece), long('', piece)],
      [`an Android of ${JSON.stringify(piece)}`, long('Mozilla/5.0 (Linux; Android ', piece)],
    ],
  ),
])('%s takes no visitor long to judge', (_, userAgent) => {
  expect(timesAsLong(judging(userAgent), judging(ORDINARY))).toBeLessThan(MOST_TIMES_LONGER);
});

describe('a user agent is read up to where it repeats itself', () => {
  it('which no browser and no list of add-ons does', () => {
    const addOns = Array.from({ length: 10 }, (_, version) => `.NET CLR ${version}.0`).join('; ');
    const explorer = `Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; ${addOns})`;
    expect(beforeRepetition(ORDINARY)).toBe(ORDINARY);
    expect(beforeRepetition(explorer)).toBe(explorer);
  });

  it('whatever stands between its words, in upper and lower case', () => {
    const words = Array.from(
      { length: 50 },
      (_, place) => `${place}${place % 2 ? 'droid' : 'DROID'}`,
    );
    const read = beforeRepetition(words.join(' '));
    expect(read.match(/droid/gi)).toHaveLength(12);
  });

  it('but a row of one character is no repetition: a bot has its name behind it', () => {
    for (const character of [' ', 'x', '0']) {
      const padded = `Mozilla/5.0 ${character.repeat(400)} (compatible; Googlebot/2.1)`;
      expect(classify(padded)).toMatchObject({ kind: 'bot', bot: { name: 'Googlebot' } });
    }
  });
});
