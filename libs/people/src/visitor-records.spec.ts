import fc from 'fast-check';
import { type VisitRow, visitRowsOf, visitsOf } from '../test/browser-visits.js';
import { evidenceOf } from '../test/evidence.js';
import { mergeRecords, NO_RECORDS, type VisitorRecords } from './visitor-records.js';

/** A visit with the visitor and hour that its row of evidence has. */
type Visit = Omit<VisitRow, 'visitor'> & { visitor: number; hour: number };

const visit = fc.record<Visit>({
  ...{ visitor: fc.constantFrom(1, 2, 2 ** 48 - 1), hour: fc.constantFrom(0, 1, 23) },
  ...{ page: fc.nat({ max: 3 }), host: fc.nat({ max: 2 }), client: fc.nat({ max: 2 }) },
  status: fc.constantFrom(200, 404),
  country: fc.constantFrom(null, 'DE', 'FR'),
  assistant: fc.constantFrom(null, 'ChatGPT', 'Claude', 'Perplexity'),
});
const pieces = fc.array(fc.array(visit, { maxLength: 8 }), { minLength: 4, maxLength: 4 });

/** Returns what is kept of visits, as the worker gathers it. */
function recordsOf(visits: readonly Visit[]): VisitorRecords {
  const groups = [...new Set(visits.map(({ visitor, hour }) => `${visitor} ${hour}`))];
  const rows = groups.map((group) => {
    const [visitors = 0, hours = 0] = group.split(' ').map(Number);
    const count = visits.filter((one) => `${one.visitor} ${one.hour}` === group).length;
    return { visitors, hours, requests: count, visits: count };
  });
  return {
    evidence: evidenceOf(rows),
    visits: visitsOf(
      visits.map((one) => ({ ...one, visitor: groups.indexOf(`${one.visitor} ${one.hour}`) })),
    ),
  };
}

/** Returns the visits of records with their visitors and hours, in an order of their own. */
function visitsIn({ evidence, visits }: VisitorRecords): string[] {
  return visitRowsOf(visits)
    .map(({ visitor: row, ...rest }) =>
      textOf({
        ...rest,
        visitor: evidence.visitors[row] as number,
        hour: evidence.hours[row] as number,
      }),
    )
    .sort();
}

const textOf = ({ visitor, hour, page, host, client, status, country, assistant }: Visit) =>
  [visitor, hour, page, host, client, status, country, assistant].join(' ');

/** Returns how many visits each visitor and hour has, by the evidence. */
const countsIn = ({ evidence }: VisitorRecords) =>
  Array.from({ length: evidence.count }, (_, row) =>
    [evidence.visitors[row], evidence.hours[row], evidence.visits[row]].join(' '),
  ).sort();

describe('merged records', () => {
  it('have each visit with its visitor and hour, in any order and however they are grouped', () => {
    fc.assert(
      fc.property(pieces, (given) => {
        const all = given.flat();
        const [first, second, third, fourth] = given.map(recordsOf) as [
          ...[VisitorRecords, VisitorRecords, VisitorRecords, VisitorRecords],
        ];
        const ways = [
          mergeRecords([first, second, third, fourth]),
          mergeRecords([fourth, second, first, third]),
          mergeRecords([mergeRecords([first, second]), mergeRecords([third, fourth])]),
          mergeRecords([first, mergeRecords([second, mergeRecords([third, fourth])])]),
          mergeRecords([NO_RECORDS, mergeRecords([second]), third, first, fourth]),
        ];
        for (const merged of ways) {
          expect(visitsIn(merged)).toEqual(all.map(textOf).sort());
          expect(countsIn(merged)).toEqual(countsIn(recordsOf(all)));
        }
      }),
    );
  });

  it('leave what they were made of as it is', () => {
    fc.assert(
      fc.property(pieces, (given) => {
        const records = given.map(recordsOf);
        mergeRecords(records);
        expect(records.map(visitsIn)).toEqual(given.map((visits) => visits.map(textOf).sort()));
      }),
    );
  });

  it('are nothing when there was nothing', () => {
    for (const merged of [mergeRecords([]), mergeRecords([NO_RECORDS, NO_RECORDS])])
      expect([merged.evidence.count, merged.visits.count]).toEqual([0, 0]);
  });
});
