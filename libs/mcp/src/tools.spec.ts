import { NOT_JUDGED, robotsBotSchema } from '@app/contracts';
import { checkArguments } from './check-arguments.js';
import { listedTools } from './listed-tools.js';
import { TOOLS } from './tools.js';

const NOW = Date.parse('2026-11-20T12:34:56.000Z');
const LAST_7_DAYS = 'start_date=2026-11-14&end_date=2026-11-20';
const SERIES = ['2026-11-19', '2026-11-20'].map((date, day) => ({
  ...{ date, total_visits: 12 + day, bot_visits: 2 + day, human_visits: 10, ai_bot_visits: 1 },
  ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 },
  ...{ people_visits: 0, undecided_visits: 0, automation_visits: 0, not_judged_visits: 0 },
}));

const toolNamed = (name: string) => TOOLS.find((tool) => tool.name === name)!;

function callOf(name: string, given: object) {
  const checked = checkArguments(toolNamed(name), given);
  if (checked.kind === 'refused') throw new Error(checked.message);
  return toolNamed(name).callWith(checked.args, NOW);
}
const pathOf = (name: string, given: object = {}) =>
  callOf(name, { website: 'ws_1', ...given }).path.replace('/api/v1/websites/ws_1/', '');
const faultOf = (name: string, given: object) => {
  const checked = checkArguments(toolNamed(name), given);
  return checked.kind === 'refused' ? checked.message : undefined;
};
const answerOf = (name: string, given: object, data: object) => {
  const answered = callOf(name, { website: 'ws_1', ...given }).answerOf(data);
  return answered.kind === 'answer' ? answered.answer : answered.message;
};

it('a tool takes the arguments that it lists, and no others', () => {
  for (const { inputSchema } of listedTools().tools)
    expect(inputSchema).toMatchObject({ additionalProperties: false });
  for (const { name, input } of TOOLS) {
    const all = Object.keys(input.shape).join(', ');
    const fault = `${name} takes no exact_pth and no days; it takes ${all}`;
    const valid = name === 'list_websites' ? {} : { website: 'ws_1' };
    expect(faultOf(name, { ...valid, exact_pth: '/', days: 7 })).toContain(fault);
  }
});

it.each([
  ['list_bots', {}, 'website must be the id of a website, ws_…, as list_websites has them'],
  ['list_bots', { website: '../keys' }, 'website must be the id of a website, ws_…'],
  ['list_bots', { period: 'last_week' }, 'period must be one of today, yesterday, last_7_days'],
  ['list_bots', { start_date: '2026-02-30' }, 'start_date must be a calendar date YYYY-MM-DD'],
  ['list_bots', { category: 'ai' }, 'category must be one of ai_search, ai_training'],
  ['list_bots', { visitors: 'ai' }, 'visitors must be one of bots, ai_bots'],
  ['list_bots', { verification: 'fake' }, 'verification must be one of not_checked, verified'],
  ['list_bots', { exact_path: 'pricing' }, 'exact_path must start with /'],
  ['list_bots', { bot: '' }, 'bot must be text of 1 to 200 characters'],
  ['list_bots', { limit: '20' }, 'limit must be an integer from 1 to 200'],
  ['list_bots', { host: 'shop.example/a' }, 'host must be a host, for example shop.example'],
  ['list_bots', { country: 'Germany' }, 'country must be two letters, for example DE'],
  ['list_hosts', { website: 'shop.example' }, 'website must be the id of a website, ws_…'],
  ['list_hosts', { unknown: 'yes' }, 'unknown must be true or false'],
  ['get_summary', { compare: true }, 'compare must be one of previous'],
  ['get_series', { interval: 'minute' }, 'interval must be one of hour, day, week, month'],
  ['get_verification', {}, 'bot must be text of 1 to 200 characters'],
  ['list_automation', { kind: 'bots' }, 'kind must be one of fleet, brute_force, many_agents'],
  ['list_landing_pages', { sort: 'path' }, 'sort must be one of sent_visits, people_visits'],
  ['list_automation', { limit: 51 }, 'limit must be an integer from 1 to 50'],
  ['list_events', { open: 'yes' }, 'open must be true or false'],
  ['list_events', { ['\u202e'.repeat(5) + 'x'.repeat(100)]: 1 }, `takes no ${'x'.repeat(60)};`],
])('%s refuses %j', (name, given, message) => {
  const valid = message.startsWith('website') ? {} : { website: 'ws_1' };
  expect(faultOf(name, { ...valid, ...given })).toContain(message);
});

