import fc from 'fast-check';
import { recordsOf, type EvidenceRow } from '../test/evidence.js';
import { aVisitor, DAY, readers, type Visitor } from '../test/visitors.js';
import { type JudgedDay, judgeDay, NO_READERS, type Readers } from './judge-day.js';
import { SIGNS } from './signs.js';

const HOUR_MS = 3_600_000;
const YEAR = 365;

type Rows = Partial<EvidenceRow>[];

function judged(rows: Rows, { day = DAY, before = NO_READERS } = {}): JudgedDay {
  return judgeDay(recordsOf(rows), day, before);
}

/** Returns the verdict on a visitor among three readers, unless others are given. */
function verdictOn(visitor: Visitor, others: Rows = readers(3), before?: Readers): string {
  const settings = before ? { before } : {};
  // Their visits are not counted, so that all that is counted are the visitor's.
  const rows = [...others.map((row) => ({ ...row, visits: 0 })), aVisitor(visitor)];
  const { day, noFiles } = judged(rows, settings);
  const verdicts = [
    ...(['people', 'undecided', 'automation'] as const).filter((name) => day[name] > 0),
    ...(noFiles > 0 ? ['none'] : []),
  ];
  return verdicts.join();
}

describe('a visitor', () => {
  it('that loads the files of a page is a person', () => {
    expect(verdictOn({ has: ['page', 'ownFile', 'style'] })).toBe('people');
  });

  it('that asked for one page and nothing else is undecided', () => {
    expect(verdictOn({})).toBe('undecided');
  });

  it('that asked for three pages without a file is automation', () => {
    expect(verdictOn({ differentPages: 2 })).toBe('undecided');
    expect(verdictOn({ differentPages: 3 })).toBe('automation');
  });

  it('without a referer must load files of two kinds, together with a page', () => {
    expect(verdictOn({ has: ['page', 'bareFile', 'style', 'script'] })).toBe('people');
    expect(verdictOn({ has: ['page', 'bareFile', 'style'] })).toBe('undecided');
    expect(verdictOn({ has: ['bareFile', 'style', 'script'] })).toBe('undecided');
    expect(verdictOn({ has: ['ownFile', 'style', 'script'] })).toBe('undecided');
  });

  it('is a person from 2.5 on, and automation from -3 on downwards', () => {
    // 2 + 0.5, and 2
    expect(verdictOn({ has: ['notModified', 'foreignReferer'] })).toBe('people');
    expect(verdictOn({ has: ['notModified'] })).toBe('undecided');
    // -3, and -3 + 0.5
    expect(verdictOn({ has: ['bareWrite'] })).toBe('automation');
    expect(verdictOn({ has: ['bareWrite', 'foreignReferer'] })).toBe('undecided');
  });

  it('is judged by all of its hours together', () => {
    const own = { visitors: 10_001, addresses: 10_001, agents: 5 };
    const rows = [
      ...readers(3).map((row) => ({ ...row, visits: 0 })),
      aVisitor({ ...own, hours: 3 }),
      aVisitor({ ...own, hours: 22, has: ['ownFile'], pages: 0 }),
    ];
    const { visitors, hours } = judged(rows);
    // The others have loaded files, and have no visit.
    expect(visitors).toEqual({ people: 1, undecided: 0, automation: 0 });
    expect([...hours].map(([hour, { people }]) => [hour, people])).toEqual([
      [3, 1],
      [22, 1],
    ]);
  });
});

describe('a text browser', () => {
  it.each<[string, Visitor]>([
    ['loads no files', { differentPages: 5 }],
    ['has an odd agent', { has: ['page', 'impossibleAgent'] }],
    ['is very old', { released: DAY - 9 * YEAR, pages: 1 }],
  ])('is undecided, though it %s', (_, visitor) => {
    const has = visitor.has ?? ['page'];
    expect(verdictOn({ ...visitor, has })).toBe('automation');
    expect(verdictOn({ ...visitor, has: [...has, 'textBrowser'] })).toBe('undecided');
  });

  it('is automation when it probes', () => {
    expect(verdictOn({ has: ['page', 'textBrowser', 'probe'] })).toBe('automation');
  });
});

