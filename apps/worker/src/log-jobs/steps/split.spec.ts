import { packEntries } from '@app/queue';
import { aLogEntry } from '@app/testing';
import type { DecodedBatch } from './decode.js';
import { halve, type Part, split } from './split.js';

const DAY = 86_400_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function aBatch(times: number[]): DecodedBatch {
  const batch = {
    id: '0190aaaa-0000-7000-8000-000000000000',
    accountId: 1,
    websiteId: 2,
    receivedAt: 0,
    count: times.length,
  };
  return { batch, entries: packEntries(times.map((time) => aLogEntry({ time }))) };
}

/** Returns a thousand entries, with this number of hours between them. */
const everyHours = (hours: number) =>
  aBatch(Array.from({ length: 1_000 }, (_, i) => (i * hours * DAY) / 24));
const placesOf = (part: Part) => [...part.places];

describe('split', () => {
  it('does not split a batch of few days', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => (i % 100) * 7 * DAY));
    const [part, ...others] = split(batch);
    expect(others).toEqual([]);
    expect(part).toMatchObject({ batch: batch.batch, id: batch.batch.id });
    expect(part?.entries).toBe(batch.entries);
    expect(part && placesOf(part)).toEqual(Array.from({ length: 1_000 }, (_, place) => place));
  });

  it('puts every entry into exactly one part of at most 100 days', () => {
    const parts = split(everyHours(12));
    expect(parts).toHaveLength(5);
    expect(parts.flatMap(placesOf).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => i),
    );
    for (const part of parts) {
      const days = new Set(
        placesOf(part).map((place) => Math.floor((part.entries.time[place] ?? NaN) / DAY)),
      );
      expect(days.size).toBeLessThanOrEqual(100);
    }
  });

  it('gives each part its own id, the same every time', () => {
    const batch = everyHours(12);
    const ids = split(batch).map((part) => part.id);
    expect(new Set(ids).size).toBe(5);
    expect(ids[0]).toBe(batch.batch.id);
    for (const id of ids.slice(1)) expect(id).toMatch(UUID);
    expect(split(batch).map((part) => part.id)).toEqual(ids);
  });
});

describe('halve', () => {
  it.each([
    [2, [0], [1]],
    [3, [0, 1], [2]],
  ])('of %i entries', (count, first, second) => {
    const [part] = split(aBatch(Array.from({ length: count }, () => 0)));
    expect(part && halve(part).map(placesOf)).toEqual([first, second]);
  });

  it('gives ledger ids that no other part of the batch has, the same every time', () => {
    const parts = split(everyHours(12));
    const halves = parts.flatMap(halve);
    const quarters = halves.flatMap(halve);
    const ids = [...parts, ...halves, ...quarters].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5 + 10 + 20);
    for (const id of ids.slice(1)) expect(id).toMatch(UUID);
    expect(parts.flatMap(halve)).toEqual(halves);
  });
});