it.each([
  ['get_summary', { compare: 'previous' }, `summary?${LAST_7_DAYS}&compare=previous`],
  ['get_summary', { period: 'today' }, 'summary?start_date=2026-11-20&end_date=2026-11-20'],
  [
    'get_summary',
    { start_date: '2026-11-02' },
    'summary?start_date=2026-11-02&end_date=2026-11-20',
  ],
  // The API refuses it.
  ['get_summary', { end_date: '2026-11-02' }, 'summary?end_date=2026-11-02'],
  [
    'list_bots',
    { exact_path: '/a b', visitors: 'ai_bots', limit: 3 },
    `bots?${LAST_7_DAYS}&exact_path=%2Fa+b&visitors=ai_bots&limit=4`,
  ],
  ['get_summary', { country: 'DE' }, `summary?${LAST_7_DAYS}&country=DE`],
  [
    'get_series',
    { host: 'www.shop.example' },
    `timeseries?${LAST_7_DAYS}&host=www.shop.example&interval=day`,
  ],
  ['list_hosts', { unknown: true }, `hosts?${LAST_7_DAYS}&unknown=true&limit=21`],
  ['list_hosts', { unknown: false }, `hosts?${LAST_7_DAYS}&limit=21`],
  ['list_automation', {}, `automation?${LAST_7_DAYS}&limit=11`],
  ['list_automation', { kind: 'fleet' }, `automation?${LAST_7_DAYS}&kind=fleet&limit=11`],
  ['list_countries', { limit: 3 }, `countries?${LAST_7_DAYS}&limit=4`],
  ['list_providers', {}, `providers?${LAST_7_DAYS}&limit=21`],
  [
    'list_landing_pages',
    { source: 'ChatGPT', limit: 3 },
    `landings?${LAST_7_DAYS}&source=ChatGPT&sort=sent_visits&limit=4`,
  ],
  ['list_events', { kind: 'errors' }, 'events?kind=errors&open=false&limit=21'],
])('%s with %j requests %s', (name, given, path) => {
  const [report, query] = pathOf(name, given).split('?');
  expect([report, [...new URLSearchParams(query)].sort()]).toEqual([
    path.split('?')[0],
    [...new URLSearchParams(path.split('?')[1])].sort(),
  ]);
});

it.each([
  [{}, { start: '2026-11-14', end: '2026-11-20', includes_today: true }],
  [{ period: 'yesterday' }, { start: '2026-11-19', end: '2026-11-19', includes_today: false }],
  [{ start_date: '2026-11-20' }, { start: '2026-11-20', end: '2026-11-20', includes_today: true }],
  [
    { start_date: '2026-11-21', end_date: '2026-11-22' },
    { start: '2026-11-21', end: '2026-11-22', includes_today: false },
  ],
])('an answer about %j has the days and its time', (given, period) => {
  const data = { referrals: [], referers_logged: true, people_known_until: null };
  expect(answerOf('list_referrals', given, data)).toEqual({
    now: '2026-11-20T12:34:56.000Z',
    period,
    rows: { shown: 0, more: false },
    ...data,
  });
});

it.each([
  [3, { shown: 2, more: true }],
  [2, { shown: 2, more: false }],
])('a list of at most 2 rows, of which the API has %i, says whether it is cut', (count, rows) => {
  const websites = Array.from({ length: count }, (_, at) => ({ id: `ws_${at}`, domain: 'x' }));
  const answered = callOf('list_websites', { limit: 2 }).answerOf({ websites });
  expect(answered).toMatchObject({ answer: { rows, websites: websites.slice(0, 2) } });
});

