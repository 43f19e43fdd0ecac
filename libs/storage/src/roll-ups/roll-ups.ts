import {
  DICTIONARY_JOINS,
  DIMENSIONS,
  type DictionaryJoin,
  type DimensionName,
} from './dimensions.js';
import { type MeasureName, VERDICTS } from './measures.js';

/** How long the buckets of a roll-up are. All of them are of UTC; weeks begin on Monday. */
export type Grain = 'minute' | 'hour' | 'day' | 'week' | 'month';
/** Those that writers count in tables. */
export type TableGrain = 'hour' | 'day';

/** Which visits a roll-up counts, each as a condition on a raw visit `v`. */
export const COUNTED = {
  all: 'true',
  paged: 'v.page_id IS NOT NULL',
  people: 'v.bot_id = 0',
  referred: 'v.bot_id = 0 AND coalesce(r.source, v.referral_source) IS NOT NULL',
  landed:
    'v.bot_id = 0 AND v.page_id IS NOT NULL AND coalesce(r.source, v.referral_source) IS NOT NULL',
  located: 'v.country IS NOT NULL',
  spoofed: 'v.verification = 2',
} as const;
export type Counted = keyof typeof COUNTED;

/** A continuous aggregate of TimescaleDB. */
export interface Aggregate {
  chunk: string;
  /** It is only a step on the way to longer buckets, whose older rows are dropped. */
  kept?: string;
}

/** Counts of the visits of a website by bucket and dimensions. */
export interface RollUp {
  /** For the comment of its tables. */
  about: string;
  of: Counted;
  by: readonly DimensionName[];
  measures: readonly MeasureName[];
  /** The grains of its tables. */
  grains: readonly TableGrain[];
  /** Rows are often updated in place, so their pages stay filled to this percentage. */
  fillfactor: number;
  /**
   * On TimescaleDB, the continuous aggregates that count the visits that came in time, each made from
   * the one of the grain below. The tables then count the late ones only.
   */
  aggregates?: Partial<Record<Grain, Aggregate>>;
  /**
   * True when the rows of a website and day are bounded, by functions of the database that count
   * (0013_counting.sql). Whoever sends such visits may choose what they are counted by.
   */
  isBounded?: boolean;
  /** True when visits do not have all that it counts by, so that it cannot be counted again. */
  isFinal?: boolean;
  /**
   * The roll-up whose rows a task adds to the tables of this one; it has all that this one counts by.
   * Writers only append its rows, as arrays in one row for each website and bucket: to add to the row of
   * every key in each transaction takes the database several times as long, and keeps other writers of
   * the website waiting (decisions 0049 and 0064).
   */
  mergedFrom?: 'traffic' | 'pages' | 'hosts' | 'countries';
  /**
   * The roll-up whose tables of verdicts have what the judge has found out about these visits. It has all
   * that this one counts by.
   */
  judgedBy?: 'hosts' | 'countries' | 'referrals' | 'landings' | 'clients' | 'pages';
}

const COUNTS = ['visits', 'error_visits', ...VERDICTS] as const;

/**
 * All that is counted of visits. From it follow what writers count, tables and aggregates, what is
 * verified and counted again, backups, and where reports read.
 */
