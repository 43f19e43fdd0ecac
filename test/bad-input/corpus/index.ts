import type { Row } from '../row.js';
import { ACCOUNT } from './account.js';
import { ALERT_ROWS } from './alerts.js';
import { BODIES } from './bodies.js';
import { COLUMNS } from './columns.js';
import { COVERAGE_ROWS } from './coverage.js';
import { FEED_ROWS } from './feeds.js';
import { FIELDS } from './fields.js';
import { FILTERS } from './filters.js';
import { FRAMING } from './framing.js';
import { KEYS } from './keys.js';
import { MCP } from './mcp.js';
import { PIXEL } from './pixel.js';
import { QUERIES } from './queries.js';
import { ROBOTS } from './robots.js';
import { SESSIONS } from './sessions.js';
import { TIMESTAMPS } from './timestamps.js';
import { TRANSPORT } from './transport.js';
import { VISITS } from './visits.js';
import { WEBHOOK_ROWS } from './webhooks.js';

/** Every bad input that the service has an answer for. A bug report becomes a row here first. */
export const CORPUS: Record<string, Row[]> = {
  // First, because how its rows were counted shows a little later.
  feeds: FEED_ROWS,
  bodies: BODIES,
  columns: COLUMNS,
  fields: FIELDS,
  timestamps: TIMESTAMPS,
  queries: QUERIES,
  filters: FILTERS,
  visits: VISITS,
  pixel: PIXEL,
  keys: KEYS,
  sessions: SESSIONS,
  account: ACCOUNT,
  alerts: ALERT_ROWS,
  coverage: COVERAGE_ROWS,
  webhooks: WEBHOOK_ROWS,
  robots: ROBOTS,
  mcp: MCP,
  framing: FRAMING,
  transport: TRANSPORT,
};