it('groups of automation have what their sentence is made of, and not the sentence', () => {
  const group = {
    ...{ date: '2026-11-20', kind: 'brute_force', merged: 1 },
    ...{ visits: 40, error_visits: 40, visitors: 4 },
    ...{ first_seen: '2026-11-20T02:11:09.000Z', last_seen: '2026-11-20T02:12:09.000Z' },
    ...{ networks: [{ network: '203.0.113.0/24', visits: 40 }], networks_total: 1 },
    ...{ agents: [{ user_agent: 'Mozilla/5.0', visits: 40 }], agents_total: 1 },
    ...{ pages: [{ path: '/login', visits: 40 }], pages_total: 1 },
    status_codes: [{ status_code: 401, visits: 40 }],
    reasons: [{ signal: 'bareWrite', why: 'sent a form', weight: -3, visitors: 4 }],
  };
  const text = '/login was attacked by 4 visitors: 40 visits, counted as automation.';
  const more = Array.from({ length: 3 }, () => ({ ...group, text }));
  expect(answerOf('list_automation', { limit: 2 }, { groups: more })).toMatchObject({
    groups: [group, group],
    rows: { shown: 2, more: true },
  });
  const answer = answerOf('list_automation', { limit: 2 }, { groups: more });
  expect(JSON.stringify(answer)).not.toContain('was attacked');
});

describe('Hosts', () => {
  const COUNTS = {
    ...{ human_visits: 4, people_visits: 2, undecided_visits: 1, automation_visits: 2 },
    ...{ bot_visits: 3, ai_bot_visits: 1, error_visits: 0 },
  };
  const people_known_until = null;
  const host = {
    ...{ host: 'my-shop.example', ...COUNTS, last_day: '2026-11-20', website: null },
    keys: [{ website: 'ws_1', visits: 7 }],
  };

  it('are those of all websites when none is given', () => {
    const { path, answerOf } = callOf('list_hosts', { unknown: true, start_date: '2026-11-20' });
    const [report, query] = path.split('?');
    expect(report).toBe('/api/v1/hosts');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      ...{ start_date: '2026-11-20', end_date: '2026-11-20', unknown: 'true', limit: '21' },
    });
    const hosts = [{ ...host, counted_for: 'ws_1' }];
    expect(answerOf({ hosts, next_cursor: null, people_known_until })).toMatchObject({
      answer: { hosts, period: { start: '2026-11-20' }, rows: { shown: 1, more: false } },
    });
  });

  it('of a website do not repeat which one that is, and have few counts', () => {
    const counted = { total_visits: 7, verified_visits: 3, spoofed_visits: 0 };
    const data = { hosts: [{ ...host, ...counted }], people_known_until };
    expect(answerOf('list_hosts', {}, data)).toHaveProperty('hosts', [host]);
  });
});

describe('Pages', () => {
  const page = {
    ...{ path: '/', bot_visits: 9, ai_bot_visits: 1, error_visits: 0 },
    ...{ human_visits: 6, people_visits: 4, undecided_visits: 1, automation_visits: 2 },
  };
  const people_known_until = '2026-11-20T07:00:00.000Z';
  const data = { pages: [page], people_known_until };

  it('tell people and automation, and until when they are known', () => {
    const counted = { pages: [{ ...page, not_judged_visits: 1 }], people_known_until };
    expect(answerOf('list_pages', {}, counted)).toMatchObject(data);
    expect(answerOf('list_pages', {}, counted)).toHaveProperty('pages', [page]);
  });

  it('say nothing about people when only bots are counted', () => {
    const answer = JSON.stringify(answerOf('list_pages', { verification: 'verified' }, data));
    expect(answer).not.toMatch(/human_visits|people_visits|undecided_visits|automation_visits/);
    expect(answer).toContain('"bot_visits":9');
  });
});

it('the bots of a country have no count that is not counted by country', () => {
  const bot = {
    ...{ name: 'GPTBot', provider: 'OpenAI', category: 'ai_training', visits: 3 },
    ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 3, error_visits: 1 },
    ...{ verification: 'not checkable', declared: false },
  };
  const uncounted = { pages_visited: null, first_seen: null, last_seen: null };
  const data = { bots: [{ ...bot, ...uncounted }] };
  expect(answerOf('list_bots', { country: 'DE' }, data)).toHaveProperty('bots', [bot]);
});

