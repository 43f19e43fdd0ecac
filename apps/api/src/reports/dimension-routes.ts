import { accountHostEntrySchema, COMPARABLE_ROWS, COMPARED_COUNTS } from '@app/contracts';
import { COUNTRY_COLUMNS, HOST_COLUMNS } from '@app/storage';
import { NEXT_CURSOR, pageOf } from '../http/answer.js';
import { FORMAT, integer, oneOf } from '../http/parameters.js';
import { type Csv, route } from '../http/route.js';
import { comparable, COMPARE_ROWS } from './compared-list-route.js';
import { cursorParameter, orderParameters } from './list-order.js';
import { PERIOD } from './parameters.js';
import {
  BY_UTC_DAYS,
  NOT_BY_DIMENSION,
  partsOf,
  PEOPLE_KNOWN,
  report,
  tellingPeople,
} from './report-route.js';

const LIMIT = { limit: integer(1, 1_000).default(100).describe('Maximum number of rows.') };
const UNKNOWN = {
  unknown: oneOf(['true'])
    .optional()
    .describe('`true` lists only hosts that belong to no website of the account.'),
};

const COUNTS = {
  total_visits: 430,
  bot_visits: 232,
  human_visits: 198,
  ai_bot_visits: 101,
  verified_visits: 180,
  spoofed_visits: 3,
  unverifiable_visits: 49,
  people_visits: 151,
  undecided_visits: 19,
  automation_visits: 44,
  not_judged_visits: 28,
  error_visits: 12,
};
const HOST = {
  host: 'www.shop.example',
  ...COUNTS,
  last_day: '2026-11-20',
  website: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
  keys: [{ website: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd', visits: 430 }],
};

/** A cell has one value, so the keys of a host stay JSON. */
const inCells = <List extends { csv: Csv }>(list: List): List => ({
  ...list,
  csv: {
    ...list.csv,
    rows: (data: never) =>
      list.csv.rows(data).map((row) => {
        const { keys } = row as { keys: unknown };
        return { ...row, keys: JSON.stringify(keys) };
      }),
  },
});

const HOSTS = comparable(inCells(partsOf('hosts', COMPARABLE_ROWS.hosts)), COMPARED_COUNTS.hosts);

export const HOSTS_REPORT = route({
  id: 'listHosts',
  summary: 'Visits by host',
  description:
    'The hosts that visits of this website came for, with the keys that they came with. An entry whose host belongs to no website of the account counts for the website of its key; `unknown=true` lists these hosts. Ordered by visits, the highest number first, then by host.',
  ...report('hosts', {
    ...UNKNOWN,
    ...COMPARE_ROWS,
    ...orderParameters(HOST_COLUMNS),
    ...LIMIT,
    ...FORMAT,
  }),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION },
  answer: {
    description: 'The hosts.',
    ...tellingPeople(HOSTS),
    example: { hosts: [HOST], people_known_until: null },
  },
});

const ACCOUNT_HOSTS = inCells(pageOf('hosts', accountHostEntrySchema));

export const ACCOUNT_HOSTS_REPORT = route({
  id: 'listAccountHosts',
  tag: 'Reports',
  summary: 'Visits of every website by host',
  description:
    'The hosts of the visits of all websites of the account: a host has a row for each website that its visits count for. `unknown=true` lists those that belong to no website. Ordered by visits, the highest number first, then by host.',
  method: 'GET',
  path: '/api/v1/hosts',
  access: 'api',
  query: {
    ...PERIOD,
    ...UNKNOWN,
    ...LIMIT,
    cursor: cursorParameter(
      'The `next_cursor` of the previous answer. Send it with the same parameters; only `limit` and `format` may change. The days stay those of the first answer.',
    ),
    ...FORMAT,
  },
  answer: {
    description: 'The hosts.',
    ...ACCOUNT_HOSTS,
    data: ACCOUNT_HOSTS.data.extend({ next_cursor: NEXT_CURSOR, ...PEOPLE_KNOWN }),
    example: {
      hosts: [{ ...HOST, counted_for: HOST.website }],
      next_cursor: null,
      people_known_until: null,
    },
  },
});

const COUNTRIES = comparable(
  partsOf('countries', COMPARABLE_ROWS.countries),
  COMPARED_COUNTS.countries,
);

export const COUNTRIES_REPORT = route({
  id: 'listCountries',
  summary: 'Visits by country',
  description:
    'The countries that visits came from, as the sender of the logs knows them: no address is looked up. Ordered by visits, the highest number first, then by country.',
  share: true,
  ...report('countries', {
    ...COMPARE_ROWS,
    ...orderParameters(COUNTRY_COLUMNS),
    ...LIMIT,
    ...FORMAT,
  }),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION },
  answer: {
    description: 'The countries. Visits whose logs do not tell it are one row, without a country.',
    ...tellingPeople(COUNTRIES),
    example: { countries: [{ country: 'DE', ...COUNTS }], people_known_until: null },
  },
});
