import fc from 'fast-check';
import { type EvidenceRow, evidenceOf, rowsOf } from '../test/evidence.js';
import { EVIDENCE_COLUMNS, EvidenceMerger } from './evidence.js';
import { packEvidence, unpackEvidence } from './pack-evidence.js';
import { SIGNS, signs } from './signs.js';

const pseudonym = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 2 ** 16, 2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1),
  fc.integer({ min: 0, max: 2 ** 48 - 1 }),
);
const bits = fc.oneof(
  fc.constantFrom(0, 1, -1, 255, 256, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
);
const count = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 2 ** 16 - 1, 2 ** 16, 2 ** 31, 2 ** 32 - 1),
  fc.integer({ min: 0, max: 300 }),
);
const row = fc.record<EvidenceRow>({
  ...{ hours: fc.integer({ min: 0, max: 23 }), visitors: pseudonym, addresses: pseudonym },
  networks: pseudonym,
  ...{ agents: bits, signs: bits, pathsLow: bits, pathsHigh: bits },
  released: fc.oneof(
    fc.constantFrom(-1, 0, 254, 255, 32_767),
    fc.integer({ min: -1, max: 32_767 }),
  ),
  ...{ requests: count, visits: count, errorVisits: count, pages: count, refusals: count },
  ...{ firstMs: count, lastMs: count },
});
/** Rows in which whole columns have only zeros, as nearly all evidence has. */
const rows = fc
  .tuple(fc.array(row, { maxLength: 12 }), fc.subarray(EVIDENCE_COLUMNS))
  .map(([all, zeros]) =>
    all.map((one) => ({ ...one, ...Object.fromEntries(zeros.map((name) => [name, 0])) })),
  );

const sizeOf = (some: Partial<EvidenceRow>[]) => packEvidence(evidenceOf(some)).length;
/** A head of four bytes, and one byte for each column. */
const SIZE_OF_NOTHING = 4 + EVIDENCE_COLUMNS.length;
const ZEROS: Partial<EvidenceRow> = {
  ...{ visitors: 0, addresses: 0, agents: 0, requests: 0, visits: 0 },
};

describe('packed evidence', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(rows, (given) => {
        expect(rowsOf(unpackEvidence(packEvidence(evidenceOf(given))))).toEqual(given);
      }),
    );
  });

  it('has the rows of merged evidence only, whose columns have room for more', () => {
    const merger = new EvidenceMerger(10);
    const one = evidenceOf([{ visitors: 2 ** 40, agents: -7, requests: 300 }]);
    merger.add(one, 0);
    merger.add(one, 0);
    const unpacked = unpackEvidence(packEvidence(merger.result()));
    expect(rowsOf(unpacked)).toEqual([{ ...rowsOf(one)[0], requests: 600, visits: 2 }]);
  });

  it('takes no byte for a column of zeros, nor for browsers whose release is not known', () => {
    expect(sizeOf([])).toBe(SIZE_OF_NOTHING);
    expect(sizeOf(Array.from({ length: 500 }, () => ZEROS))).toBe(SIZE_OF_NOTHING);
  });

  it.each<[keyof EvidenceRow, number, number]>([
    ['requests', 1, 1],
    ['requests', 255, 1],
    ['requests', 256, 2],
    ['requests', 65_535, 2],
    ['requests', 65_536, 4],
    ['requests', 2 ** 32 - 1, 4],
    ['signs', 255, 1],
    ['signs', -1, 4],
    ['visitors', 65_535, 2],
    ['visitors', 2 ** 32 - 1, 4],
    ['visitors', 2 ** 32, 6],
    ['visitors', 2 ** 48 - 1, 6],
    ['released', 254, 1],
    ['released', 255, 2],
    ['released', 32_767, 2],
  ])('takes for each value of a column what the largest needs: %s %s', (name, value, width) => {
    const some = [ZEROS, ZEROS, { ...ZEROS, [name]: value }];
    expect(sizeOf(some)).toBe(SIZE_OF_NOTHING + 3 * width);
  });

  it('takes at most 45 bytes for a visitor and hour of an ordinary website', () => {
    const visitors = Array.from({ length: 1_000 }, (_, at) => ({
      ...{ hours: at % 24, visitors: 2 ** 47 + at, addresses: 2 ** 46 + at, agents: -at },
      ...{ released: 9_000 + (at % 500), signs: 0x0faf_0000 | at, pathsLow: 1 << (at % 32) },
      ...{
        pathsHigh: 1 << ((at * 7) % 32),
        requests: at % 200,
        visits: at % 30,
        errorVisits: at % 3,
      },
      ...{ pages: at % 20, refusals: at % 4, firstMs: at * 3_000, lastMs: at * 3_500 },
    }));
    expect(sizeOf(visitors) / visitors.length).toBeLessThanOrEqual(45);
  });
});

it('takes as much for the sign that makes the bits negative as for others', () => {
  const some = signs('page', 'http11');
  const [all, marked] = [some, some | SIGNS.hoster].map((bits) => evidenceOf([{ signs: bits }]));
  expect(marked!.signs[0]).toBeLessThan(0);
  expect(packEvidence(marked!)).toHaveLength(packEvidence(all!).length);
  expect(unpackEvidence(packEvidence(marked!)).signs[0]).toBe(some | SIGNS.hoster);
});

describe('damaged evidence', () => {
  const packed = packEvidence(
    evidenceOf([
      { visitors: 2 ** 40, agents: -1, requests: 300, lastMs: 9 },
      { visitors: 2 ** 41, agents: 5, requests: 3, lastMs: 99 },
    ]),
  );

  it('is refused however much of its end is missing', () => {
    for (let length = 0; length < packed.length; length++)
      expect(() => unpackEvidence(packed.subarray(0, length))).toThrow();
    expect(unpackEvidence(packed).count).toBe(2);
  });

  it('is refused when it has more bytes than its columns', () => {
    const longer = Buffer.concat([packed, Buffer.of(0)]);
    expect(() => unpackEvidence(longer)).toThrow('The evidence has more bytes than its columns');
  });

  it.each([3, 5, 7, 8, 255])('is refused when values would have %s bytes', (width) => {
    const changed = Buffer.from(packed);
    // The first width; the hours of both rows are 0.
    expect(changed[4]).toBe(0);
    changed[4] = width;
    expect(() => unpackEvidence(changed)).toThrow('Column hours of the evidence is not whole');
  });

  it.each([0, 1, 3, 2 ** 31, 2 ** 32 - 1])('is refused when it would have %s rows', (count) => {
    const changed = Buffer.from(packed);
    changed.writeUInt32LE(count);
    expect(() => unpackEvidence(changed)).toThrow();
  });
});