it('a bot has two samples beside others, and all of them alone', () => {
  const samples = Array.from({ length: 5 }, (_, line) => ({
    ...{ path: '/a', visits: 1, rule: 'Disallow: /', line: line + 1, text_from: '2026-11-01' },
  }));
  const counts = Object.keys(robotsBotSchema.shape).filter((name) => name.endsWith('_visits'));
  const bot = {
    ...Object.fromEntries(counts.map((name) => [name, 0])),
    ...{ name: 'GPTBot', provider: 'OpenAI', category: 'ai_training', declared: false, visits: 5 },
    ...{ addressed: 'by_name', allows: 'nothing', operator_says: 'obeys', samples },
  };
  const llms_txt = { bot_visits: 0, ai_bot_visits: 0, human_visits: 0 };
  const report = { domain: 'x', days_without_text: 0, llms_txt, limits_reached: [], bots: [bot] };
  const samplesOf = (given: object) => {
    const { bots } = answerOf('get_robots', given, report) as { bots: { samples: unknown }[] };
    return bots[0]!.samples;
  };
  expect(samplesOf({})).toEqual(samples.slice(0, 2));
  expect(samplesOf({ bot: 'GPTBot' })).toEqual(samples);
});

describe('A series', () => {
  it('has sums, and steps of the counts that are not 0 throughout', () => {
    expect(answerOf('get_series', {}, { series: SERIES })).toMatchObject({
      rows: { shown: 2, more: false },
      totals: { human_visits: 20, bot_visits: 5, ai_bot_visits: 2, spoofed_visits: 0 },
      columns: ['start', 'human_visits', 'bot_visits', 'ai_bot_visits'],
      steps: [
        ['2026-11-19', 10, 2, 1],
        ['2026-11-20', 10, 3, 1],
      ],
    });
  });

  it('has people, undecided visits, automation and what is not judged, where they are known', () => {
    const judged = SERIES.map((point) => ({ ...point, people_visits: 7, undecided_visits: 3 }));
    expect(answerOf('get_series', {}, { series: judged })).toMatchObject({
      totals: {
        ...{ human_visits: 20, people_visits: 14, undecided_visits: 6 },
        ...{ not_judged_visits: 0, automation_visits: 0 },
      },
      columns: [
        ...['start', 'human_visits', 'people_visits', 'undecided_visits'],
        ...['bot_visits', 'ai_bot_visits'],
      ],
    });
    const nobody = SERIES.map((point) => ({ ...point, not_judged_visits: point.human_visits }));
    expect(answerOf('get_series', {}, { series: nobody })).toMatchObject({
      totals: { human_visits: 20, not_judged_visits: 20 },
      columns: ['start', 'human_visits', 'bot_visits', 'ai_bot_visits'],
    });
    const unknown = { people_visits: null, undecided_visits: null, automation_visits: null };
    const series = SERIES.map((point) => ({ ...point, ...unknown, not_judged_visits: null }));
    const verified = answerOf('get_series', { verification: 'verified' }, { series });
    expect(JSON.stringify(verified)).not.toContain('people_visits');
  });

  it('has no count twice when only AI bots are counted', () => {
    const answer = answerOf('get_series', { visitors: 'ai_bots' }, { series: SERIES });
    expect(answer).toMatchObject({ columns: ['start', 'ai_bot_visits'] });
  });

  it('says nothing about people when only bots are counted', () => {
    const answer = answerOf('get_series', { bot: 'GPTBot' }, { series: SERIES });
    expect(answer).toMatchObject({ columns: ['start', 'bot_visits', 'ai_bot_visits'] });
    expect(JSON.stringify(answer)).not.toContain('human');
  });

  it('has the groups of each step by their names', () => {
    const groups = [
      { name: 'GPTBot', visits: 2, series: [2, 0] },
      { name: null, visits: 3, series: [0, 3] },
    ];
    expect(answerOf('get_series', { group_by: 'bot' }, { series: SERIES, groups })).toMatchObject({
      groups: { GPTBot: 2, '(all others)': 3 },
      columns: ['start', 'human_visits', 'bot_visits', 'ai_bot_visits', 'groups'],
      steps: [
        ['2026-11-19', 10, 2, 1, { GPTBot: 2 }],
        ['2026-11-20', 10, 3, 1, { '(all others)': 3 }],
      ],
    });
  });

  it('has at most 200 steps', () => {
    const steps = (count: number) => Array.from({ length: count }, () => SERIES[0]);
    expect(answerOf('get_series', {}, { series: steps(200) })).toMatchObject({
      rows: { shown: 200 },
    });
    expect(answerOf('get_series', { interval: 'hour' }, { series: steps(201) })).toBe(
      'interval=hour has 201 steps on these days, and an answer has at most 200: choose interval=day, or fewer days',
    );
    expect(answerOf('get_series', { interval: 'month' }, { series: steps(201) })).toBe(
      'interval=month has 201 steps on these days, and an answer has at most 200: choose fewer days',
    );
  });
});

