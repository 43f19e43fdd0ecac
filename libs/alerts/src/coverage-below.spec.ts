import { ruleFrom } from '../test/simulation.js';
import { decide } from './decide.js';
import { type CoverageFacts, NO_FACTS } from './facts.js';
import { HOUR_MS } from './hours.js';

const NOW = Date.parse('2026-11-20T15:10:00Z');
const event = { cause: 'coverage', seenAt: NOW, goneSince: null };
const NOTHING = { open: [], keep: [], close: [], states: [], forget: [] };
const decided = (rule: object, coverage?: CoverageFacts, open = [] as object[]) =>
  decide(
    ruleFrom({ kind: 'coverage_below', ...rule }),
    { ...NO_FACTS, coverage },
    { createdAt: 0, states: [], open: open as (typeof event)[] },
    NOW,
  );
const covered = (read: number, pages = 100): CoverageFacts => ({
  ...{ of: 'sitemap', from: '2026-10-21', pages, read },
});

it('opens when less than the part is read, of as many pages as there must be', () => {
  expect(decided({}, covered(50))).toEqual(NOTHING);
  expect(decided({}, covered(0, 9))).toEqual(NOTHING);
  expect(decided({}, covered(0, 0))).toEqual(NOTHING);
  expect(decided({ share: 0.6, category: 'ai_search' }, covered(50)).open).toEqual([
    {
      ...{ cause: 'coverage', subject: 'ai_search', atOnce: false },
      figures: { of: 'sitemap', from: '2026-10-21', pages: 100, read: 50, share: 0.5 },
    },
  ]);
});

it('closes when as much is read again, and waits while nobody knows', () => {
  const old = { ...event, seenAt: NOW - HOUR_MS };
  expect(decided({}, undefined, [old])).toEqual(NOTHING);
  expect(decided({}, covered(10), [event])).toEqual(NOTHING);
  expect(decided({}, covered(50), [event]).keep).toEqual([{ ...event, goneSince: NOW }]);
  const gone = { ...event, goneSince: NOW - HOUR_MS };
  expect(decided({}, covered(50), [gone]).close).toEqual(['coverage']);
});
