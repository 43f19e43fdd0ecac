import { timesAsLong } from '@app/testing';
import fc from 'fast-check';
import { classify } from './classify.js';
import { declaredBot } from './declared/declared-bot.js';
import { referralSourceOf } from './referral-source.js';
import { findProbe } from './requests/judge-request.js';

/** What user agents, paths and referers are made of, and what patterns wait for. */
const PIECES = [
  ...[
    'a',
    '1',
    ' ',
    '-',
    '.',
    '/',
    '(',
    ')',
    ';',
    ',',
    ':',
    '%',
    '+',
    '@',
    '\\',
    '"',
    '_',
    '=',
    'é',
  ],
  ...['Mozilla/5.0 (', 'compatible; ', 'Linux; Android 9; ', '(KHTML, like Gecko) ', 'Chrome/1.0 '],
  ...[
    'bot',
    'crawl',
    'CFNetwork/1',
    'Darwin/',
    'http://',
    'www.',
    '[at]',
    ' at ',
    '%2e',
    '../',
    'x/',
  ],
  ...['.php', '.env', 'wiki/', 'select ', 'union ', '${', 'jndi:', '\u2028', 'Windows NT 5', '1.2'],
];

interface Reader {
  readonly what: string;
  /** It reads up to so many characters of a stranger's text. */
  readonly longest: number;
  readonly read: (text: string) => unknown;
  readonly ordinary: string;
}

const BOT = 'Mozilla/5.0 (compatible; Zorglub-Bot/2.1; +https://www.zorglub.co.uk/bot)';
const PATH = '/a-page-of-ours'.repeat(136);

const READERS: readonly Reader[] = [
  { what: 'user agent', longest: 1_024, read: (text) => classify(text), ordinary: BOT },
  { what: 'name in a user agent', longest: 1_024, read: declaredBot, ordinary: BOT },
  {
    ...{ what: 'path', longest: 2_048, ordinary: PATH },
    read: (text) => [findProbe(`/${text}`, 404), findProbe(`/${text}`, 200)],
  },
  {
    ...{ what: 'referer', longest: 2_048, ordinary: `https://www.example.com${PATH}` },
    read: referralSourceOf,
  },
];

/** A text of any length: a start, pieces again and again, and an end. */
const anyText = fc
  .tuple(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', ...PIECES),
  )
  .map(([start, again, end]) => ({ start: start.join(''), again: again.join(''), end }));

const TIMES = 5;
/** An ordinary text is read in microseconds, so often that the clock of the processor is exact enough. */
const ORDINARY_TIMES = 200;

/**
 * A user agent may be fourteen times as long as an ordinary one, and a text may be odd. Where each
 * character is compared with each, it is hundreds of times, and thousands where it is worse.
 */
const MOST_TIMES_LONGER = 150;
/** The same texts in every run: another seed finds others. */
const SEED = 16;

/** Texts that took long once. */
const SLOW_ONCE = [
  { start: '', again: '1', end: 'bot' },
  { start: '', again: '.', end: 'bot' },
  { start: '_', again: '_', end: '/1 (' },
].map((text) => [text] as [typeof text]);

it.each(READERS)('no $what takes long to read, whatever it says', ({ longest, read, ordinary }) => {
  const repeated = (text: string, times: number) => () => {
    for (let count = 0; count < times; count++) read(text);
  };
  fc.assert(
    fc.property(anyText, ({ start, again, end }) => {
      const text = `${start}${again.repeat(longest)}`.slice(0, longest - end.length) + end;
      const times = timesAsLong(repeated(text, TIMES), repeated(ordinary, ORDINARY_TIMES));
      expect((times * ORDINARY_TIMES) / TIMES).toBeLessThan(MOST_TIMES_LONGER);
    }),
    { numRuns: 40, seed: SEED, endOnFailure: true, examples: SLOW_ONCE },
  );
});

it('does not try each way to divide a version that is none', () => {
  const version = (dashes: number) => () => classify(`1${'-'.repeat(dashes)}!`);
  expect(timesAsLong(version(24), version(12))).toBeLessThan(100);
});
