import { get, type Row } from '../row.js';

/** Reports, and the parameters that each of them has. */
const FILTERED: Record<string, string[]> = {
  bots: [
    'bot',
    'provider',
    'category',
    'visitors',
    'verification',
    'path',
    'exact_path',
    'host',
    'country',
    'status',
    'new',
    'sort',
    'cursor',
    'format',
  ],
  pages: [
    'bot',
    'provider',
    'category',
    'visitors',
    'verification',
    'path',
    'exact_path',
    'ai',
    'sort',
    'cursor',
    'format',
  ],
  timeseries: [
    'bot',
    'provider',
    'category',
    'visitors',
    'verification',
    'group_by',
    'groups',
    'host',
    'country',
    'status',
    'format',
  ],
  spoofed: ['bot', 'provider', 'category', 'visitors', 'limit', 'period', 'format'],
  robots: ['bot', 'provider', 'category', 'visitors', 'limit', 'period', 'format'],
  referrals: ['period', 'start_date', 'format'],
  clients: ['period', 'start_date', 'format'],
  providers: ['interval', 'compare', 'period', 'limit', 'sort', 'cursor', 'format'],
  landings: [
    'provider',
    'source',
    'path',
    'exact_path',
    'only',
    'limit',
    'sort',
    'cursor',
    'format',
  ],
  summary: ['compare', 'host', 'country', 'status'],
  hosts: ['unknown', 'period', 'limit', 'sort', 'cursor', 'format'],
  countries: ['period', 'limit', 'sort', 'cursor', 'format'],
  visits: [
    'bot',
    'provider',
    'category',
    'visitors',
    'verification',
    'path',
    'exact_path',
    'status',
    'from',
    'to',
    'limit',
    'cursor',
    'format',
    'timezone',
    'start_date',
  ],
};

/** Values that no parameter accepts. */
const NEVER = ['', '%00', 'a'.repeat(3_000)];

const of = (report: string, query: string) => get(`/api/v1/websites/{{id}}/${report}?${query}`);

const REFUSED: Row[] = Object.entries(FILTERED).flatMap(([report, names]) =>
  names.flatMap((name) =>
    [...NEVER.map((value) => `${name}=${value}`), `${name}=a&${name}=b`, `${name}[]=a`].map(
      (query): Row => ({
        name: `${report}?${query.slice(0, 40)} is refused`,
        request: of(report, query),
        code: 'VALIDATION_ERROR',
      }),
    ),
  ),
);

/** Text that names nothing gives an empty list, whatever it looks like. */
const TAKEN: Row[] = [
  "';DROP%20TABLE%20bots;--",
  '%25',
  '%F0%9F%98%80',
  '<script>',
  '__proto__',
].flatMap((text) =>
  ['bots', 'pages', 'timeseries', 'spoofed', 'visits'].map((report): Row => ({
    name: `${report}?bot=${text} is taken`,
    request: of(report, `bot=${text}&provider=${text}`),
  })),
);

/** What is not counted by verification refuses the parameter, and names those that it takes. */
const NOT_BY_VERIFICATION: Row[] = ['summary', 'spoofed', 'referrals', 'clients'].map(
  (report): Row => ({
    name: `${report}?verification=spoofed is refused`,
    request: of(report, 'verification=spoofed'),
    code: 'VALIDATION_ERROR',
    message: /this route takes no verification; it takes period, start_date, end_date/,
  }),
);

/** Bots are visitors, and people are what `visitors` leaves out. */
const OF_VISITORS: Row[] = [
  ...['people', 'Bots', 'ai', 'bots,ai_bots'].map((visitors): Row => ({
    name: `bots?visitors=${visitors} is refused`,
    request: of('bots', `visitors=${visitors}`),
    code: 'VALIDATION_ERROR',
    message: /^visitors must be one of bots, ai_bots$/,
  })),
  {
    name: 'pages?ai=none&visitors=bots is refused',
    request: of('pages', 'ai=none&visitors=bots'),
    code: 'VALIDATION_ERROR',
    message: /^ai cannot be combined with visitors/,
  },
  ...['summary', 'referrals', 'clients'].map((report): Row => ({
    name: `${report}?visitors=bots is refused`,
    request: of(report, 'visitors=bots'),
    code: 'VALIDATION_ERROR',
    message: /^this route takes no visitors; it takes period/,
  })),
];

