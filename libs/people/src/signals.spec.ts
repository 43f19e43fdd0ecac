import { recordsOf, type EvidenceRow } from '../test/evidence.js';
import { aVisitor, DAY, readers, type Visitor } from '../test/visitors.js';
import { judgeDay, NO_READERS } from './judge-day.js';
import { type SignalName, SIGNALS } from './signals.js';

type Rows = Partial<EvidenceRow>[];
type Verdict = 'people' | 'undecided' | 'automation' | 'none';

/** Two visitors that differ in one signal only, and in so little that a weaker one might not tell. */
interface Pair {
  shows: Visitor;
  lacks: Visitor;
  verdicts: [shows: Verdict, lacks: Verdict];
  /** Who else was there; by default three readers. */
  others?: Rows;
}

const MONTH = 365.25 / 12;
const ADDRESS = 88;
const AGENT = 77;
const pageOf = (...has: NonNullable<Visitor['has']>): Visitor => ({ has: ['page', ...has] });
const has = (...signs: NonNullable<Visitor['has']>): Visitor => ({ has: signs });
const others = (count: number, visitor: Visitor): Rows => [
  ...readers(3),
  ...Array.from({ length: count }, () => aVisitor(visitor)),
];
const OLD = DAY - Math.round(13 * MONTH);
const unlike = { agents: AGENT + 1, addresses: ADDRESS + 1 };

/** Others with the same agent who got files and no page. */
const divided = (count: number) => others(count, { ...has('ownFile'), agents: AGENT });

