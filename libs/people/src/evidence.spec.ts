import fc from 'fast-check';
import { anEvidenceRow, type EvidenceRow, evidenceOf, rowsOf } from '../test/evidence.js';
import { createEvidence, type Evidence, EvidenceMerger } from './evidence.js';
import { createBrowserVisits } from './browser-visits.js';
import { mergeRecords } from './visitor-records.js';

const HOUR_MS = 3_600_000;
const bits = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const few = fc.nat({ max: 1_000 });
/** What is the same in all rows of a visitor follows from it, as in the worker. */
const row = fc
  .record({
    ...{
      hours: fc.constantFrom(0, 1, 23),
      visitors: fc.constantFrom(1, 2, 2 ** 32 + 1, 2 ** 48 - 1),
    },
    ...{ signs: bits, pathsLow: bits, pathsHigh: bits, requests: few, visits: few },
    ...{ errorVisits: few, pages: few, refusals: few },
    ...{ firstMs: fc.nat({ max: HOUR_MS }), lastMs: fc.nat({ max: HOUR_MS }) },
  })
  .map((fields): EvidenceRow => {
    const own = fields.visitors % 7;
    return {
      ...fields,
      ...{ addresses: own * 2 ** 40, networks: own * 2 ** 39 },
      ...{ agents: 3 - own, released: own * 1_000 - 1 },
    };
  });
/** Rows, a piece for each of them, and an order. */
const cut = fc
  .array(fc.tuple(row, fc.nat({ max: 3 }), fc.nat()), { minLength: 1, maxLength: 20 })
  .map((all) => ({
    rows: all.map(([one]) => one),
    pieces: [0, 1, 2, 3].map((piece) =>
      [...all]
        .sort((one, other) => one[2] - other[2])
        .filter(([, of]) => of === piece)
        .map(([one]) => one),
    ),
  }));

/** The rows, ordered, as nothing depends on their order. */
function sorted(evidence: Evidence): EvidenceRow[] {
  return rowsOf(evidence).sort(
    (one, other) => one.visitors - other.visitors || one.hours - other.hours,
  );
}

function expected(rows: readonly EvidenceRow[]): EvidenceRow[] {
  const merged = new Map<string, EvidenceRow>();
  for (const one of rows) {
    const key = `${one.visitors} ${one.hours}`;
    const known = merged.get(key);
    merged.set(key, known ? together(known, one) : one);
  }
  return [...merged.values()].sort(
    (one, other) => one.visitors - other.visitors || one.hours - other.hours,
  );
}

function together(one: EvidenceRow, other: EvidenceRow): EvidenceRow {
  const sum = (name: keyof EvidenceRow) => one[name] + other[name];
  return {
    ...one,
    ...{ signs: one.signs | other.signs, pathsLow: one.pathsLow | other.pathsLow },
    ...{ pathsHigh: one.pathsHigh | other.pathsHigh, requests: sum('requests') },
    ...{ visits: sum('visits'), errorVisits: sum('errorVisits'), pages: sum('pages') },
    refusals: sum('refusals'),
    firstMs: Math.min(one.firstMs, other.firstMs),
    lastMs: Math.max(one.lastMs, other.lastMs),
  };
}

const mergeEvidence = (pieces: readonly Evidence[]): Evidence =>
  mergeRecords(pieces.map((evidence) => ({ evidence, visits: createBrowserVisits(0) }))).evidence;

describe('merged evidence', () => {
  it('adds sums, has the bits of all, the least first and the greatest last moment', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 20 }), (rows) => {
        const pieces = rows.map((one) => evidenceOf([one]));
        expect(sorted(mergeEvidence(pieces))).toEqual(expected(rows));
      }),
    );
  });

  it('depends neither on the order of rows, nor on how they are cut and grouped', () => {
    fc.assert(
      fc.property(cut, ({ rows, pieces }) => {
        const [first, second, third, fourth] = pieces.map((piece) => evidenceOf(piece)) as [
          ...[Evidence, Evidence, Evidence, Evidence],
        ];
        const all = expected(rows);
        expect(sorted(mergeEvidence([first, second, third, fourth]))).toEqual(all);
        expect(sorted(mergeEvidence([fourth, second, first, third]))).toEqual(all);
        const left = mergeEvidence([
          mergeEvidence([first, second]),
          mergeEvidence([third, fourth]),
        ]);
        expect(sorted(left)).toEqual(all);
        const right = mergeEvidence([
          first,
          mergeEvidence([second, mergeEvidence([third, fourth])]),
        ]);
        expect(sorted(right)).toEqual(all);
      }),
    );
  });

  it('is a row for each visitor and hour, whatever their numbers', () => {
    const rows = [0, 1, 2 ** 32, 2 ** 48 - 1].flatMap((visitors) =>
      Array.from({ length: 24 }, (_, hours) => anEvidenceRow({ visitors, hours })),
    );
    const merged = mergeEvidence([evidenceOf(rows), evidenceOf(rows)]);
    expect(merged.count).toBe(4 * 24);
    expect(sorted(merged)).toEqual(rows.map((one) => ({ ...one, requests: 2, visits: 2 })));
  });

  it('leaves what it was made of as it is', () => {
    const pieces = [evidenceOf([{ signs: 1 }]), evidenceOf([{ signs: 2 }])];
    const before = pieces.map(rowsOf);
    expect(rowsOf(mergeEvidence(pieces))).toEqual([
      anEvidenceRow({ signs: 3, requests: 2, visits: 2 }),
    ]);
    expect(pieces.map(rowsOf)).toEqual(before);
  });

  it('is nothing when there was nothing', () => {
    expect(mergeEvidence([]).count).toBe(0);
    expect(mergeEvidence([createEvidence(0), createEvidence(0)]).count).toBe(0);
    expect(new EvidenceMerger(5).result().count).toBe(0);
  });
});