export const ROLL_UPS = {
  traffic: {
    about: 'Visits by bot.',
    of: 'all',
    by: ['bot_id'],
    measures: [...COUNTS, 'first_seen', 'last_seen'],
    grains: ['hour', 'day'],
    fillfactor: 70,
    aggregates: {
      minute: { chunk: '1 day', kept: '2 days' },
      hour: { chunk: '70 days' },
      day: { chunk: '350 days' },
      week: { chunk: '1400 days' },
      month: { chunk: '1400 days' },
    },
    mergedFrom: 'traffic',
  },
  pages: {
    about: 'Visits by bot and page.',
    of: 'paged',
    by: ['bot_id', 'page_id'],
    measures: COUNTS,
    grains: ['day'],
    fillfactor: 80,
    aggregates: {
      minute: { chunk: '1 day', kept: '2 days' },
      hour: { chunk: '1 day', kept: '2 days' },
      day: { chunk: '70 days' },
    },
    mergedFrom: 'pages',
    judgedBy: 'pages',
  },
  statuses: {
    about:
      'Visits by bot and status code. Tables of days spare a report of a year 24 times as many rows.',
    of: 'all',
    by: ['bot_id', 'status_code'],
    measures: ['visits'],
    grains: ['hour', 'day'],
    fillfactor: 70,
    mergedFrom: 'hosts',
    judgedBy: 'hosts',
  },
  hosts: {
    about: 'Visits by host. The host 0 stands for those beyond the bound on distinct hosts.',
    of: 'all',
    by: ['bot_id', 'status_code', 'host_id'],
    measures: ['visits', ...VERDICTS],
    grains: ['hour', 'day'],
    fillfactor: 70,
    mergedFrom: 'hosts',
    judgedBy: 'hosts',
  },
  host_keys: {
    about: 'Visits by host and by the website whose tracking key they came with.',
    of: 'all',
    by: ['host_id', 'key_id'],
    measures: ['visits'],
    grains: ['day'],
    fillfactor: 70,
    isFinal: true,
  },
  countries: {
    about: 'Visits by country. Those whose country is not known have no row.',
    of: 'located',
    by: ['bot_id', 'status_code', 'country'],
    measures: ['visits', ...VERDICTS],
    grains: ['hour', 'day'],
    fillfactor: 70,
    mergedFrom: 'countries',
    judgedBy: 'countries',
  },
  referrals: {
    about: 'People that AI assistants sent.',
    of: 'referred',
    by: ['referral_source'],
    measures: ['visits'],
    grains: ['hour', 'day'],
    fillfactor: 70,
    judgedBy: 'referrals',
  },
  landings: {
    about:
      'People that AI assistants sent, by the page to which they came. A website and day has at most a row for each of its pages and each assistant, and none without people who were sent.',
    of: 'landed',
    by: ['referral_source', 'page_id'],
    measures: ['visits'],
    grains: ['day'],
    fillfactor: 70,
    judgedBy: 'landings',
  },
  clients: {
    about: 'People by what they came with. Unknown values are empty texts.',
    of: 'people',
    by: ['browser', 'os', 'device'],
    measures: ['visits'],
    grains: ['day'],
    fillfactor: 70,
    judgedBy: 'clients',
  },
  spoofed: {
    about:
      'Spoofed visits by claimed bot, network and page, so that operators see who came under a false name also when the raw visits are gone. 0.0.0.0/0 stands for addresses that are not stored, and for networks beyond the bound; the page 0 for pages beyond a bound.',
    of: 'spoofed',
    by: ['bot_id', 'network', 'page_id'],
    measures: ['visits', 'first_seen', 'last_seen'],
    grains: ['day'],
    fillfactor: 70,
    isBounded: true,
  },
} as const satisfies Record<string, RollUp>;
export type RollUpName = keyof typeof ROLL_UPS;

export const ROLL_UP_NAMES = Object.keys(ROLL_UPS) as RollUpName[];

/** A roll-up as every part of the product may read it. */
export const rollUp = (name: RollUpName): RollUp => ROLL_UPS[name];

/** Returns the columns that tell the rows of a roll-up apart. */
export const keyOf = (name: RollUpName): string[] => ['website_id', 'bucket', ...rollUp(name).by];

/** The ends of the names of relations. */
export const GRAIN_SUFFIXES = {
  minute: 'minutes',
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
} as const;

/** Returns the name of a roll-up at a grain, for people and as a part of the names of relations. */
export const nameOf = (name: RollUpName | 'skipped', grain: Grain): string =>
  `${name}_${GRAIN_SUFFIXES[grain]}`;

/** Returns what has all that is counted: a table, or a view. */
export function relationOf(name: RollUpName | 'skipped', grain: Grain): string {
  if (name === 'skipped') return nameOf(name, grain);
  const { aggregates, mergedFrom } = rollUp(name);
  return `${mergedFrom && !aggregates ? 'current_' : ''}${nameOf(name, grain)}`;
}

