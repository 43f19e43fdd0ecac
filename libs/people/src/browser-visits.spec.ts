import fc from 'fast-check';
import { type VisitRow, visitRowsOf, visitsOf } from '../test/browser-visits.js';
import {
  countryNumber,
  countryOf,
  joinBrowserVisits,
  packBrowserVisits,
  sourceOfAssistant,
  unpackBrowserVisits,
} from './browser-visits.js';

const id = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 2 ** 16, 2 ** 31 - 1),
  fc.integer({ min: 0, max: 2 ** 31 - 1 }),
);
const pageId = fc.oneof(id, fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1));
const letter = fc.integer({ min: 65, max: 90 }).map((code) => String.fromCharCode(code));
const country = fc.tuple(letter, letter).map((letters) => letters.join(''));
const assistant = fc.constantFrom('ChatGPT', 'Claude', 'Le Chat', 'Ünïcode "quoted" 中');
const VISITORS = 5;
const visit = fc.record<VisitRow>({
  ...{ visitor: fc.nat({ max: VISITORS - 1 }), page: pageId, host: id, client: id },
  status: fc.integer({ min: 0, max: 999 }),
  country: fc.option(country),
  assistant: fc.option(assistant),
});
const visits = fc.array(visit, { maxLength: 15 });

describe('packed visits of browsers', () => {
  it('come back as they were, with the assistants that sent them', () => {
    fc.assert(
      fc.property(visits, (rows) => {
        const unpacked = unpackBrowserVisits(packBrowserVisits(visitsOf(rows)));
        expect(visitRowsOf(unpacked)).toEqual(rows);
        expect(unpacked.assistants).toEqual(visitsOf(rows).assistants);
      }),
    );
  });

  it('are only as many as there are, when their columns have room for more', () => {
    fc.assert(
      fc.property(visits, fc.nat(), (rows, some) => {
        const count = some % (rows.length + 1);
        const packed = packBrowserVisits({ ...visitsOf(rows), count });
        expect(visitRowsOf(unpackBrowserVisits(packed))).toEqual(rows.slice(0, count));
      }),
    );
  });

  it('take a byte for a column of zeros, and none for assistants when there are none', () => {
    const none = { visitor: 0, page: 0, host: 0, client: 0, status: 0 };
    const rows = Array.from({ length: 500 }, () => ({ ...none, country: null, assistant: null }));
    expect(packBrowserVisits(visitsOf(rows))).toHaveLength(4 + 7);
  });

  it('are refused when their end is missing', () => {
    const row = { visitor: 1, page: 2 ** 40, host: 3, client: 400, status: 404, country: 'DE' };
    const packed = packBrowserVisits(visitsOf([{ ...row, assistant: 'Claude' }]));
    const columns = packed.length - JSON.stringify(['Claude']).length;
    for (let length = 0; length < packed.length; length++)
      if (length !== columns)
        expect(() => unpackBrowserVisits(packed.subarray(0, length))).toThrow();
    expect(visitRowsOf(unpackBrowserVisits(packed))).toEqual([{ ...row, assistant: 'Claude' }]);
  });
});

const piece = fc.tuple(
  visits,
  fc.array(fc.nat({ max: 50 }), { minLength: VISITORS, maxLength: VISITORS }),
);

describe('visits of several pieces', () => {
  it('are those of all pieces in their order, each of the row into which its visitor was merged', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const given = pieces.map(([rows, rowOf]) => ({
          visits: visitsOf(rows),
          rowOf: Int32Array.from(rowOf),
        }));
        const joined = joinBrowserVisits(given);
        expect(visitRowsOf(joined)).toEqual(
          pieces.flatMap(([rows, rowOf]) =>
            rows.map((row) => ({ ...row, visitor: rowOf[row.visitor] })),
          ),
        );
        expect(new Set(joined.assistants).size).toBe(joined.assistants.length);
      }),
    );
  });

  it('leave the pieces as they are, and take only as many of them as there are', () => {
    const row = { page: 1, host: 2, client: 3, status: 200, country: 'FR', assistant: 'Claude' };
    const rows = [0, 1, 2].map((visitor) => ({ ...row, visitor }));
    const room = { ...visitsOf(rows), count: 2 };
    const rowOf = Int32Array.of(7, 8, 9);
    const joined = joinBrowserVisits([
      { visits: room, rowOf },
      { visits: room, rowOf },
    ]);
    expect(visitRowsOf(joined).map(({ visitor }) => visitor)).toEqual([7, 8, 7, 8]);
    expect(visitRowsOf(room)).toEqual(rows.slice(0, 2));
  });
});

it('an assistant has the same number each time', () => {
  const none = visitsOf([]);
  const names = ['a', 'b', 'a', 'c', 'b'];
  expect(names.map((name) => sourceOfAssistant(none, name))).toEqual([1, 2, 1, 3, 2]);
  expect(none.assistants).toEqual(['a', 'b', 'c']);
});

it('each country has a number of its own, which is not 0', () => {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const countries = letters.flatMap((one) => letters.map((other) => one + other));
  const numbers = countries.map(countryNumber);
  expect(new Set([0, ...numbers]).size).toBe(26 * 26 + 1);
  expect(numbers.map(countryOf)).toEqual(countries);
  expect(countryNumber(null)).toBe(0);
});
