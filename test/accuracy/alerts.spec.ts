import { certain, minutesOf, Record } from '../../libs/alerts/test/certain.js';
import { PATH, ruleFrom, type SeenEvent, Simulation } from '../../libs/alerts/test/simulation.js';
import { at, type Happening, randomFrom, Traffic } from '../../libs/alerts/test/traffic.js';
import { HOUR_MS, MINUTE_MS } from '../../libs/alerts/src/hours.js';

/** A Monday. */
const START = Date.parse('2026-06-01T00:00:00Z');
const DAYS = 90;
const MINUTES = DAYS * 24 * 60;
/** More of them take a minute each: ALERT_SEEDS=1,2,3. */
const SEEDS = (process.env.ALERT_SEEDS ?? '1').split(',').map(Number);

const RULES = {
  newBot: ruleFrom({ kind: 'new_bot' }),
  gptbot: ruleFrom({ kind: 'unusual_visits', bot: 'GPTBot' }),
  claudebot: ruleFrom({ kind: 'unusual_visits', bot: 'ClaudeBot' }),
  waves: ruleFrom({ kind: 'unusual_visits', bot: 'PerplexityBot' }),
  assistants: ruleFrom({ kind: 'unusual_visits', category: 'ai_assistant' }),
  notFound: ruleFrom({ kind: 'errors', bot: 'GPTBot', statuses: '404' }),
  page: ruleFrom({ kind: 'errors', path: PATH }),
  failing: ruleFrom({ kind: 'errors', category: 'ai_assistant', statuses: '5xx' }),
  spoofed: ruleFrom({ kind: 'spoofed' }),
  silent: ruleFrom({ kind: 'feed_silent' }),
  rejects: ruleFrom({ kind: 'feed_rejects' }),
  dead: ruleFrom({ kind: 'dead_entries' }),
};
type RuleName = keyof typeof RULES;
const NAMES = Object.keys(RULES) as RuleName[];

/** Something that must be told once, and when its data are there. */
interface Incident extends Happening {
  rule: RuleName;
  /** Minutes after the start of the simulation, from those of its begin. */
  certain: (record: Record, from: number) => number;
}

const lasting = (day: number, hour: number, hours: number) => ({
  ...{ from: at(day, hour), to: at(day, hour + hours) },
});

const INCIDENTS: Incident[] = [
  {
    ...{ name: 'a bot comes for the first time', rule: 'newBot', ...lasting(10, 9.2, 30) },
    plus: { 'Meta-ExternalAgent': 0.05 },
    certain: (record, from) => certain.first(record, from, 'visits of Meta-ExternalAgent'),
  },
  {
    ...{
      name: 'GPTBot reads everything in 20 minutes',
      rule: 'gptbot',
      ...lasting(35, 13.1, 0.33),
    },
    plus: { GPTBot: 60 },
    certain: (record, from) => certain.above(record, from, 'visits of GPTBot'),
  },
  {
    ...{ name: 'spoofed visits', rule: 'spoofed', ...lasting(40, 3.4, 1) },
    spoofed: { bot: 'GPTBot', visits: 2 },
    certain: (record, from) => certain.count(record, from, 'spoofed', 20),
  },
  {
    ...{ name: 'assistants come often', rule: 'assistants', ...lasting(44, 20.1, 0.7) },
    plus: { 'ChatGPT-User': 40 },
    certain: (record, from) => certain.above(record, from, 'visits of ChatGPT-User'),
  },
  {
    ...{ name: 'GPTBot stays away for nine hours', rule: 'gptbot', ...lasting(50, 10.5, 9) },
    times: { GPTBot: 0 },
    certain: certain.quietHour,
  },
  {
    ...{ name: 'GPTBot gets 404 after a move', rule: 'notFound', ...lasting(60, 8.5, 50) },
    status: { of: 'GPTBot', path: '/', status: 404, share: 0.3 },
    certain: (record, from) =>
      certain.lasting(record, from, ['status 404 of GPTBot', 'visits of GPTBot'], 0.1),
  },
  {
    ...{ name: 'ClaudeBot is blocked for two days', rule: 'claudebot', ...lasting(66, 6.5, 49) },
    times: { ClaudeBot: 0 },
    certain: certain.quietHour,
  },
  {
    ...{ name: 'a page is gone', rule: 'page', ...lasting(70, 15.7, 8) },
    status: { path: PATH, status: 410, share: 1 },
    certain: (record, from) => certain.lasting(record, from, ['page errors', 'page'], 0.1, true),
  },
  {
    ...{ name: 'assistants get 503', rule: 'failing', ...lasting(75, 11.2, 3) },
    status: { of: 'ChatGPT-User', status: 503, share: 0.4 },
    certain: (record, from) =>
      certain.lasting(record, from, ['status 503 of ChatGPT-User', 'visits of ChatGPT-User'], 0.1),
  },
  {
    ...{ name: 'entries cannot be stored', rule: 'dead', ...lasting(77, 12, 0.1), dead: 3 },
    certain: (_record, from) => from,
  },
  {
    ...{ name: 'the feed is silent for eight hours', rule: 'silent', ...lasting(81, 1, 8) },
    feed: 'loses',
    certain: certain.silence,
  },
  {
    ...{ name: 'many records are rejected', rule: 'rejects', ...lasting(85, 16.6, 5) },
    rejected: 0.7,
    certain: (record, from) => certain.share(record, from, ['rejected', 'all records'], 0.1),
  },
];

