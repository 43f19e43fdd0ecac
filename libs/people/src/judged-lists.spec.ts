import fc from 'fast-check';
import { type VisitRow, visitsOf } from '../test/browser-visits.js';
import { evidenceOf } from '../test/evidence.js';
import { countryNumber } from './browser-visits.js';
import type { Judgement } from './judgement.js';
import {
  type JudgedList,
  type JudgedLists,
  keyOfHour,
  keyOfLanding,
  listVerdicts,
  MOST_LISTED,
  STATUSES,
} from './judged-lists.js';

const JUDGEMENTS: Judgement[] = ['people', 'undecided', 'automation', 'none'];

/** A visit, with the hour and the visitor that its row of evidence has. */
interface Visit extends Omit<VisitRow, 'visitor'> {
  hour: number;
  visitor: number;
}

interface Day {
  visits: Visit[];
  judgements: Judgement[];
}

const visit = fc.record<Visit>({
  ...{ hour: fc.nat({ max: 23 }), visitor: fc.nat({ max: 7 }) },
  page: fc.constantFrom(0, 1, 2, 2 ** 40),
  host: fc.constantFrom(0, 1, 2 ** 31 - 1),
  client: fc.constantFrom(0, 1, 2 ** 31 - 1),
  status: fc.constantFrom(0, 200, 304, 399, 400, 404, 999),
  country: fc.constantFrom(null, 'AA', 'DE', 'ZZ'),
  assistant: fc.constantFrom(null, 'ChatGPT', 'Claude'),
});
const day = fc.record<Day>({
  visits: fc.array(visit, { maxLength: 25 }),
  judgements: fc.array(fc.constantFrom(...JUDGEMENTS), { minLength: 8, maxLength: 8 }),
});
/** Returns the lists of visits, for whose visitors and hours there are rows of evidence in an order. */
function listsOf(
  { visits, judgements }: Day,
  {
    most = MOST_LISTED,
    isKept = () => true,
  }: { most?: number; isKept?: (one: Visit) => boolean } = {},
): JudgedLists {
  const groups = [...new Set(visits.map(({ visitor, hour }) => `${visitor} ${hour}`))];
  const rows = groups.map((group) => {
    const [visitors = 0, hours = 0] = group.split(' ').map(Number);
    const own = visits.filter(({ visitor, hour }) => visitor === visitors && hour === hours);
    return { visitors, hours, visits: own.length };
  });
  const own = visitsOf(
    visits
      .filter(isKept)
      .map((one) => ({ ...one, visitor: groups.indexOf(`${one.visitor} ${one.hour}`) })),
  );
  const visitorOf = Int32Array.from(rows, ({ visitors }) => visitors);
  return listVerdicts(evidenceOf(rows), own, { visitorOf, judgements, most });
}

type Counts = Record<'people' | 'undecided' | 'automation' | 'errors', number>;

/** Returns a list as counts by key. */
function countsOf({ count, keys, people, undecided, automation, errors }: JudgedList) {
  const columns = [keys, people, undecided, automation, errors];
  expect(columns.map(({ length }) => length)).toEqual(columns.map(() => count));
  expect([...keys].sort((one, other) => one - other)).toEqual(keys);
  return Object.fromEntries(
    keys.map((key, at) => [
      key,
      {
        ...{ people: people[at], undecided: undecided[at] },
        ...{ automation: automation[at], errors: errors[at] },
      },
    ]),
  );
}

/** Counts visits up to an hour, by a key of each; those without one are left out. */
function expected(
  { visits, judgements }: Day,
  until: number,
  keyOf: (visit: Visit) => number | undefined,
): Record<number, Counts> {
  const counts: Record<number, Counts> = {};
  for (const one of visits) {
    const judgement = judgements[one.visitor] as Judgement;
    const key = keyOf(one);
    if (one.hour >= until || judgement === 'none' || key === undefined) continue;
    const own = (counts[key] ??= { people: 0, undecided: 0, automation: 0, errors: 0 });
    own[judgement]++;
    if (judgement === 'automation' && one.status >= 400) own.errors++;
  }
  return counts;
}

