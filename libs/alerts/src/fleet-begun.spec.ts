import { delaysOf, JudgedWebsite } from '../test/judged-website.js';
import { ruleFrom } from '../test/simulation.js';
import { decide, type Decision, MOST_OPEN_EVENTS } from './decide.js';
import { type AutomationGroup, type GroupsOfDays, NO_FACTS } from './facts.js';
import { HOUR_MS, MINUTE_MS } from './hours.js';
import type { State } from './signal.js';

const NOW = Date.parse('2026-11-20T15:30:00Z');
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/103.0.0.0';
const after = (minutes: number) => NOW + minutes * MINUTE_MS;
const fleet = (changes: Partial<AutomationGroup> = {}): AutomationGroup => ({
  ...{ kind: 'fleet', of: AGENT, name: 'Chrome 103 on Windows', visits: 100, visitors: 20 },
  ...{ errors: 3, networks: 18, statuses: [200, 404], firstSeen: NOW - HOUR_MS, isAlone: true },
  ...changes,
});
const NONE: Decision = { open: [], keep: [], close: [], states: [], forget: [] };
const OPEN = { cause: AGENT, seenAt: NOW, goneSince: null };

function decided(
  groups: Partial<GroupsOfDays>,
  { states = [] as State[], open = [] as (typeof OPEN)[], now = NOW, rule = {} } = {},
): Decision {
  const facts = { ...NO_FACTS, groups: { ...NO_FACTS.groups, ...groups } };
  return decide(
    ruleFrom({ kind: 'fleet_begun', ...rule }),
    facts,
    { createdAt: 0, open, states },
    now,
  );
}
const seen: State[] = [{ cause: AGENT, since: NOW, figures: {} }];

it('is told when it has been large enough for ten minutes', () => {
  const first = decided({ today: [fleet()] });
  expect(first).toEqual({ ...NONE, states: seen });
  const { states } = first;
  expect(decided({ today: [fleet()] }, { states, now: after(9) })).toEqual(NONE);
  expect(decided({ today: [fleet({ visits: 140 })] }, { states, now: after(10) }).open).toEqual([
    {
      ...{ cause: AGENT, subject: 'Chrome 103 on Windows', atOnce: false },
      figures: {
        ...{ visits: 140, visitors: 20, networks: 18, user_agent: AGENT },
        first_seen: '2026-11-20T14:30:00.000Z',
      },
    },
  ]);
});

it('is none when another verdict comes within these minutes, or it is too small', () => {
  expect(decided({ today: [] }, { states: seen, now: after(5) })).toEqual({
    ...{ ...NONE, forget: [AGENT] },
  });
  for (const small of [{ visits: 99 }, { visitors: 19 }, { isAlone: false }])
    expect(decided({ today: [fleet(small)] }, { states: seen, now: after(10) })).toEqual({
      ...{ ...NONE, forget: [AGENT] },
    });
  const rule = { least: 7, addresses: 3 };
  const few = [fleet({ visits: 7, visitors: 3 })];
  expect(decided({ today: few }, { states: seen, now: after(10), rule }).open).toHaveLength(1);
  const attacks = [fleet({ kind: 'brute_force' })];
  expect(decided({ today: attacks }, { states: seen, now: after(10) }).open).toEqual([]);
});

it('is told by the day on which it was large enough, since its first request', () => {
  const yesterday = [fleet({ visits: 300, firstSeen: NOW - 20 * HOUR_MS })];
  const today = [fleet({ visits: 20 })];
  const [event] = decided({ today, yesterday }, { states: seen, now: after(10) }).open;
  expect(event?.figures).toMatchObject({ visits: 300, first_seen: '2026-11-19T19:30:00.000Z' });
  const [other] = decided(
    { today: [fleet({ visits: 120 })], yesterday },
    { states: seen, now: after(10) },
  ).open;
  expect(other?.figures).toMatchObject({ visits: 120, first_seen: '2026-11-19T19:30:00.000Z' });
});

it('stays while its agent is there, and is over an hour after neither day has it', () => {
  const open = [OPEN];
  const small = fleet({ visits: 3, visitors: 1, isAlone: false });
  for (const groups of [{ today: [small] }, { today: [], yesterday: [fleet()] }])
    expect(decided(groups, { open, now: after(10) }).keep).toEqual([
      { ...OPEN, seenAt: after(10) },
    ]);
  const gone = { ...OPEN, goneSince: after(1) };
  expect(decided({ today: [], yesterday: [] }, { open, now: after(1) }).keep).toEqual([gone]);
  const later = { open: [gone as unknown as typeof OPEN] };
  expect(decided({ today: [] }, { ...later, now: after(60) })).toEqual(NONE);
  expect(decided({ today: [] }, { ...later, now: after(61) }).close).toEqual([AGENT]);
});

it('is not known while nothing of today is judged', () => {
  const open = [OPEN];
  expect(decided({}, { open, now: after(90) })).toEqual(NONE);
  expect(decided({ yesterday: [] }, { open, now: after(90) })).toEqual(NONE);
});

it('has as many open events as others, the largest first', () => {
  const today = Array.from({ length: 30 }, (_, at) => fleet({ of: `a${at}`, visits: 200 + at }));
  const states = today.map(({ of }) => ({ cause: of, since: NOW, figures: {} }));
  const { open } = decided({ today }, { states, now: after(10) });
  expect(open.map(({ figures }) => figures.visits)).toEqual(
    Array.from({ length: MOST_OPEN_EVENTS }, (_, at) => 229 - at),
  );
});

it('is told once in ninety days of verdicts that flip, within hours, and nothing else is', () => {
  const lines: string[] = [];
  let falseEvents = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const found = delaysOf(new JudgedWebsite(seed, 'fleet'), ruleFrom({ kind: 'fleet_begun' }));
    expect(found).toMatchObject({ times: [1, 1, 1, 1], open: 0 });
    expect(Math.max(...found.hours)).toBeLessThanOrEqual(3);
    falseEvents += found.falseEvents;
    lines.push(`${seed}: ${found.hours.map((hours) => hours.toFixed(1)).join(', ')} hours`);
  }
  console.log(['Fleets were told after, by seed:', ...lines, `false: ${falseEvents}`].join('\n'));
  expect(falseEvents).toBeLessThanOrEqual(1);
});