/** Nobody verifies who says to be a browser, so that a series of automation alone would be one of zeros. */
const NOT_OF_AUTOMATION: Row[] = [
  {
    name: 'timeseries?bot=undeclared automation&verification=spoofed is refused',
    request: of('timeseries', 'bot=undeclared%20automation&verification=spoofed'),
    code: 'VALIDATION_ERROR',
    message: /^Undeclared automation is not counted with .*; leave one of them out$/,
  },
];

/** Only a series is broken down, and not by everything at once. */
const NOT_BROKEN_DOWN: Row[] = [
  ...['summary', 'bots', 'pages', 'spoofed', 'referrals', 'clients', 'visitors'].map(
    (report): Row => ({
      name: `${report}?group_by=bot is refused`,
      request: of(report, 'group_by=bot'),
      code: 'VALIDATION_ERROR',
      message: /this route takes no group_by; it takes period/,
    }),
  ),
  ...['groups=1', 'group_by=bot&groups=1e1', 'group_by=bot,status', 'group_by=Bot'].map(
    (query): Row => ({
      name: `timeseries?${query} is refused`,
      request: of('timeseries', query),
      code: 'VALIDATION_ERROR',
    }),
  ),
];

/** The summary of all websites is asked without a website. */
const OF_ACCOUNT: Row[] = [
  ['', undefined],
  ['period=today&compare=previous&limit=1', undefined],
  ['cursor=ws_0', undefined],
  ['compare=next', /^compare must be one of previous$/],
  ['period=x', /^period must be one of/],
  ['limit=1001', /^limit must be an integer from 1 to 1000$/],
  ['cursor=%00', /^cursor must be the next_cursor of an earlier answer$/],
  ['bot=GPTBot', /^this route takes no bot; it takes period/],
  ['start_date=2026-11-30&end_date=2026-11-01', /^start_date must not be after end_date$/],
].map(([query, message]) => ({
  name: `summary of all websites: ${query}`,
  request: get(`/api/v1/summary?${query}`),
  ...(message instanceof RegExp ? { code: 'VALIDATION_ERROR', message } : {}),
}));

const OF_FINDINGS: Row[] = [
  { name: 'findings', request: get('/api/v1/websites/{{id}}/findings?x=1') },
  {
    name: 'findings in an unknown form',
    request: get('/api/v1/websites/{{id}}/findings?format=xml'),
    code: 'VALIDATION_ERROR',
    message: /^format must be /,
  },
  {
    name: 'findings of a period are refused',
    request: get('/api/v1/websites/{{id}}/findings?bot=GPTBot'),
    code: 'VALIDATION_ERROR',
    message: /^this route takes no bot; it takes until, format$/,
  },
];

const OF_FRESHNESS: Row[] = [
  { name: 'freshness', request: get('/api/v1/freshness?x=1') },
  {
    name: 'freshness of a period is refused',
    request: get('/api/v1/freshness?format=csv'),
    code: 'VALIDATION_ERROR',
    message: /^this route takes no format; it takes no parameters$/,
  },
];

const OF_FEED_SETUP: Row[] = [
  { name: 'set-up of senders', request: get('/api/v1/feeds/setup?sender=%00') },
  {
    name: 'set-up of senders as CSV is refused',
    request: get('/api/v1/feeds/setup?format=csv'),
    code: 'VALIDATION_ERROR',
    message: /^this route takes no format; it takes no parameters$/,
  },
];