/** The compiler names a signal that has no pair. */
const PAIRS: Record<SignalName, Pair> = {
  loadedFiles: {
    shows: pageOf('ownFile'),
    lacks: has('ownFile'),
    verdicts: ['people', 'undecided'],
  },
  severalKinds: {
    shows: { ...pageOf('ownFile', 'style', 'font'), pages: 2, refusals: 1 },
    lacks: { ...pageOf('ownFile', 'style'), pages: 2, refusals: 1 },
    verdicts: ['people', 'undecided'],
  },
  calledBack: {
    shows: pageOf('calledBack', 'foreignReferer'),
    lacks: has('calledBack', 'foreignReferer'),
    verdicts: ['people', 'undecided'],
  },
  preflight: {
    shows: has('preflight', 'called'),
    lacks: has('preflight'),
    verdicts: ['people', 'undecided'],
  },
  cached: {
    shows: has('notModified', 'foreignReferer'),
    lacks: has('foreignReferer'),
    verdicts: ['people', 'undecided'],
  },
  followedLink: {
    shows: { ...has('followedLink', 'foreignReferer'), differentPages: 2 },
    lacks: { ...has('followedLink', 'foreignReferer'), differentPages: 1, pages: 2 },
    verdicts: ['people', 'undecided'],
  },
  icon: {
    shows: has('icon', 'notModified'),
    lacks: has('notModified'),
    verdicts: ['people', 'undecided'],
  },
  foreignReferer: {
    shows: has('notModified', 'foreignReferer'),
    lacks: has('notModified'),
    verdicts: ['people', 'undecided'],
  },
  probe: {
    shows: pageOf('ownFile', 'style', 'font', 'icon', 'probe'),
    lacks: pageOf('ownFile', 'style', 'font', 'icon'),
    verdicts: ['automation', 'people'],
  },
  likeProbe: {
    shows: has('likeProbe', 'icon'),
    lacks: has('icon'),
    verdicts: ['automation', 'undecided'],
  },
  robotsFile: {
    shows: has('robotsFile', 'icon'),
    lacks: has('icon'),
    verdicts: ['automation', 'undecided'],
  },
  oddMethod: {
    shows: has('oddMethod', 'icon'),
    lacks: has('icon'),
    verdicts: ['automation', 'undecided'],
  },
  impossibleAgent: {
    shows: has('impossibleAgent', 'icon'),
    lacks: has('icon'),
    verdicts: ['automation', 'undecided'],
  },
  veryOld: {
    shows: { ...has('icon'), released: DAY - Math.round(30 * MONTH) - 1 },
    lacks: { ...has('icon'), released: DAY - Math.round(30 * MONTH) },
    verdicts: ['automation', 'undecided'],
  },
  old: {
    shows: { ...pageOf('selfReferer'), released: DAY - Math.round(12 * MONTH) - 1 },
    lacks: { ...pageOf('selfReferer'), released: DAY - Math.round(12 * MONTH) },
    verdicts: ['automation', 'undecided'],
  },
  http1: {
    shows: pageOf('http11'),
    lacks: pageOf('http11', 'http2'),
    verdicts: ['automation', 'undecided'],
    others: readers(3, has('http2')),
  },
  http10: {
    shows: pageOf('http10', 'selfReferer'),
    lacks: pageOf('http11', 'selfReferer'),
    verdicts: ['automation', 'undecided'],
  },
  withoutMode: {
    shows: has('withoutMode'),
    lacks: has('withoutMode', 'withMode'),
    verdicts: ['automation', 'undecided'],
    others: readers(3, has('withMode')),
  },
  fleet: {
    shows: { ...pageOf('icon'), agents: AGENT },
    lacks: { ...pageOf('icon'), ...unlike },
    verdicts: ['automation', 'undecided'],
    others: others(7, { agents: AGENT }),
  },
  oldFleet: {
    shows: { ...pageOf(), agents: AGENT, released: OLD },
    lacks: { ...pageOf(), ...unlike, released: OLD },
    verdicts: ['automation', 'none'],
    others: others(3, { agents: AGENT }).slice(3),
  },
  divided: {
    shows: { ...has('ownFile'), agents: AGENT, released: OLD },
    lacks: { ...has('ownFile'), ...unlike, released: OLD },
    verdicts: ['automation', 'undecided'],
    others: divided(5),
  },
  noFiles: {
    shows: pageOf('http10', 'selfReferer'),
    lacks: has('http10', 'selfReferer'),
    verdicts: ['automation', 'undecided'],
  },
  cameWithoutFiles: {
    shows: { ...pageOf('foreignReferer'), released: OLD },
    lacks: { ...pageOf('foreignReferer', 'icon'), released: OLD },
    verdicts: ['automation', 'undecided'],
  },
  pagesWithoutFiles: {
    shows: { ...pageOf('icon'), differentPages: 3 },
    lacks: { ...pageOf('icon'), differentPages: 2, pages: 3 },
    verdicts: ['automation', 'undecided'],
  },
  mostlyErrors: {
    shows: { ...pageOf('icon'), pages: 2, refusals: 1 },
    lacks: { ...pageOf('icon'), pages: 3, refusals: 1 },
    verdicts: ['automation', 'undecided'],
  },
  manyErrors: {
    shows: { ...has('foreignReferer'), pages: 4, refusals: 3 },
    lacks: { ...has('foreignReferer'), pages: 4, refusals: 2 },
    verdicts: ['automation', 'undecided'],
  },
  bareWrite: {
    shows: has('bareWrite'),
    lacks: has('bareWrite', 'preflight'),
    verdicts: ['automation', 'undecided'],
  },
  malformed: {
    shows: pageOf('malformed'),
    lacks: pageOf(),
    verdicts: ['automation', 'undecided'],
  },
  selfReferer: {
    shows: has('notModified', 'foreignReferer', 'selfReferer'),
    lacks: has('notModified', 'foreignReferer'),
    verdicts: ['undecided', 'people'],
  },
  onlyItself: {
    shows: { ...pageOf('selfReferer'), requests: 1 },
    lacks: { ...pageOf('selfReferer'), requests: 2 },
    verdicts: ['automation', 'none'],
    others: [],
  },
  selfFile: {
    shows: has('selfFile'),
    lacks: has('icon'),
    verdicts: ['automation', 'undecided'],
  },
  fast: {
    shows: { ...pageOf(), pages: 8, firstMs: 100, lastMs: 12_099 },
    lacks: { ...pageOf(), pages: 8, firstMs: 100, lastMs: 12_100 },
    verdicts: ['automation', 'undecided'],
  },
  manyPages: {
    shows: { ...has('malformed'), differentPages: 15 },
    lacks: { ...has('malformed'), differentPages: 14, pages: 15 },
    verdicts: ['automation', 'undecided'],
  },
  nothingOfReaders: {
    shows: pageOf('http10', 'selfReferer'),
    lacks: pageOf('http10', 'selfReferer', 'followedLink'),
    verdicts: ['automation', 'undecided'],
  },
  manyAgents: {
    shows: { ...pageOf(), addresses: ADDRESS },
    lacks: { ...pageOf(), ...unlike },
    verdicts: ['automation', 'undecided'],
    others: others(9, { addresses: ADDRESS }),
  },
  probingAddress: {
    shows: { ...pageOf(), addresses: ADDRESS },
    lacks: { ...pageOf(), ...unlike },
    verdicts: ['automation', 'undecided'],
    others: others(1, { ...has('probe'), addresses: ADDRESS }),
  },
  hoster: {
    shows: has('malformed', 'hoster'),
    lacks: has('malformed'),
    verdicts: ['automation', 'undecided'],
  },
};