function expectLists(given: Day, lists: JudgedLists, until: number): void {
  const by = (keyOf: (visit: Visit) => number | undefined) => expected(given, until, keyOf);
  expect(lists.until).toBe(until);
  expect(countsOf(lists.hosts)).toEqual(
    by(({ host, status, hour }) => keyOfHour(host * STATUSES + status, hour)),
  );
  expect(countsOf(lists.countries)).toEqual(
    by(({ country, status, hour }) =>
      country === null ? undefined : keyOfHour(countryNumber(country) * STATUSES + status, hour),
    ),
  );
  expect(countsOf(lists.referrals)).toEqual(
    by(({ assistant, hour }) =>
      assistant === null ? undefined : keyOfHour(lists.assistants.indexOf(assistant) + 1, hour),
    ),
  );
  expect(countsOf(lists.landings)).toEqual(
    by(({ assistant, page }) =>
      assistant === null || page === 0
        ? undefined
        : keyOfLanding(lists.assistants.indexOf(assistant) + 1, page),
    ),
  );
  expect(countsOf(lists.clients)).toEqual(by(({ client }) => client || undefined));
  expect(countsOf(lists.pages)).toEqual(by(({ page }) => page || undefined));
}

describe('the verdicts on visits', () => {
  it('are added up for each list', () => {
    fc.assert(fc.property(day, (given) => expectLists(given, listsOf(given), 24)));
  });

  it('are of the first hours only that have no more visits than are listed', () => {
    fc.assert(
      fc.property(day, fc.nat({ max: 25 }), (given, most) => {
        const hours = Array.from({ length: 24 }, (_, hour) => hour);
        const upTo = (last: number) => given.visits.filter(({ hour }) => hour <= last).length;
        const until = hours.find((hour) => upTo(hour) > most) ?? 24;
        expectLists(given, listsOf(given, { most }), until);
      }),
    );
  });

  it('are the same whatever the order of visits and of evidence', () => {
    fc.assert(
      fc.property(
        day.chain((given) =>
          fc.record({
            given: fc.constant(given),
            visits: fc.shuffledSubarray(given.visits, {
              minLength: given.visits.length,
              maxLength: given.visits.length,
            }),
          }),
        ),
        fc.nat({ max: 25 }),
        ({ given, visits }, most) => {
          const [one, other] = [given, { ...given, visits }].map((some) => listsOf(some, { most }));
          // Assistants are numbered as they come.
          const withoutNumbers = ({ assistants: _, ...all }: JudgedLists) => {
            const { referrals, landings, ...lists } = all;
            return { ...lists, sources: referrals.count, landings: landings.count };
          };
          expect(withoutNumbers(other as JudgedLists)).toEqual(withoutNumbers(one as JudgedLists));
          expectLists({ ...given, visits }, other as JudgedLists, (one as JudgedLists).until);
        },
      ),
    );
  });

  it('are of all visits when there are exactly as many as are listed, and of none when one hour has more', () => {
    const visits = Array.from({ length: 5 }, (): Visit => ({
      ...{ hour: 4, visitor: 0, page: 1, host: 1, client: 1, status: 200 },
      ...{ country: null, assistant: null },
    }));
    const given = { visits, judgements: ['people' as const] };
    expect(listsOf(given, { most: 5 })).toMatchObject({
      until: 24,
      pages: { keys: [1], people: [5] },
    });
    expect(listsOf(given, { most: 4 })).toMatchObject({ until: 4, pages: { count: 0 } });
  });

  it('are of the hours only before the first of which not all visits were kept', () => {
    fc.assert(
      fc.property(day, fc.nat({ max: 7 }), fc.nat({ max: 23 }), (given, visitor, from) => {
        const isKept = (one: Visit) => one.visitor !== visitor || one.hour < from;
        const lost = given.visits.filter((one) => !isKept(one)).map(({ hour }) => hour);
        expectLists(given, listsOf(given, { isKept }), Math.min(24, ...lost));
      }),
    );
  });
});