describe('a fleet', () => {
  const fleet = (size: number, visitor: Visitor = {}) =>
    Array.from({ length: size }, () => aVisitor({ agents: 77, ...visitor }));
  const automationOf = (rows: Rows) => judged([...readers(3), ...rows]).visitors.automation;

  it('has eight addresses with one agent', () => {
    expect(automationOf(fleet(7))).toBe(0);
    expect(automationOf(fleet(8))).toBe(8);
  });

  it('is none when one in ten loads files', () => {
    expect(automationOf([...fleet(10), ...readers(1, { agents: 77 })])).toBe(10);
    expect(automationOf([...fleet(8), ...readers(1, { agents: 77 })])).toBe(0);
  });

  it('is none when its visitors ask for more than six things each', () => {
    expect(automationOf(fleet(8, { requests: 6 }))).toBe(8);
    expect(automationOf(fleet(8, { requests: 7 }))).toBe(0);
  });

  it('may ask for more when it has twenty addresses and loads no file at all', () => {
    expect(automationOf(fleet(19, { requests: 7 }))).toBe(0);
    expect(automationOf(fleet(20, { requests: 7 }))).toBe(20);
    expect(automationOf([...fleet(20, { requests: 7 }), ...readers(1, { agents: 77 })])).toBe(0);
  });

  it('is none when one in ten has a page open, or had one before', () => {
    const reader = (...has: Visitor['has'] & object) => aVisitor({ agents: 77, has });
    expect(automationOf([...fleet(8), reader('page')])).toBe(9);
    expect(automationOf([...fleet(8), reader('page', 'notModified')])).toBe(0);
    expect(automationOf([...fleet(8), reader('page', 'calledBack')])).toBe(0);
    // Without a page it got a file that others asked for.
    expect(automationOf([...fleet(8), reader('notModified')])).toBe(8);
  });

  it('is none where the log has no files', () => {
    expect(judged(fleet(20)).visitors.automation).toBe(0);
  });

  it('has four addresses with one agent where the log has no files and the agent is old', () => {
    const old = { released: DAY - 2 * YEAR };
    const found = (rows: Rows) => judged(rows).visitors.automation;
    expect(found(fleet(3, old))).toBe(0);
    expect(found(fleet(4, old))).toBe(4);
    expect(found(fleet(4, { ...old, requests: 2 }))).toBe(4);
    expect(found(fleet(4, { ...old, requests: 3 }))).toBe(0);
    expect(found(fleet(4, { ...old, has: ['page', 'icon'] }))).toBe(0);
    expect(found([...fleet(4, old), ...fleet(1, { ...old, has: ['page', 'notModified'] })])).toBe(
      0,
    );
  });
});

describe('a log without files', () => {
  const pages = Array.from({ length: 20 }, () => aVisitor({ differentPages: 4, visits: 5 }));

  it('has nobody who is a person or undecided, and the visits are not judged', () => {
    const nobody = { people: 0, undecided: 0, automation: 0, errors: 0, first: null, last: null };
    const { day, visitors, noFiles, hours } = judged(pages);
    expect({ day, visitors, noFiles, hours: Object.fromEntries(hours) }).toEqual({
      ...{ day: nobody, visitors: { people: 0, undecided: 0, automation: 0 }, noFiles: 100 },
      // Nobody is judged in this hour any more, if somebody was.
      hours: { 0: nobody },
    });
  });

  it('has automation that asks for what scanners ask for, where the server answers everything', () => {
    const like = aVisitor({ has: ['page', 'likeProbe'], visits: 2 });
    const served = aVisitor({ has: ['page', 'probe', 'servedProbe'], visits: 0 });
    expect(judged([...pages, like]).day.automation).toBe(0);
    expect(judged([...pages, like, served]).day.automation).toBe(2);
  });

  it('has automation', () => {
    const { day, visitors, noFiles } = judged([...pages, aVisitor({ has: ['probe'], visits: 2 })]);
    expect([day.automation, visitors.automation, noFiles]).toEqual([2, 1, 100]);
  });

  it('is one where fewer than three visitors loaded files', () => {
    expect(verdictOn({}, readers(2))).toBe('none');
    expect(verdictOn({}, readers(3))).toBe('undecided');
  });

  it('tells people when a page of the website calls another host of it', () => {
    expect(verdictOn({ has: ['preflight', 'called'] }, [])).toBe('people');
    expect(verdictOn({}, [aVisitor({ has: ['preflight', 'called'] })])).toBe('undecided');
    expect(verdictOn({}, [aVisitor({ has: ['preflight'] })])).toBe('none');
  });
});

