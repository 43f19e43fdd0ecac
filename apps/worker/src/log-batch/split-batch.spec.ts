import type { Visit, VisitBatch } from '@app/storage';
import { splitBatch } from './split-batch.js';

const DAY = 86_400_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function aBatch(times: number[]): VisitBatch {
  const visits = times.map((time) => ({ time }) as Visit);
  return { id: '0190aaaa-0000-7000-8000-000000000000', accountId: 1, receivedAt: 0, visits };
}

describe('splitBatch', () => {
  it('leaves a batch of few chunks alone', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => (i % 100) * 7 * DAY));
    expect(splitBatch(batch, 7)).toEqual([batch]);
  });

  it('puts every visit into exactly one part of at most 100 chunks', () => {
    const batch = aBatch(Array.from({ length: 1_000 }, (_, i) => i * 4 * DAY));
    const parts = splitBatch(batch, 7);
    expect(parts).toHaveLength(6);
    const times = parts.flatMap((part) => part.visits.map((visit) => visit.time));
    expect(times.sort((a, b) => a - b)).toEqual(batch.visits.map((visit) => visit.time));
    for (const part of parts) {
      const chunks = new Set(part.visits.map((visit) => Math.floor(visit.time / (7 * DAY))));
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