/** Weekends, nights, waves and Monday crawls are in the traffic already: four of the twelve. */
const ODDITIES: Happening[] = [
  { name: 'a page goes viral', ...lasting(31, 17, 6), times: { people: 10, 'ChatGPT-User': 1.6 } },
  {
    ...{ name: 'a deploy of five minutes', ...lasting(37, 14.5, 5 / 60) },
    status: { status: 503, share: 1 },
  },
  { name: 'the feed waits for 70 minutes', ...lasting(47, 10.3, 70 / 60), feed: 'waits' },
  { name: 'the feed loses 95 minutes', ...lasting(57, 13.2, 95 / 60), feed: 'loses' },
  { name: 'people are on holiday', ...lasting(63, 0, 24), times: { people: 0.2 } },
  {
    ...{ name: 'an old link', ...lasting(20, 5, 170) },
    status: { of: 'GPTBot', status: 404, share: 0.04 },
  },
  { name: 'GPTBot looks at a new sitemap', ...lasting(72, 9, 3), times: { GPTBot: 1.6 } },
  {
    ...{ name: 'a few spoofed visits', ...lasting(52, 0, 48) },
    spoofed: { bot: 'ClaudeBot', visits: 0.03 },
  },
  // All bots come more and more: by two fifths in ninety days.
  ...Array.from({ length: DAYS }, (_, day): Happening => {
    const more = 1 + (0.4 * day) / DAYS;
    const times = { people: more, GPTBot: more, ClaudeBot: more, 'ChatGPT-User': more };
    return { name: 'slow growth', ...lasting(day, 0, 24), times };
  }),
];

function run(seed: number, rules: readonly ReturnType<typeof ruleFrom>[], incidents: Happening[]) {
  const happenings = [...incidents, ...ODDITIES];
  const traffic = new Traffic(START, DAYS, happenings, randomFrom(seed));
  const simulation = new Simulation(START, DAYS, rules);
  const record = new Record(MINUTES);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const brought = traffic.minute(minute * MINUTE_MS);
    record.note(minute, brought);
    simulation.minute(START + minute * MINUTE_MS, brought);
  }
  return { events: simulation.events, record };
}

/** What was told, by the begin of its event, in words for a report. */
const told = ({ rule, cause, openedAt, closedAt, figures }: SeenEvent) =>
  [
    ...[NAMES[rule] ?? 'all AI bots', cause, new Date(openedAt).toISOString()],
    ...['to', closedAt === null ? 'now' : new Date(closedAt).toISOString()],
    JSON.stringify(figures),
  ].join(' ');

describe.each(SEEDS)('ninety days of traffic with the seed %d', (seed) => {
  it('have one event for each incident, within two minutes, and none for what is harmless', () => {
    const { events, record } = run(seed, Object.values(RULES), INCIDENTS);
    const lines = INCIDENTS.map((incident) => {
      const { name, rule, from, certain } = incident;
      const began = START + certain(record, minutesOf(from)) * MINUTE_MS;
      const own = events.filter(
        (event) =>
          NAMES[event.rule] === rule &&
          event.openedAt >= START + from &&
          event.openedAt < START + incident.to + 24 * HOUR_MS,
      );
      const late = own.map(({ openedAt }) => (openedAt - began) / MINUTE_MS);
      const isRight = late.length === 1 && Math.abs(late[0]!) <= 2;
      return { name, isRight, after: (began - START - from) / MINUTE_MS, late, own };
    });
    const others = events.filter((event) => !lines.some(({ own }) => own.includes(event)));
    if (process.env.ALERT_SEEDS !== undefined)
      for (const { name, after, late } of lines)
        process.stdout.write(
          `seed ${seed}: ${name}: data after ${after} min, event ${late.join()} min later\n`,
        );
    expect({
      wrong: lines
        .filter(({ isRight }) => !isRight)
        .map(({ own, ...line }) => ({ ...line, told: own.map(told) })),
      others: others.map(told),
      open: events.filter(({ closedAt }) => closedAt === null).map(told),
    }).toEqual({ wrong: [], others: [], open: [] });
  });

  it('have no event without an incident, also for all AI bots together', () => {
    const rules = [
      ...Object.values(RULES),
      ruleFrom({ kind: 'unusual_visits' }),
      ruleFrom({ kind: 'errors' }),
    ];
    expect(run(seed, rules, []).events.map(told)).toEqual([]);
  });
});