describe('Visitors', () => {
  const DAY = {
    ...{ date: '2026-11-20', people_visitors: 64, undecided_visitors: 17, automation_visitors: 2 },
    not_judged_visits: 28,
  };
  const day = { ...DAY, no_files_visits: 0, no_address_visits: 28 };
  const { why, remedy } = NOT_JUDGED.no_address;

  it('are those of each day, with why visits are not judged, and what changes that', () => {
    const not_judged = [{ reason: 'no_address', visits: 28, why, remedy }];
    const answer = answerOf('get_visitors', {}, { days: [day], not_judged });
    expect(answer).toMatchObject({ not_judged: [{ visits: 28, why, remedy }] });
    // What is counted by reason is in not_judged.
    expect((answer as { days: object[] }).days).toEqual([DAY]);
  });

  it('are those of at most 200 days', () => {
    const of = (count: number) =>
      answerOf(
        'get_visitors',
        {},
        { days: Array.from({ length: count }, () => day), not_judged: [] },
      );
    expect(of(200)).toMatchObject({ not_judged: [] });
    expect(of(201)).toBe('an answer has at most 200 days, not 201: choose fewer days');
  });
});

describe('The verification of a bot', () => {
  const BOT = { name: 'GPTBot', provider: 'OpenAI', category: 'ai_training', declared: false };
  const answer = (counts: object) =>
    answerOf('get_verification', { bot: 'gptbot' }, { bots: [{ ...BOT, ...counts }] });
  const counts = (visits: number, verified: number, spoofed: number, unverifiable: number) => ({
    ...{ visits, verified_visits: verified, spoofed_visits: spoofed },
    unverifiable_visits: unverifiable,
  });

  it.each([
    [counts(7, 7, 0, 0), 'verified', /^Real: of 7 visits, 7 came/, /complete and recent/],
    [counts(20, 18, 1, 0), 'mostly', /^Mostly real: .* 1 were not/, /publishes all/],
    [counts(4, 2, 2, 0), 'mixed', /^Partly real: .* 2 from others/, /publishes all/],
    [counts(4, 0, 4, 0), 'spoofed', /^Hardly any of it is real: /, /publishes all/],
    [counts(4, 0, 0, 4), 'not checkable', /^Nobody can know: .* 4 cannot/, /no list is known/],
    [counts(4, 0, 0, 0), null, /^Not checked: .* 4 were not checked\.$/, /switched off/],
  ])('%j is a verdict in figures: %s', (given, verification, verdict, how) => {
    expect(answer({ ...given, verification })).toMatchObject({
      bot: { name: 'GPTBot', provider: 'OpenAI', category: 'ai_training' },
      ...given,
      verdict: expect.stringMatching(verdict),
      how_checked: expect.stringMatching(how),
    });
  });

  it('has sentences that are not cut, however large the figures are', () => {
    const large = 1_000_000_000;
    const given = { ...counts(4 * large, large, large, large), verification: 'spoofed' };
    expect(JSON.stringify(answer(given))).not.toContain('…');
  });

  it('says that a name which a bot gives itself is not known', () => {
    const declared = { ...counts(4, 0, 0, 4), verification: 'not checkable', declared: true };
    expect(answer(declared)).toMatchObject({
      how_checked: expect.stringMatching(/Nobody knows this bot/),
    });
  });

  it('says that no visit had the name, and does not call that a verdict on the bot', () => {
    expect(answerOf('get_verification', { bot: 'GTPBot' }, { bots: [] })).toMatchObject({
      bot: null,
      visits: 0,
      verdict: expect.stringMatching(/^No visit had exactly this name/),
    });
  });
});