describe('a log without referers', () => {
  const without = readers(3).map((row) => ({ ...row, signs: row.signs & ~SIGNS.referer }));

  it.each(['oddMethod', 'bareWrite'] as const)('does not speak against a visitor by %s', (sign) => {
    expect(verdictOn({ has: ['page', sign] })).toBe('automation');
    expect(verdictOn({ has: ['page', sign] }, without)).toBe('undecided');
  });
});

describe('a small website', () => {
  it('is judged by what readers of the days before have shown of its log', () => {
    const before = { ...NO_READERS, loading: 2 };
    expect(verdictOn({ differentPages: 3 }, readers(1), before)).toBe('automation');
    expect(verdictOn({}, [], before)).toBe('none');
    expect(verdictOn({}, [], { ...before, loading: 3 })).toBe('undecided');
  });

  it.each([
    ['http2', { has: ['page', 'http11'], differentPages: 1, refusals: 0 }],
    ['modes', { has: ['page', 'withoutMode'] }],
  ] as [keyof Readers, Visitor][])('learns by them that readers have %s', (name, visitor) => {
    const before = { ...NO_READERS, loading: 4, [name]: 3 };
    expect(verdictOn(visitor, [], before)).toBe('automation');
    expect(verdictOn(visitor, [], { ...before, [name]: 2 })).toBe('undecided');
  });

  it('tells the days after what its own readers have shown, and nothing of the days before', () => {
    const rows = [
      ...readers(3, { has: ['http2', 'withMode'], released: 9_000 }),
      ...readers(2, { has: ['http11'], released: -1 }),
      ...readers(2, { has: ['http2'], released: 9_100 }),
      aVisitor({ has: ['page', 'http2', 'withMode'], released: 1 }),
    ];
    const before = { loading: 100, http2: 90, modes: 80, usualRelease: 5 };
    expect(judged(rows, { before }).readers).toEqual({
      ...{ loading: 7, http2: 5, modes: 3, usualRelease: 9_000 },
    });
    expect(judged(rows.slice(1), { before }).readers.usualRelease).toBeNull();
  });

  it('tells when current browsers came where most that load files are more than a year behind', () => {
    const usual = (first: number, second: number) => {
      const released = [first, second, 9_000, ...Array.from({ length: 13 }, () => 8_000)];
      return judged(released.flatMap((day) => readers(1, { released: day }))).readers.usualRelease;
    };
    expect(usual(9_200, 9_100)).toBe(9_000);
    expect(usual(9_200, 8_000)).toBe(8_000);
    const aYear = [...readers(4, { released: 8_365 }), ...readers(5, { released: 8_000 })];
    expect(judged(aYear).readers.usualRelease).toBe(8_000);
    const more = [...readers(4, { released: 8_366 }), ...readers(5, { released: 8_000 })];
    expect(judged(more).readers.usualRelease).toBe(8_366);
  });
});

describe('the age of a browser', () => {
  const old = (released: number): Visitor => ({ has: ['page'], released });

  it('is that among readers, so that moved dates make nobody old', () => {
    const moved = { day: DAY + 9 * YEAR };
    const rows = [...readers(5), aVisitor(old(DAY)), aVisitor(old(DAY - 4 * YEAR))];
    expect(judged(rows, moved).visitors).toEqual({ people: 5, undecided: 1, automation: 1 });
    expect(judged(rows).visitors).toEqual({ people: 5, undecided: 1, automation: 1 });
  });

  it('is that among readers of the days before, where those of the day are few', () => {
    const before = { ...NO_READERS, loading: 9, usualRelease: DAY - 4 * YEAR };
    expect(verdictOn(old(DAY - 4 * YEAR), readers(4), before)).toBe('undecided');
    expect(verdictOn(old(DAY - 4 * YEAR), readers(5), before)).toBe('automation');
  });

  it('is that on the day, where there are no readers whose browsers are known', () => {
    expect(verdictOn(old(DAY - 4 * YEAR))).toBe('automation');
    expect(verdictOn(old(DAY - 200))).toBe('undecided');
  });

  it('is never that among browsers of the future', () => {
    const future = readers(5, { released: DAY + 9 * YEAR });
    expect(verdictOn(old(DAY), future)).toBe('undecided');
  });

  it('is not known of a browser that does not tell its version', () => {
    expect(verdictOn(old(-1), readers(5))).toBe('undecided');
  });
});