/** Returns the verdict on a visitor among others, whose visits are not counted. */
function verdictOn(visitor: Visitor, among: Rows): string {
  const rows = [...among.map((row) => ({ ...row, visits: 0 })), aVisitor(visitor)];
  const { day, noFiles } = judgeDay(recordsOf(rows), DAY, NO_READERS);
  if (noFiles > 0) return 'none';
  return (['people', 'undecided', 'automation'] as const).filter((name) => day[name] > 0).join();
}

describe('a signal makes its difference', () => {
  it.each(Object.entries(PAIRS))('%s', (_, { shows, lacks, verdicts, others: among }) => {
    const found = [shows, lacks].map((visitor) => verdictOn(visitor, among ?? readers(3)));
    expect(found).toEqual(verdicts);
  });
});

describe('a signal is not there', () => {
  it.each<[SignalName, string, Visitor, Rows?]>([
    ['manyAgents', 'with nine agents', { addresses: ADDRESS }, others(8, { addresses: ADDRESS })],
    [
      'manyAgents',
      'where more than one in five loads files',
      { addresses: ADDRESS },
      [...readers(3, { addresses: ADDRESS }), ...others(10, { addresses: ADDRESS }).slice(3)],
    ],
    [
      'http10',
      'where more than half of all speak it',
      pageOf('http10', 'selfReferer'),
      [...readers(2, has('http10')), ...readers(2)],
    ],
    ['fast', 'with seven pages', { pages: 7, lastMs: 0 }],
    [
      'http1',
      'where half of the readers speak it',
      pageOf('http11'),
      [...readers(2, has('http2')), ...readers(2, has('http11'))],
    ],
    [
      'http1',
      'with a browser of which no age is known',
      { ...pageOf('http11'), released: -1 },
      readers(3, has('http2')),
    ],
    [
      'withoutMode',
      'with a browser of before 2023',
      { ...has('withoutMode'), released: 8_690 },
      readers(5, { ...has('withMode'), released: 8_690 }),
    ],
    [
      'withoutMode',
      'where half of the readers send none',
      has('withoutMode'),
      [...readers(2, has('withMode')), ...readers(2, has('withoutMode'))],
    ],
    [
      'pagesWithoutFiles',
      'with a file that no page led to',
      { ...pageOf('bareFile'), differentPages: 9 },
    ],
    [
      'fleet',
      'whose visitors load one file and no page, as pictures in mail',
      { ...has('bareFile', 'picture'), agents: AGENT },
      others(7, { ...has('bareFile', 'picture'), agents: AGENT }),
    ],
    ['divided', 'with a browser of the day', { ...has('ownFile'), agents: AGENT }, divided(5)],
    [
      'divided',
      'with five addresses',
      { ...has('ownFile'), agents: AGENT, released: OLD },
      divided(4),
    ],
    [
      'divided',
      'where most got pages',
      { ...has('ownFile'), agents: AGENT, released: OLD },
      [...divided(2), ...others(5, { ...pageOf('ownFile'), agents: AGENT }).slice(3)],
    ],
    ['cameWithoutFiles', 'with a browser of the day', pageOf('foreignReferer')],
    [
      'cameWithoutFiles',
      'with something in the cache',
      { ...pageOf('foreignReferer', 'notModified'), released: OLD },
    ],
    ['onlyItself', 'where the log has files', { ...pageOf('selfReferer'), requests: 1 }],
    ['likeProbe', 'by whom another page led there', pageOf('likeProbe', 'foreignReferer', 'icon')],
    ['likeProbe', 'by a browser for text', pageOf('likeProbe', 'textBrowser', 'icon')],
  ])('%s %s', (_, __, visitor, among = readers(3)) => {
    expect(verdictOn(visitor, among)).toBe('undecided');
  });
});

describe('the address of a hoster', () => {
  it('decides nothing alone, nor about a page without files, nor against files that were loaded', () => {
    expect(verdictOn(has('hoster'), readers(3))).toBe('undecided');
    expect(verdictOn(pageOf('hoster'), readers(3))).toBe('undecided');
    expect(verdictOn(pageOf('ownFile', 'hoster'), readers(3))).toBe('people');
  });
});

describe('signals', () => {
  it('each say in words of their own why', () => {
    const reasons = Object.values(SIGNALS).map(({ why }) => why);
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(reasons.filter((why) => !/^[a-z].*[^.]$/.test(why))).toEqual([]);
  });
});