const ZONED = ['summary', 'timeseries', 'bots', 'referrals', 'providers'];
/** Names that are no time zone, and zones whose days cannot be counted. */
const OF_TIMEZONE: Row[] = [
  ...ZONED.flatMap((report) => [
    ...['', '%00', 'x', '+01:00', '%2B01:00', 'GMT%2B1', '../UTC', 'a'.repeat(3_000)].map(
      (zone): Row => ({
        name: `${report}?timezone=${zone.slice(0, 20)} is refused`,
        request: of(report, `timezone=${zone}`),
        code: 'VALIDATION_ERROR',
        message: /^timezone must be/,
      }),
    ),
    ...['Asia/Kolkata', 'Australia/Eucla'].map((zone): Row => ({
      name: `${report}?timezone=${zone} is refused`,
      request: of(report, `timezone=${zone}`),
      code: 'VALIDATION_ERROR',
      message: /hours from UTC in this period/,
    })),
    { name: `${report} in Berlin`, request: of(report, 'timezone=europe/berlin') },
    {
      name: `${report} at the end of time`,
      request: of(report, 'timezone=Pacific/Apia&start_date=2099-12-31&end_date=2099-12-31'),
    },
  ]),
  ...['pages', 'spoofed', 'clients', 'landings'].map((report): Row => ({
    name: `${report}?timezone=UTC is refused`,
    request: of(report, 'timezone=UTC'),
    code: 'VALIDATION_ERROR',
    message:
      /^this route takes no timezone; it takes period.*; these visits are counted by UTC days/,
  })),
  {
    name: 'visitors?timezone=UTC is refused',
    request: of('visitors', 'timezone=UTC'),
    code: 'VALIDATION_ERROR',
    message: /^this route takes no timezone; .*; visitors are counted by UTC days only/,
  },
  {
    name: 'visitors of too many days are refused',
    request: of('visitors', 'start_date=2020-01-01&end_date=2026-11-20'),
    code: 'VALIDATION_ERROR',
    message: /^visitors takes at most 1100 days, not 2516; ask for fewer days$/,
  },
  ...['path=/', 'exact_path=/a'].map((pages): Row => ({
    name: `bots?timezone=UTC&${pages} is refused`,
    request: of('bots', `timezone=UTC&${pages}`),
    code: 'VALIDATION_ERROR',
    message: /^(exact_)?path takes no timezone, because pages are counted by UTC days/,
  })),
  {
    name: 'bots?timezone=UTC by pages is refused',
    request: of('bots', 'timezone=UTC&sort=-pages_visited'),
    code: 'VALIDATION_ERROR',
    message: /^sort must be another column, because pages_visited is not counted with timezone$/,
  },
];

/** Hosts that browsers and programs send, each of them as somebody may ask for it. */
const OF_HOSTS: Row[] = [
  ...['m%C3%BCnchen.example', '[2001:db8::1]', '192.0.2.1', 'a_b.example:8080', 'EXAMPLE.com.'].map(
    (host): Row => ({ name: `summary of ${host}`, request: of('summary', `host=${host}`) }),
  ),
  ...['/', 'a%20b', '%2F..%2F', 'a@b', '*', `${'a'.repeat(300)}.example`].map((host): Row => ({
    name: `summary of ${host.slice(0, 20)} is refused`,
    request: of('summary', `host=${host}`),
    code: 'VALIDATION_ERROR',
    message: /^host must be/,
  })),
];

export const FILTERS: Row[] = [
  ...OF_HOSTS,
  ...OF_TIMEZONE,
  ...OF_FINDINGS,
  ...OF_FRESHNESS,
  ...OF_FEED_SETUP,
  ...OF_ACCOUNT,
  ...REFUSED,
  ...TAKEN,
  ...NOT_BY_VERIFICATION,
  ...OF_VISITORS,
  ...NOT_BROKEN_DOWN,
  ...NOT_OF_AUTOMATION,
];
