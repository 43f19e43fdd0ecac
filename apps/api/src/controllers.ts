import type { Type } from '@nestjs/common';
import type { Config } from '@app/config';
import { AccountController } from './account/account.controller.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { BotsController } from './bots/bots.controller.js';
import { CoverageController } from './coverage/coverage.controller.js';
import { HealthController } from './health/health.controller.js';
import { FreshnessController } from './freshness/freshness.controller.js';
import { EventsController } from './events/events.controller.js';
import { FeedSetupController } from './feed-setup/feed-setup.controller.js';
import { FindingsController } from './findings/findings.controller.js';
import { FeedHealthController } from './feed-health/feed-health.controller.js';
import { FastlyChallengeController } from './feeds/fastly-challenge.controller.js';
import { feedControllers } from './feeds/feed.controller.js';
import { IngestController } from './ingest/ingest.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { LiveController } from './live/live.controller.js';
import { McpController } from './mcp/mcp.controller.js';
import { PixelController } from './pixel/pixel.controller.js';
import { AccountSummaryController } from './reports/account-summary.controller.js';
import { DimensionsController } from './reports/dimensions.controller.js';
import { LandingsController } from './reports/landings.controller.js';
import { ProvidersController } from './reports/providers.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import { RobotsController } from './robots/robots.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SharesController } from './shares/shares.controller.js';
import { VisitsController } from './visits/visits.controller.js';
import { SitemapsController } from './sitemaps/sitemaps.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { WebsitesController } from './websites/websites.controller.js';
import { FEEDS } from './feeds/feeds.js';

/** What serves the routes that the API has with these settings. */
export function controllersOf({ PIXEL }: Pick<Config, 'PIXEL'>): Type[] {
  return [
    IngestController,
    ...FEEDS.flatMap(feedControllers),
    FastlyChallengeController,
    ...(PIXEL ? [PixelController] : []),
    AccountController,
    WebsitesController,
    KeysController,
    SessionsController,
    SharesController,
    AlertsController,
    EventsController,
    WebhooksController,
    ReportsController,
    AccountSummaryController,
    DimensionsController,
    ProvidersController,
    LandingsController,
    VisitsController,
    LiveController,
    FreshnessController,
    FeedHealthController,
    FeedSetupController,
    FindingsController,
    RobotsController,
    CoverageController,
    SitemapsController,
    BotsController,
    McpController,
    HealthController,
  ];
}
