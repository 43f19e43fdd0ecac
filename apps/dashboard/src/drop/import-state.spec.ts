import { afterMessage, daysOf, newImport, totalOf } from './import-state.js';
import type { FileProgress } from './protocol.js';

const progress = (change: Partial<FileProgress> = {}): FileProgress => ({
  ...{ before: 0, entries: 10, rejected: 1, skipped: {}, lines: 11, warnings: [] },
  ...{ span: { first: Date.UTC(2026, 10, 19), last: Date.UTC(2026, 10, 20) } },
  ...{ format: 'Caddy JSON', fraction: 1, firstRejects: [], isUncertain: false, ...change },
});

it('adds up what the files brought, and says from when to when', () => {
  let state = newImport(['a.log', 'b.log', 'c.log']);
  expect(totalOf(state)).toEqual({ entries: 0, rejected: 0, span: undefined });
  state = afterMessage(state, { kind: 'progress', file: 0, progress: progress() });
  const span = { first: Date.UTC(2026, 10, 17, 23), last: Date.UTC(2026, 10, 19, 1) };
  state = afterMessage(state, { kind: 'progress', file: 1, progress: progress({ span }) });
  const empty = progress({ entries: 0, rejected: 0, span: undefined });
  state = afterMessage(state, { kind: 'progress', file: 2, progress: empty });
  const total = totalOf(state);
  expect(total).toMatchObject({ entries: 20, rejected: 2 });
  expect(total.span && daysOf(total.span)).toEqual({ start: '2026-11-17', end: '2026-11-20' });
});

it('keeps what was sent of a file that could not be read to its end', () => {
  const fault = { kind: 'unreadable', message: 'damaged' } as const;
  let state = newImport(['a.log', 'b.log']);
  state = afterMessage(state, { kind: 'progress', file: 0, progress: progress() });
  state = afterMessage(state, { kind: 'end', file: 0, fault });
  expect(state.files[0]).toMatchObject({ isEnded: true, fault, progress: { entries: 10 } });
  expect(state.files[1]).toEqual({ name: 'b.log', isEnded: false });
});

it('waits until it need not any more, also while other requests are accepted', () => {
  let state = afterMessage(newImport(['a.log']), { kind: 'wait', reason: '429 too many' });
  state = afterMessage(state, { kind: 'progress', file: 0, progress: progress() });
  expect(state.waiting).toBe('429 too many');
  state = afterMessage(state, { kind: 'wait', reason: undefined });
  expect(state.waiting).toBeUndefined();
});