describe('what is judged of a day', () => {
  const own = (at: number, hours: number, fields: Visitor = {}): Partial<EvidenceRow> =>
    aVisitor({ visitors: 20_000 + at, addresses: 20_000 + at, agents: 1, hours, ...fields });

  it('has the visits, errors and moments of automation by hour and for the day', () => {
    const probing: Visitor = { has: ['probe'], firstMs: 5, lastMs: 9 };
    const { hours, day } = judged([
      ...readers(3, { hours: 2, visits: 4 }),
      own(1, 2, { ...probing, visits: 3, errorVisits: 2, firstMs: 7 }),
      own(2, 2, { ...probing, visits: 1, errorVisits: 1, lastMs: 8 }),
      own(1, 5, { ...probing, visits: 2, lastMs: 1_000 }),
    ]);
    const at = 2 * HOUR_MS;
    expect(Object.fromEntries(hours)).toEqual({
      2: { people: 12, undecided: 0, automation: 4, errors: 3, first: at + 5, last: at + 9 },
      5: {
        ...{ people: 0, undecided: 0, automation: 2, errors: 0 },
        ...{ first: 5 * HOUR_MS + 5, last: 5 * HOUR_MS + 1_000 },
      },
    });
    expect(day).toEqual({
      ...{ people: 12, undecided: 0, automation: 6, errors: 3, first: at + 5 },
      last: 5 * HOUR_MS + 1_000,
    });
  });

  it('has no moment of requests that are no visits', () => {
    const { day, hours, visitors } = judged([own(1, 2, { has: ['probe'], visits: 0 })]);
    expect([day.first, hours.size, visitors.automation]).toEqual([null, 0, 0]);
  });

  it('is nothing of nobody', () => {
    expect(judged([])).toMatchObject({ noFiles: 0, readers: NO_READERS });
  });

  it('adds up to all visits, and does not depend on the order of rows', () => {
    const row = fc.record({
      ...{ hours: fc.nat({ max: 23 }), visitors: fc.nat({ max: 12 }), agents: fc.nat({ max: 2 }) },
      ...{ addresses: fc.nat({ max: 3 }), signs: fc.nat({ max: 2 ** 28 - 1 }) },
      ...{ pathsLow: fc.integer(), requests: fc.nat({ max: 50 }), visits: fc.nat({ max: 50 }) },
      ...{ errorVisits: fc.nat({ max: 50 }), pages: fc.nat({ max: 30 }) },
      ...{ refusals: fc.nat({ max: 30 }), firstMs: fc.nat({ max: HOUR_MS }) },
    });
    const many = fc.array(row, { maxLength: 40 }).map((rows) => {
      // As in the worker, a visitor and hour has one row, and a visitor one address and agent.
      const merged = new Map(rows.map((one) => [`${one.visitors} ${one.hours}`, one]));
      return [...merged.values()].map((one) => ({
        ...{ ...one, addresses: one.visitors % 4, agents: one.visitors % 3 },
        ...{ released: DAY - (one.visitors % 5) * 300, lastMs: one.firstMs },
      }));
    });
    fc.assert(
      fc.property(many, fc.nat({ max: 3 }), fc.nat(), (rows, loading, turn) => {
        const before = { ...NO_READERS, loading };
        const found = judged(rows, { before });
        const visits = rows.reduce((sum, one) => sum + one.visits, 0);
        const { day, noFiles, visitors, hours } = found;
        expect(day.people + day.undecided + day.automation + noFiles).toBe(visits);
        for (const name of ['people', 'undecided', 'automation', 'errors'] as const)
          expect([...hours.values()].reduce((sum, one) => sum + one[name], 0)).toBe(day[name]);
        expect(visitors.people + visitors.undecided + visitors.automation).toBeLessThanOrEqual(
          new Set(rows.map((one) => one.visitors)).size,
        );
        const at = turn % (rows.length || 1);
        expect(judged([...rows.slice(at), ...rows.slice(0, at)], { before })).toEqual(found);
      }),
    );
  });
});
