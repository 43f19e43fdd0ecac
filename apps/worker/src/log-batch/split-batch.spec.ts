import { aLogEntry } from '@app/testing';
import { type BatchPart, halve, splitBatch } from './split-batch.js';

const DAY = 86_400_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function aBatch(times: number[]): BatchPart {
  const entries = times.map((time, position) => ({ entry: aLogEntry({ time }), position }));
  return { id: '0190aaaa-0000-7000-8000-000000000000', entries };
}

const positionsOf = (part: BatchPart) => part.entries.map(({ position }) => position);

describe('splitBatch', () => {
  it('leaves a batch of few chunks alone', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => (i % 100) * 7 * DAY));
    expect(splitBatch(batch, 7)).toEqual([batch]);
  });

  it('puts every entry into exactly one part of at most 100 chunks', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => i * 4 * DAY));
    const parts = splitBatch(batch, 7);
    expect(parts).toHaveLength(6);
    expect(parts.flatMap(positionsOf).sort((a, b) => a - b)).toEqual(positionsOf(batch));
    for (const part of parts) {
      const chunks = new Set(part.entries.map(({ entry }) => Math.floor(entry.time / (7 * DAY))));
      expect(chunks.size).toBeLessThanOrEqual(100);
    }
  });

  it('gives each part an id of its own, the same every time', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => i * 4 * DAY));
    const ids = splitBatch(batch, 7).map((part) => part.id);
    expect(new Set(ids).size).toBe(6);
    expect(ids[0]).toBe(batch.id);
    for (const id of ids.slice(1)) expect(id).toMatch(UUID);
    expect(splitBatch(batch, 7).map((part) => part.id)).toEqual(ids);
  });
});

describe('halve', () => {
  it.each([
    [2, [0], [1]],
    [3, [0, 1], [2]],
  ])('of %i entries', (count, first, second) => {
    const halves = halve(aBatch(Array.from({ length: count }, () => 0)));
    expect(halves.map(positionsOf)).toEqual([first, second]);
  });

  it('gives ledger ids that no other part of the batch has, the same every time', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => i * 4 * DAY));
    const parts = splitBatch(batch, 7);
    const halves = parts.flatMap(halve);
    const quarters = halves.flatMap(halve);
    const ids = [...parts, ...halves, ...quarters].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6 + 12 + 24);
    for (const id of ids.slice(1)) expect(id).toMatch(UUID);
    expect(parts.flatMap(halve)).toEqual(halves);
  });
});
