import type { Config } from '@app/config';
import { SHOW_ACCOUNT } from './account/account.controller.js';
import * as alerts from './alerts/routes.js';
import { LIST_KNOWN_BOTS } from './bots/bots.controller.js';
import { COVERAGE } from './coverage/routes.js';
import * as events from './events/routes.js';
import { FEEDS_REPORT } from './feed-health/routes.js';
import { FEED_SETUP } from './feed-setup/feed-setup.controller.js';
import { FASTLY_CHALLENGE } from './feeds/fastly-challenge.controller.js';
import { FRESHNESS } from './freshness/freshness.controller.js';
import { routesOf } from './feeds/feed.js';
import { FEEDS } from './feeds/feeds.js';
import { FINDINGS } from './findings/routes.js';
import * as health from './health/health.controller.js';
import type { RouteDeclaration } from './http/route.js';
import { SEND_LOGS, SEND_LOGS_AT_ROOT } from './ingest/ingest.controller.js';
import * as keys from './keys/routes.js';
import { LIVE } from './live/routes.js';
import { MCP } from './mcp/routes.js';
import { SHOW_PIXEL } from './pixel/pixel.controller.js';
import { AUTOMATION_REPORT } from './reports/automation-route.js';
import * as dimensions from './reports/dimension-routes.js';
import * as people from './reports/people-routes.js';
import { LANDINGS_REPORT } from './reports/landings-route.js';
import { PROVIDERS_REPORT } from './reports/providers-route.js';
import * as reports from './reports/routes.js';
import { VISITORS_REPORT } from './reports/visitors-route.js';
import * as robots from './robots/routes.js';
import * as sessions from './sessions/routes.js';
import * as shares from './shares/routes.js';
import { EXPORT_VISITS, LIST_VISITS } from './visits/routes.js';
import * as sitemaps from './sitemaps/routes.js';
import * as webhooks from './webhooks/routes.js';
import * as websites from './websites/routes.js';

/**
 * Every route that the API can have, in the order of its documentation. A test compares it with
 * what is served.
 */
export const ROUTES: readonly RouteDeclaration[] = [
  ...Object.values(reports),
  ...Object.values(people),
  VISITORS_REPORT,
  AUTOMATION_REPORT,
  PROVIDERS_REPORT,
  LANDINGS_REPORT,
  ...Object.values(dimensions),
  LIST_VISITS,
  EXPORT_VISITS,
  LIVE,
  COVERAGE,
  FEEDS_REPORT,
  FINDINGS,
  ...Object.values(robots),
  FRESHNESS,
  LIST_KNOWN_BOTS,
  SEND_LOGS,
  SEND_LOGS_AT_ROOT,
  ...FEEDS.flatMap(routesOf),
  FASTLY_CHALLENGE,
  FEED_SETUP,
  SHOW_PIXEL,
  SHOW_ACCOUNT,
  ...Object.values(websites),
  ...Object.values(sitemaps),
  ...Object.values(keys),
  ...Object.values(shares),
  ...Object.values(alerts),
  ...Object.values(events),
  ...Object.values(webhooks),
  ...Object.values(sessions),
  MCP,
  health.ALIVE,
  health.READY,
  health.METRICS,
];

/** Returns the routes that the API has with these settings. */
export function routesWith({ PIXEL }: Pick<Config, 'PIXEL'>): RouteDeclaration[] {
  return ROUTES.filter((route) => PIXEL || route !== SHOW_PIXEL);
}