/**
 * Returns the relation from which reports read visits by bot: those of all visits with the verdicts on
 * visitors, which make a bot of what came with a browser.
 */
export function reportedRelation(name: RollUpName | 'skipped', grain: Grain): string {
  const isJudged = name !== 'skipped' && (name === 'traffic' || rollUp(name).judgedBy);
  return isJudged ? `judged_${nameOf(name, grain)}` : relationOf(name, grain);
}

/** The roll-ups that have tables of verdicts. */
export const JUDGED_ROLL_UPS = ROLL_UP_NAMES.filter((name) => rollUp(name).judgedBy === name);

/** Returns the table of the verdicts on visits that a roll-up counts. */
export const peopleTableOf = (name: RollUpName, grain: TableGrain): string =>
  `people_${nameOf(name, grain)}`;

/** The visits of browsers by verdict on their visitors, as tables of verdicts have them. */
export const PEOPLE_COLUMNS = ['people_visits', 'undecided_visits'] as const;

/** Returns the measures of a roll-up that verdicts change. */
export const judgedMeasures = (name: RollUpName): MeasureName[] =>
  rollUp(name).measures.filter((measure) => measure === 'visits' || measure === 'error_visits');

/** The tables of verdicts: those of all visits, and those by what lists of reports tell apart. */
export const PEOPLE_TABLES: readonly string[] = [
  ...['people_hourly', 'people_daily'],
  ...JUDGED_ROLL_UPS.flatMap((name) =>
    rollUp(name).grains.map((grain) => peopleTableOf(name, grain)),
  ),
];

/** Returns the table of what is counted at commit, or merged after it. */
export function tableOf(name: RollUpName, grain: TableGrain): string {
  return `${rollUp(name).aggregates ? 'late_' : ''}${nameOf(name, grain)}`;
}

/** Returns the table to which writers append the rows of a roll-up. */
export const unmergedOf = (name: RollUpName): string => `unmerged_${name}`;

/** The roll-ups whose rows writers append. */
export const APPENDED = ROLL_UP_NAMES.filter((name) => rollUp(name).mergedFrom === name);

/** Returns the roll-ups that are merged from the rows of one. */
export const rollUpsFrom = (source: RollUpName): RollUpName[] =>
  ROLL_UP_NAMES.filter((name) => rollUp(name).mergedFrom === source);

/** The tables of roll-ups. */
export const ROLL_UP_TABLES: readonly string[] = ROLL_UP_NAMES.flatMap((name) =>
  rollUp(name).grains.map((grain) => tableOf(name, grain)),
);

/** The tables of what is not merged yet. */
export const UNMERGED_TABLES: readonly string[] = APPENDED.map(unmergedOf);

/** The views of what is counted in several relations. */
export const VIEWS_OF_ROLL_UPS: readonly string[] = [
  ...ROLL_UP_NAMES.flatMap((name) => {
    const { aggregates, grains, mergedFrom } = rollUp(name);
    const longer = (['week', 'month'] as const).filter((grain) => aggregates?.[grain]);
    const isView = aggregates ?? mergedFrom;
    return isView ? [...grains, ...longer].map((grain) => relationOf(name, grain)) : [];
  }),
  'pages_recent',
  // Behind those that they read.
  ...(['hour', 'day', 'week', 'month'] as const).map((grain) => reportedRelation('traffic', grain)),
  ...ROLL_UP_NAMES.flatMap((name) =>
    rollUp(name).judgedBy ? rollUp(name).grains.map((grain) => reportedRelation(name, grain)) : [],
  ),
  'judged_pages_recent',
];

/** Returns the raw visits of a roll-up, as what follows FROM, with the dictionaries that it needs. */
export function rawVisits({ of, by }: RollUp): string {
  const needed = new Set<DictionaryJoin>(of === 'referred' || of === 'landed' ? ['referers'] : []);
  for (const name of by) {
    const { from } = DIMENSIONS[name] as { from?: DictionaryJoin };
    if (from) needed.add(from);
  }
  return ['visits v', ...[...needed].map((one) => DICTIONARY_JOINS[one])].join(' ');
}
