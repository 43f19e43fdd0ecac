import { SHOW_ACCOUNT } from './account/account.controller.js';
import { LIST_KNOWN_BOTS } from './bots/bots.controller.js';
import { FEEDS_REPORT } from './feed-health/routes.js';
import { FASTLY_CHALLENGE } from './feeds/fastly-challenge.controller.js';
import { routesOf } from './feeds/feed.js';
import { FEEDS } from './feeds/feeds.js';
import * as health from './health/health.controller.js';
import type { RouteDeclaration } from './http/route.js';
import { SEND_LOGS, SEND_LOGS_AT_ROOT } from './ingest/ingest.controller.js';
import * as keys from './keys/routes.js';
import * as reports from './reports/routes.js';
import * as websites from './websites/routes.js';

/**
 * Every route of the API, in the order of its documentation. A test compares it with what is
 * served.
 */
export const ROUTES: readonly RouteDeclaration[] = [
  ...Object.values(reports),
  FEEDS_REPORT,
  LIST_KNOWN_BOTS,
  SEND_LOGS,
  SEND_LOGS_AT_ROOT,
  ...FEEDS.flatMap(routesOf),
  FASTLY_CHALLENGE,
  SHOW_ACCOUNT,
  ...Object.values(websites),
  ...Object.values(keys),
  health.ALIVE,
  health.READY,
  health.METRICS,
];
