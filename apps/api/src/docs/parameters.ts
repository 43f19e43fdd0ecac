import { BOT_CATEGORIES, INTERVALS, PERIODS } from '@app/contracts';
import { type Json, query } from './building-blocks.js';

/** The query parameters of the reports, as OpenAPI describes them. */
export const PERIOD_PARAMETERS = [
  query('period', 'Named period, UTC; default `last_7_days`, which includes today.', {
    type: 'string',
    enum: PERIODS,
    default: 'last_7_days',
  }),
  query('start_date', 'First day, inclusive; wins over `period`.', {
    type: 'string',
    format: 'date',
  }),
  query('end_date', 'Last day, inclusive; needs `start_date`; default today.', {
    type: 'string',
    format: 'date',
  }),
];

export const limit = (what: string, fallback?: number): Json =>
  query('limit', `Maximum number of ${what}.`, {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    ...(fallback === undefined ? {} : { default: fallback }),
  });

export const BOT_FILTERS = [
  query('bot', 'Only this bot: its name, e.g. `GPTBot`.', { type: 'string' }),
  query('provider', 'Only bots of this provider, e.g. `OpenAI`.', { type: 'string' }),
  query('category', 'Only bots of this category.', { type: 'string', enum: BOT_CATEGORIES }),
];

export const PATH = query('path', 'Only paths that start so, e.g. `/blog/`.', { type: 'string' });

export const FORMAT = query('format', '`csv`: the list as CSV, a line of column names first.', {
  type: 'string',
  enum: ['json', 'csv'],
  default: 'json',
});

/** What an operation with these parameters may answer beside JSON. */
export const csvContent = (parameters: Json[]): Json =>
  parameters.includes(FORMAT) ? { 'text/csv': { schema: { type: 'string' } } } : {};

export const COMPARE = query('compare', '`previous`: as many days right before, and the change.', {
  type: 'string',
  enum: ['previous'],
});

export const INTERVAL = query('interval', '`hour` takes at most 31 days, `day` 1,100.', {
  type: 'string',
  enum: INTERVALS,
  default: 'day',
});
